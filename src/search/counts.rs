//! What a search counts. The words mean the same everywhere; `data/README.md` has
//! them for readers of result files.

use std::ops::AddAssign;

/// Cutoffs by the index of the move that cut are kept up to here; the last entry
/// holds all later ones.
pub const CUT_INDICES: usize = 16;

/// The counts of one search. Plain additions on fields of the searcher: they cost
/// no measurable time, so they are always on.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Calls of the search function on a position: the root, finished games and
    /// positions found in the table included.
    pub nodes: u64,
    /// Child positions built, whether or not they are then searched.
    pub generated: u64,
    /// Nodes where the evaluator is called because the depth ran out.
    pub leaves: u64,
    /// Nodes where the game is over.
    pub terminals: u64,
    /// Calls of the evaluator, whatever for.
    pub heuristic_calls: u64,
    /// Those made only to order moves.
    pub ordering_evals: u64,
    /// Nodes left early because the window closed.
    pub cutoffs: u64,
    /// How many of them on the first, second, … move tried.
    pub cut_index: [u64; CUT_INDICES],
    /// Nodes left early because no better value is possible.
    pub early_terminations: u64,
    pub tt_probes: u64,
    pub tt_hits: u64,
    pub tt_cutoffs: u64,
    pub tt_stores: u64,
    /// Stores that evicted another position of the same search.
    pub tt_replacements: u64,
    /// Searches repeated with another window: PVS, aspiration, MTD and bisection steps.
    pub re_searches: u64,
    /// Nodes that a shallow search decided (ProbCut).
    pub probcuts: u64,
    /// The deepest ply below the root that was visited.
    pub deepest: u64,
}

impl Counts {
    /// Cutoffs on the first move tried: the best single measure of move ordering.
    pub fn first_move_cutoffs(&self) -> u64 {
        self.cut_index[0]
    }

    #[inline]
    pub(crate) fn cutoff(&mut self, index: usize) {
        self.cutoffs += 1;
        self.cut_index[index.min(CUT_INDICES - 1)] += 1;
    }
}

/// Counts of several threads or searches together.
impl AddAssign<&Counts> for Counts {
    fn add_assign(&mut self, other: &Counts) {
        // Taken apart by name, so that a new count cannot be forgotten here.
        let Counts {
            nodes,
            generated,
            leaves,
            terminals,
            heuristic_calls,
            ordering_evals,
            cutoffs,
            cut_index,
            early_terminations,
            tt_probes,
            tt_hits,
            tt_cutoffs,
            tt_stores,
            tt_replacements,
            re_searches,
            probcuts,
            deepest,
        } = other;
        self.nodes += nodes;
        self.generated += generated;
        self.leaves += leaves;
        self.terminals += terminals;
        self.heuristic_calls += heuristic_calls;
        self.ordering_evals += ordering_evals;
        self.cutoffs += cutoffs;
        for (mine, theirs) in self.cut_index.iter_mut().zip(cut_index) {
            *mine += theirs;
        }
        self.early_terminations += early_terminations;
        self.tt_probes += tt_probes;
        self.tt_hits += tt_hits;
        self.tt_cutoffs += tt_cutoffs;
        self.tt_stores += tt_stores;
        self.tt_replacements += tt_replacements;
        self.re_searches += re_searches;
        self.probcuts += probcuts;
        self.deepest = self.deepest.max(*deepest);
    }
}
