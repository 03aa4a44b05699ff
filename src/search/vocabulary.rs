//! The words engines are written in: the toggles, and the names their values have.

use crate::call::Parameter;
use crate::search::score::Scores;
use crate::search::toggles::{
    Anticipate, Children, Fail, KeyKind, Select, StaticBounds, TableBounds,
};
use crate::search::tt::Replace;

/// The toggles of an engine, with what they take and what they do.
pub const KEYS: &[(&str, &str, &str)] = &[
    ("preset", "a preset's name", "what to start from"),
    (
        "algorithm",
        "minimax, alphabeta, pvs, mtd, mcts",
        "the algorithm",
    ),
    (
        "guess",
        "previous, +inf, -inf, a number",
        "where mtd begins: MTD(f), SSS*, DUAL*, or a value",
    ),
    ("iterations", "a whole number", "playouts of mcts"),
    (
        "exploration",
        "a number",
        "the weight of exploration in mcts",
    ),
    ("seed", "a whole number", "the random numbers of mcts"),
    (
        "order",
        "a list of orders",
        "move ordering, the first one deciding",
    ),
    (
        "generate",
        "one, all",
        "build a child when it is searched, or all children of a node at once",
    ),
    (
        "select",
        "queue, sort",
        "how the moves are found that forward pruning keeps: a queue of the best, or sorting all; they are the same",
    ),
    (
        "children",
        "in-place, allocate, pool",
        "how children are made that are built before they are searched (order by eval, generate all): by playing and taking back, as new copies, or as copies from a pool; counts are the same",
    ),
    (
        "keep-history",
        "true, false",
        "keep history and killers between searches",
    ),
    (
        "tt",
        "false, true, a table",
        "the transposition table: size (MiB) or entries (single slots, by the key's remainder), replace (always, depth, two-tier), key (zobrist, exact), mirror, keep, bounds (both, upper, unmarked), depth",
    ),
    (
        "exact",
        "false, true, a table",
        "searches to the end of the game by the solver for exact values, on boards that have one, with their own toggles: forced (play forced moves without searching), etc (look children up before searching any), reach (a side without room for a line cannot win), parity (nor one whose moves can all be answered in their columns), zugzwang (with parity: it even loses, if in the end it must play below a threat), outwards (windows from zero outwards, not by halves), leave (no table below so many plies), near (a small table of their own for positions below so many plies), grow (use more of the table as the search does), split (with abdada, nothing is put off below so many plies)",
    ),
    (
        "forward",
        "off, best(k), fraction(p), probcut(…)",
        "forward pruning (unsound)",
    ),
    (
        "early-termination",
        "true, false",
        "leave a node at the best possible value",
    ),
    (
        "anticipate",
        "off, wins, losses",
        "take a win at once; and skip moves that lose at once",
    ),
    (
        "bounds",
        "off, upper, both",
        "narrow the window to what can still happen",
    ),
    ("scores", "flat, distance, stones", "what a win is worth"),
    (
        "lines-end",
        "true, false",
        "whether a finished line ends the game",
    ),
    ("fail", "soft, hard", "what a node without a cutoff returns"),
    ("root", "shared, full", "the window of the root's children"),
    ("deepening", "true, false", "iterative deepening"),
    (
        "reorder",
        "true, false",
        "sort the root's moves between iterations",
    ),
    (
        "window",
        "full, aspiration(delta), bisect",
        "the window of the root",
    ),
    (
        "parallel",
        "off, root(threads), lazy-smp(threads), abdada(threads)",
        "threads: each has children of the root, or all do the same search over one table, or that and put off what another is at",
    ),
    (
        "evaluator",
        "an evaluator's name",
        "what a position is worth where the depth runs out",
    ),
];

/// The toggles of `tt`.
pub const TT_KEYS: &[&str] = &[
    "size", "entries", "replace", "key", "mirror", "keep", "bounds", "depth",
];

pub(super) const EXACT_KEYS: &[&str] = &[
    "forced", "etc", "reach", "parity", "zugzwang", "outwards", "leave", "near", "grow", "split",
];

/// A choice among names.
pub(super) type Choice<T> = &'static [(&'static str, T)];

pub(super) const REPLACE: Choice<Replace> = &[
    ("always", Replace::Always),
    ("depth", Replace::Depth),
    ("two-tier", Replace::TwoTier),
];
pub(super) const KEY: Choice<KeyKind> = &[("zobrist", KeyKind::Zobrist), ("exact", KeyKind::Exact)];
pub(super) const TT_BOUNDS: Choice<TableBounds> = &[
    ("both", TableBounds::Both),
    ("upper", TableBounds::Upper),
    ("unmarked", TableBounds::Unmarked),
];
pub(super) const ANTICIPATE: Choice<Anticipate> = &[
    ("off", Anticipate::Off),
    ("wins", Anticipate::Wins),
    ("losses", Anticipate::Losses),
];
pub(super) const BOUNDS: Choice<StaticBounds> = &[
    ("off", StaticBounds::Off),
    ("upper", StaticBounds::Upper),
    ("both", StaticBounds::Both),
];
pub(super) const SCORES: Choice<Scores> = &[
    ("flat", Scores::Flat),
    ("distance", Scores::Distance),
    ("stones", Scores::Stones),
];
pub(super) const FAIL: Choice<Fail> = &[("soft", Fail::Soft), ("hard", Fail::Hard)];
pub(super) const GENERATE: Choice<bool> = &[("one", false), ("all", true)];
pub(super) const SELECT: Choice<Select> = &[("queue", Select::Queue), ("sort", Select::Sort)];
pub(super) const CHILDREN: Choice<Children> = &[
    ("in-place", Children::InPlace),
    ("allocate", Children::Allocate),
    ("pool", Children::Pool),
];
pub(super) const ROOT: Choice<bool> = &[("shared", false), ("full", true)];
pub(super) const ALGORITHMS: Choice<()> = &[
    ("minimax", ()),
    ("alphabeta", ()),
    ("pvs", ()),
    ("mtd", ()),
    ("mcts", ()),
];

pub(super) const FORWARD: &[(&str, &[Parameter])] = &[
    ("off", &[]),
    (
        "best",
        &[Parameter::whole("k", 0.0, 1.0, 10_000.0).required()],
    ),
    (
        "fraction",
        &[Parameter::real("p", 0.0, 0.001, 1.0).required()],
    ),
    (
        "probcut",
        &[
            Parameter::whole("depth", 4.0, 2.0, 1000.0),
            Parameter::whole("shallow", 2.0, 0.0, 999.0),
            Parameter::real("p", 0.95, 0.5, 0.999_999),
            Parameter::real("a", 1.0, 1e-6, 1e6),
            Parameter::real("b", 0.0, -1e12, 1e12),
            Parameter::real("sigma", 0.0, 0.0, 1e12).required(),
        ],
    ),
];
pub(super) const WINDOW: &[(&str, &[Parameter])] = &[
    ("full", &[]),
    (
        "aspiration",
        &[Parameter::real("delta", 0.0, 1e-9, 1e15).required()],
    ),
    ("bisect", &[]),
];
pub(super) const THREADS: &[Parameter] = &[Parameter::whole("threads", 2.0, 1.0, 256.0)];
pub(super) const PARALLEL: &[(&str, &[Parameter])] = &[
    ("off", &[]),
    ("root", THREADS),
    ("lazy-smp", THREADS),
    ("abdada", THREADS),
];
