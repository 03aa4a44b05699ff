//! Engines with a name: tables of toggles in the language users write them in.

/// Name, toggles, what it is. Later ones build on earlier ones.
pub const PRESETS: &[(&str, &str, &str)] = &[
    (
        "minimax",
        r#"{ algorithm = "minimax" }"#,
        "full width, no pruning",
    ),
    (
        "alphabeta",
        r#"{ algorithm = "alphabeta" }"#,
        "alpha-beta, fail-soft",
    ),
    (
        "alphabeta+center",
        r#"{ preset = "alphabeta", order = ["center"] }"#,
        "centre first",
    ),
    (
        "alphabeta+eval",
        r#"{ preset = "alphabeta", order = ["eval"] }"#,
        "children sorted by the evaluator",
    ),
    (
        "alphabeta+history",
        r#"{ preset = "alphabeta", order = ["history"] }"#,
        "history, depth squared",
    ),
    (
        "alphabeta+killer",
        r#"{ preset = "alphabeta", order = ["killer"] }"#,
        "two killer moves a ply",
    ),
    (
        "alphabeta+tt",
        r#"{ preset = "alphabeta", tt = true, order = ["tt"] }"#,
        "transposition table, its move first",
    ),
    (
        "alphabeta+deepening",
        r#"{ preset = "alphabeta+tt", deepening = true, reorder = true }"#,
        "iterative deepening over the table",
    ),
    (
        "alphabeta+all",
        r#"{ preset = "alphabeta+deepening", order = ["tt", "killer", "history", "center"], anticipate = "losses", early-termination = true }"#,
        "every sound technique together",
    ),
    (
        "aspiration",
        r#"{ preset = "alphabeta+deepening", window = "aspiration(50)" }"#,
        "a window around the last iteration's value",
    ),
    (
        "pvs",
        r#"{ algorithm = "pvs", tt = true, order = ["tt", "history", "center"], deepening = true, reorder = true }"#,
        "principal variation search (NegaScout)",
    ),
    ("mtdf", r#"{ preset = "pvs", algorithm = "mtd" }"#, "MTD(f)"),
    (
        "sss",
        r#"{ preset = "mtdf", guess = "+inf", deepening = false, reorder = false }"#,
        "SSS* as MTD from above",
    ),
    (
        "dual",
        r#"{ preset = "sss", guess = "-inf" }"#,
        "DUAL* as MTD from below",
    ),
    (
        "mcts",
        r#"{ algorithm = "mcts" }"#,
        "Monte-Carlo tree search (UCT) with a solver",
    ),
    (
        "parallel-root",
        r#"{ preset = "alphabeta+tt", parallel = "root(2)" }"#,
        "the root's children on two threads",
    ),
    (
        "lazy-smp",
        r#"{ preset = "pvs", parallel = "lazy-smp(2)" }"#,
        "the same search on two threads, over one table",
    ),
    (
        "abdada",
        r#"{ preset = "pvs", parallel = "abdada(2)" }"#,
        "the same, each putting off what the other is at",
    ),
    (
        "fast",
        r#"{ algorithm = "pvs", order = ["tt", "killer", "history", "center"], tt = { size = 16, replace = "two-tier", mirror = true }, anticipate = "losses", early-termination = true, deepening = true, reorder = true }"#,
        "a fixed depth in the least time, for evaluators that see mirror images alike",
    ),
    (
        "solver",
        r#"{ scores = "distance", window = "bisect", bounds = "both", anticipate = "losses", order = ["tt", "threats", "center"], tt = { size = 64, mirror = true }, exact = true }"#,
        "exact values by full-depth search",
    ),
    (
        "tris-2016/base",
        r#"{ evaluator = "sequences-2016", early-termination = true, root = "full", generate = "all" }"#,
        "the Tris report's figure: alpha-beta with early termination",
    ),
    (
        "tris-2016/table",
        r#"{ preset = "tris-2016/base", tt = { size = 64, bounds = "unmarked", depth = false } }"#,
        "… with a table of unmarked values",
    ),
    (
        "tris-2016/ordered",
        r#"{ preset = "tris-2016/base", order = ["eval"] }"#,
        "… with sorted children",
    ),
    (
        "tris-2016/ordered+table",
        r#"{ preset = "tris-2016/table", order = ["eval"] }"#,
        "… with both",
    ),
    (
        "tris-2016/best-k",
        r#"{ preset = "tris-2016/ordered", forward = "best(20)" }"#,
        "… sorted, and only the best k children (set forward for another k)",
    ),
    (
        "tris-2016/best-k+table",
        r#"{ preset = "tris-2016/ordered+table", forward = "best(20)" }"#,
        "… and the table",
    ),
    (
        "conecta4/minimax",
        r#"{ algorithm = "minimax", evaluator = "runs", lines-end = false, root = "full" }"#,
        "the Conecta 4 report's figure: no pruning",
    ),
    (
        "conecta4/alphabeta",
        r#"{ preset = "conecta4/minimax", algorithm = "alphabeta" }"#,
        "… with alpha-beta",
    ),
    (
        "conecta4/sorted",
        r#"{ preset = "conecta4/alphabeta", order = ["eval"] }"#,
        "… and sorted children below the root",
    ),
    (
        "conecta4-report/minimax",
        r#"{ preset = "conecta4/minimax", evaluator = "line-weights" }"#,
        "the Conecta 4 report's printed formula: no pruning",
    ),
    (
        "conecta4-report/alphabeta",
        r#"{ preset = "conecta4/alphabeta", evaluator = "line-weights" }"#,
        "… with alpha-beta",
    ),
    (
        "conecta4-report/sorted",
        r#"{ preset = "conecta4/sorted", evaluator = "line-weights" }"#,
        "… and sorted children",
    ),
    (
        "ladder/minimax",
        r#"{ algorithm = "minimax", scores = "stones", anticipate = "wins", fail = "hard" }"#,
        "the Connect-4 ladder: full width",
    ),
    (
        "ladder/alphabeta",
        r#"{ preset = "ladder/minimax", algorithm = "alphabeta", bounds = "upper" }"#,
        "… with alpha-beta",
    ),
    (
        "ladder/centre",
        r#"{ preset = "ladder/alphabeta", order = ["center"] }"#,
        "… and centre columns first",
    ),
    (
        "ladder/table",
        r#"{ preset = "ladder/centre", tt = { entries = 8388593, key = "exact", bounds = "upper" } }"#,
        "… and a table of upper bounds",
    ),
    (
        "ladder/null-window",
        r#"{ preset = "ladder/table", window = "bisect" }"#,
        "… and null windows",
    ),
    (
        "ladder/anticipate",
        r#"{ preset = "ladder/null-window", anticipate = "losses", bounds = "both" }"#,
        "… and losing moves left out",
    ),
    (
        "ladder/threats",
        r#"{ preset = "ladder/anticipate", order = ["threats", "center"] }"#,
        "… and moves by the threats they make",
    ),
    (
        "ladder/lower-bounds",
        r#"{ preset = "ladder/threats", tt = { bounds = "both", entries = 8388617 } }"#,
        "… and lower bounds in the table",
    ),
    (
        "ladder/exact",
        r#"{ preset = "ladder/lower-bounds", tt = { size = 64 }, exact = { forced = false, etc = false, reach = false, parity = false, zugzwang = false, outwards = false, leave = 0, near = 0, grow = false } }"#,
        "… by the node function for exact values, with its table",
    ),
    (
        "ladder/mirror",
        r#"{ preset = "ladder/exact", tt = { mirror = true } }"#,
        "… and mirror images taken for one",
    ),
    (
        "ladder/forced",
        r#"{ preset = "ladder/mirror", exact = { forced = true } }"#,
        "… and forced moves played without searching",
    ),
    (
        "ladder/etc",
        r#"{ preset = "ladder/forced", exact = { etc = true } }"#,
        "… and children looked up before any is searched",
    ),
    (
        "ladder/reach",
        r#"{ preset = "ladder/etc", exact = { reach = true } }"#,
        "… and sides without room for a line",
    ),
    (
        "ladder/parity",
        r#"{ preset = "ladder/reach", exact = { parity = true } }"#,
        "… and sides whose moves can be answered in their columns",
    ),
    (
        "ladder/leave",
        r#"{ preset = "ladder/parity", exact = { leave = 10 } }"#,
        "… and no table for the last plies",
    ),
    (
        "ladder/grow",
        r#"{ preset = "ladder/leave", exact = { grow = true } }"#,
        "… and a table that is small at first",
    ),
    (
        "ladder/near",
        r#"{ preset = "ladder/grow", exact = { near = 20 } }"#,
        "… and a small table of their own for positions near the end",
    ),
    (
        "ladder/zugzwang",
        r#"{ preset = "ladder/near", exact = { zugzwang = true } }"#,
        "… and sides that must play below a threat in the end",
    ),
    (
        "ladder/outwards",
        r#"{ preset = "ladder/zugzwang", exact = { outwards = true } }"#,
        "… and null windows from zero outwards",
    ),
    (
        "ladder/two-threads",
        r#"{ preset = "ladder/outwards", parallel = "abdada(2)" }"#,
        "… and two threads, each putting off what the other is at",
    ),
];

/// The toggles of a preset.
pub fn find(name: &str) -> Option<&'static str> {
    let found = PRESETS.iter().find(|preset| preset.0 == name);
    found.map(|preset| preset.1)
}
