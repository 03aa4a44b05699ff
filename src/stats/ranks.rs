//! Ranks, with ties sharing the mean of theirs.

/// An exact test may take this many steps, about a second's work. Beyond it the normal
/// approximation agrees to several digits.
pub(super) const EXACT_STEPS: f64 = 1e9;

/// The ranks of a sample, from 1.
pub(super) struct Ranks {
    /// Twice the rank of each value, in the order of the sample. Tied values share the
    /// mean of their ranks, which may end in ½: doubled, every rank is a whole number.
    pub doubled: Vec<usize>,
    /// How many values are equal to each other, for every distinct value, ascending.
    pub groups: Vec<usize>,
}

impl Ranks {
    /// Ranks values that have no NaN among them.
    pub fn of(values: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        let mut doubled = vec![0; values.len()];
        let mut groups = Vec::new();
        let mut before = 0;
        for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
            for &index in group {
                // Twice the mean of before + 1 ..= before + len.
                doubled[index] = 2 * before + group.len() + 1;
            }
            before += group.len();
            groups.push(group.len());
        }
        Ranks { doubled, groups }
    }

    pub fn has_ties(&self) -> bool {
        self.groups.iter().any(|&size| size > 1)
    }
}

/// Σ(t³ − t) over groups of t equal values: what ties take from the variance of a rank sum.
pub(super) fn tie_term(groups: &[usize]) -> f64 {
    let term = |&size: &usize| {
        let t = size as f64;
        t * t * t - t
    };
    groups.iter().map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_their_ranks() {
        let ranks = Ranks::of(&[3.0, -0.0, 3.0, 7.0, 0.0, 3.0]);
        // scipy.stats.rankdata: 4, 1.5, 4, 6, 1.5, 4
        assert_eq!(ranks.doubled, [8, 3, 8, 12, 3, 8]);
        assert_eq!(ranks.groups, [2, 3, 1]);
        assert!(ranks.has_ties());
        assert_eq!(tie_term(&ranks.groups), 6.0 + 24.0);
    }

    #[test]
    fn without_ties_and_without_values() {
        let ranks = Ranks::of(&[5.0, 1.0]);
        assert_eq!(ranks.doubled, [4, 2]);
        assert!(!ranks.has_ties());
        assert_eq!(tie_term(&ranks.groups), 0.0);
        assert!(Ranks::of(&[]).doubled.is_empty());
    }
}
