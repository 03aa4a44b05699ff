//! Files that are wrong: each mistake with the exact place and words it gets,
//! and all mistakes of a file at once.

use std::path::Path;

use plyometer::experiment::{Experiment, Source};

/// What is wrong with a file, a line each: `line:column: message`.
fn problems(text: &str) -> Vec<String> {
    let file = Path::new("tests/x.toml");
    let problems = match Experiment::parse(Source::new(file, text)) {
        Ok(_) => return Vec::new(),
        Err(problems) => problems.0,
    };
    let shown = problems.iter().map(|problem| {
        let shown = problem.to_string();
        shown
            .strip_prefix("tests/x.toml:")
            .unwrap_or(&shown)
            .to_string()
    });
    shown.collect()
}

/// A file with nothing wrong in it but for what is put in.
fn file(grid: &str, engines: &str, rest: &str) -> String {
    format!("title = \"t\"\nquestion = \"q\"\n[grid]\n{grid}\n[engines]\n{engines}\n{rest}\n")
}

/// A grid of line 4 on, that is wrong in exactly one way.
#[track_caller]
fn grid(lines: &str, expected: &[&str]) {
    let text = file(lines, "a = \"alphabeta\"\nm = \"minimax\"", "");
    assert_eq!(problems(&text), expected, "{text}");
}

/// Engines of line 7 on, that are wrong in exactly one way.
#[track_caller]
fn engines(lines: &str, expected: &[&str]) {
    let text = file("game = \"tris(3,3)\"\ndepth = 2", lines, "");
    assert_eq!(problems(&text), expected, "{text}");
}

/// `[positions]` of line 8 on, that is wrong in exactly one way.
#[track_caller]
fn positions(game: &str, lines: &str, expected: &[&str]) {
    let rest = format!("[positions]\n{lines}");
    let text = file(&format!("game = \"{game}\""), "a = \"alphabeta\"", &rest);
    assert_eq!(problems(&text), expected, "{text}");
}

#[test]
fn a_text_that_is_not_toml() {
    for (text, expected) in [
        (
            "title = \"t\nquestion = \"q\"\n",
            "1:11: not TOML: invalid basic string, expected `\"`",
        ),
        (
            "title = \n",
            "1:9: not TOML: string values must be quoted, expected literal string",
        ),
        (
            "title = \"t\"\ntitle = \"t\"\n",
            "2:1: not TOML: duplicate key",
        ),
        ("[grid\n", "1:6: not TOML: unclosed table, expected `]`"),
    ] {
        assert_eq!(problems(text), [expected], "{text}");
    }
    // All of them, on the lines they are on.
    let lines: Vec<_> = problems("a = \nb = 1\nc = ]\n[d\ne = \"é\" x\n")
        .iter()
        .map(|problem| problem.split(':').next().unwrap_or("").to_string())
        .collect();
    for line in ["1", "3", "4", "5"] {
        assert!(lines.contains(&line.to_string()), "{line}: {lines:?}");
    }
    assert!(!lines.contains(&"2".to_string()), "{lines:?}");
}

#[test]
fn what_a_file_must_have() {
    assert_eq!(
        problems(""),
        [
            "1:1: [engines] is missing",
            "1:1: [grid] is missing (or [match], for games)",
            "1:1: `question` is missing",
            "1:1: `title` is missing",
        ]
    );
    let text = "title = \" \"\nquestion = 3\nnotes = []\ngrid = 4\n[engines]\n[figure]\n";
    assert_eq!(
        problems(text),
        [
            "1:9: title: an empty text says nothing",
            "2:12: question: 3 is not a text",
            "3:9: notes: a list is not a text",
            "4:8: grid: 4 is not a table: write [grid]",
            "5:1: engines: there are none",
            "6:1: figure: a table is not a list of tables: write [[figure]]",
        ]
    );
    grid("", &["3:1: grid: `game` is missing"]);
    let text = file(
        "game = \"tris(3,3)\"",
        "a = \"minimax\"",
        "[mesure]\n[[table]]\nx = 1",
    );
    assert_eq!(
        problems(&text),
        ["7:2: unknown key `mesure`: did you mean `measure`?"]
    );
}

#[test]
fn wrong_axes() {
    let tris = "game = \"tris(3,3)\"\n";
    let rest = |line: &str| format!("{tris}{line}");
    grid(
        &rest("dept = 3"),
        &["5:1: unknown axis `dept`: did you mean `depth`?"],
    );
    grid(
        &rest("colour = 3"),
        &[
            "5:1: unknown axis `colour`: there are game, position, depth, nodes, time, engine, \
           zip, exclude, include, and the toggles of engines",
        ],
    );
    grid(
        "game = [\"tris(3,3)\", \"tris(3,4)\", \"trsi(3,3)\"]",
        &[
            "4:22: tris: series is 4, but no line on a 3×3 board is longer than 3",
            "4:35: unknown game `trsi`: did you mean `tris`?",
        ],
    );
    grid(
        "game = \"mnk-tournement\"",
        &["4:8: unknown game `mnk-tournement`: did you mean `mnk-tournament`?"],
    );
    grid(
        "game = [\"connect4\", \"mnk(3,3,3)\", \"connect(6,7,4)\"]",
        &["4:35: game: this value is there twice"],
    );
    grid("game = []", &["4:8: game: an empty list"]);
    grid(
        &rest("depth = [1, -1, 1.5, \"x\", 70000]"),
        &[
            "5:13: depth: -1 is not a whole number from 0 to 65535 or a range like \"1..=8\"",
            "5:17: depth: 1.5 is not a whole number from 0 to 65535 or a range like \"1..=8\"",
            "5:22: depth: \"x\" is not a whole number from 0 to 65535 or a range like \"1..=8\"",
            "5:27: depth: 70000 is not a whole number from 0 to 65535 or a range like \"1..=8\"",
        ],
    );
    grid(
        &rest("depth = [\"3..=1\", \"1..=x\", \"4..\", \"0..=65536\"]"),
        &[
            "5:10: depth: `3..=1` is an empty range",
            "5:19: depth: `1..=x` is not a range like 1..=8, 1..9 or 0..=100 step 10",
            "5:28: depth: a range needs an end here, as in 4..=4",
            "5:35: depth: `0..=65536` is not inside 0..=65535",
        ],
    );
    grid(
        &rest("depth = [\"1..=3\", 2]"),
        &["5:19: depth: this value is there twice"],
    );
    grid(
        &rest("nodes = 0\ntime = \"5\""),
        &[
            "5:9: nodes: 0 is not a whole number from 1 or a range like \"1..=8\"",
            "6:8: time: \"5\" is not a time such as \"500ms\", \"2s\" or \"1m\"",
        ],
    );
    grid(
        &rest("forward = [\"best(5)\", \"bset(5)\", \"best(k=5)\"]"),
        &[
            "5:23: forward: unknown forward `bset`: did you mean `best`?",
            "5:34: forward: this value is there twice",
        ],
    );
    grid(
        &rest("forward = [\"best(5)\", \"best(k=5)\"]"),
        &["5:23: forward: this value is there twice"],
    );
    grid(
        &rest("tt.size = [1, 0]\ntt.mirror = \"yes\""),
        &[
            "5:15: tt.size: 0 is not a whole number from 1 to 1048576",
            "6:13: tt.mirror: \"yes\" is not true or false",
        ],
    );
    grid(
        &rest("engine = [\"a\", \"b\", \"minmax\", \"a\"]"),
        &[
            "5:16: unknown engine `b`: did you mean `a`?",
            "5:21: unknown engine `minmax`: there are a, m",
            "5:31: engine: this value is there twice",
        ],
    );
    grid(
        &rest("position = [\"\", \"a1 a1\", \"a9\", \"-\"]"),
        &[
            "5:17: position `a1 a1` on tris(size=3,series=3): move 2, `a1`: the cell is taken",
            "5:26: position `a9` on tris(size=3,series=3): move 1, `a9`: not a cell; cells are written a1 to c3",
            "5:32: position: this value is there twice",
        ],
    );
    grid(
        &rest("depth = \"1..=50000\"\nnodes = \"1..=50000\""),
        &["3:1: 5000000000 combinations of values, more than 20000000"],
    );
}

#[test]
fn wrong_shapes() {
    let two = "game = [\"tris(3,3)\", \"tris(4,4)\"]\ndepth = [1, 2, 3]\n";
    let rest = |line: &str| format!("{two}{line}");
    grid(
        &rest("zip = [[\"game\", \"depth\"]]"),
        &["6:8: zip: the axes have not as many values as each other: game has 2, depth has 3"],
    );
    grid(
        &rest("zip = [\"game\", \"dept\"]"),
        &["6:16: zip: the grid has no axis `dept`: did you mean `depth`?"],
    );
    grid(
        &rest("zip = [[\"game\"], [\"game\", \"game\"], 3]"),
        &[
            "6:8: zip: a group has two axes or more",
            "6:27: zip: `game` is there twice",
            "6:36: zip: a group is a list of axes",
        ],
    );
    grid(
        &rest("exclude = [{ engin = \"a\" }, { nodes = 3 }, {}, 3]"),
        &[
            "6:14: unknown axis `engin`: did you mean `engine`?",
            "6:31: exclude: the grid has no axis `nodes`",
            "6:44: exclude: a rule without keys would pick every cell",
            "6:48: exclude: 3 is not a table like { engine = \"minimax\", depth = \"7..\" }",
        ],
    );
    grid(
        &rest(
            "exclude = [{ game = \"tris(3,9)\", depth = \"9..=1\", engine = \"z\", forward = 3 }]",
        ),
        &[
            "6:21: tris: series is 9, but no line on a 3×3 board is longer than 3",
            "6:42: depth: `9..=1` is an empty range",
            "6:60: unknown engine `z`: did you mean `a`?",
            "6:75: forward: 3 is not a text",
        ],
    );
    grid(
        &rest("exclude = { depth = \"0..\" }"),
        &["3:1: no cells: the rules leave none, or none that is new"],
    );
    grid(
        &rest("include = [{ depth = 3 }, { colour = 3 }]"),
        &[
            "6:29: unknown axis `colour`: there are game, position, depth, nodes, time, engine, and the toggles of engines",
        ],
    );
    grid(
        &rest("include = [{ depth = 4 }, { depth = 3 }]"),
        &["6:27: no cells: the rules leave none, or none that is new"],
    );
    let text = file(
        "game = \"tris(3,3)\"\nposition = \"a1\"",
        "a = \"minimax\"",
        "[positions]\nlist = [\"\"]",
    );
    assert_eq!(
        problems(&text),
        ["5:1: position: either an axis of the grid or [positions], not both"]
    );
}

#[test]
fn wrong_engines() {
    engines(
        "a = \"minimx\"\nb = { preset = \"pws\", tt = 3 }\nc = 3",
        &[
            "7:5: unknown preset `minimx`: did you mean `minimax`?",
            "8:16: unknown preset `pws`: did you mean `pvs`?",
            "8:28: tt: 3 is not false, true or a table like { size = 64 }",
            "9:5: c: 3 is not a preset's name or a table of toggles",
        ],
    );
    engines(
        "a = { algoritm = \"pvs\", algorithm = \"pws\", order = [\"tt\", \"centr\"], tt = { sise = 3, size = 0 } }",
        &[
            "7:7: unknown toggle `algoritm`: did you mean `algorithm`?",
            "7:37: algorithm: unknown `pws`: did you mean `pvs`?",
            "7:52: order: unknown order `centr`: did you mean `center`?",
            "7:76: unknown toggle `sise`: did you mean `size`?",
            "7:93: tt.size: 0 is not a whole number from 1 to 1048576",
        ],
    );
    engines(
        "a = { tt = { size = 1, entries = 2 } }",
        &["7:12: tt: either size or entries, not both"],
    );
    engines(
        "a = { extends = \"b\" }\nb = { extends = \"c\" }\nc = { extends = \"b\" }\nd = { extends = \"pvs\" }\ne = { extends = \"dd\" }",
        &[
            "8:17: extends: a circle: `b` extends `c` extends `b`",
            "10:17: extends: unknown engine `pvs`: it is a preset, write preset = \"pvs\"",
            "11:17: extends: unknown engine `dd`: did you mean `d`?",
        ],
    );
    engines(
        "a = { extends = \"b\", preset = \"pvs\" }\nb = \"pvs\"",
        &["7:17: an engine either extends another or starts from a preset, not both"],
    );
    engines(
        "\"a:b\" = \"pvs\"\n\"\" = \"pvs\"\n\" c\" = \"pvs\"",
        &[
            "7:1: the name of an engine has no colon in it, and no blank around it",
            "8:1: the name of an engine has no colon in it, and no blank around it",
            "9:1: the name of an engine has no colon in it, and no blank around it",
        ],
    );
    engines(
        "a = { algorithm = \"mtd\", window = \"bisect\" }\nb = { extends = \"a\", fail = \"hard\" }",
        &[
            "7:35: engine `a`: window: mtd chooses its own windows",
            "8:29: engine `b`: fail: mtd with hard fails would take a pass for every possible score; use soft",
        ],
    );
    engines(
        "a = { evaluator = \"owned-and-unstable\" }\nb = { lines-end = false }\nc = \"mcts\"\nd = { extends = \"a\" }",
        &[
            "7:19: engine `a` on tris(size=3,series=3): evaluator: owned-and-unstable needs a game of chain",
            "10:1: engine `d` on tris(size=3,series=3): evaluator: owned-and-unstable needs a game of chain",
        ],
    );
}

#[test]
fn wrong_factorials() {
    engines(
        "a = { preset = \"pvs\", factorial = [\"tt\", \"odrer\", \"tt\", 3] }",
        &[
            "7:42: unknown toggle `odrer`: did you mean `order`?",
            "7:51: factorial: `tt` is there twice",
            "7:57: factorial: 3 is not a toggle's name",
        ],
    );
    engines(
        "a = { factorial = [\"forward\"] }\nfactorial = [\"tt\", \"order\"]\nb = \"minimax\"",
        &[
            "7:20: factorial: engine `a` has no `forward` to switch on and off; set it, or give the values: factorial = { forward = […] }",
            "8:20: factorial: engine `b` has no `order` to switch on and off; set it, or give the values: factorial = { order = […] }",
        ],
    );
    engines(
        "a = { factorial = { tt = [], order = [\"center\", [\"center\"]], fail = [\"medium\"] } }",
        &[
            "7:26: factorial: tt: an empty list",
            "7:49: factorial: order has this value twice",
            "7:70: fail: unknown `medium`: there are soft, hard",
        ],
    );
    engines(
        "a = { factorial = [\"tt\", \"tt.mirror\"] }\nb = { factorial = 3 }",
        &[
            "7:26: factorial: tt.mirror switches tt on; name one of the two",
            "8:19: factorial: 3 is not a list of toggles or a table of their values",
        ],
    );
    // One combination of four contradicts itself; it has to be excluded.
    let design =
        "a = { factorial = { algorithm = [\"pvs\", \"mtd\"], window = [\"full\", \"bisect\"] } }";
    engines(
        design,
        &["7:49: engine `a:algorithm=mtd,window=bisect`: window: mtd chooses its own windows"],
    );
    let grid = "game = \"tris(3,3)\"\nexclude = { algorithm = \"mtd\", window = \"bisect\" }";
    assert_eq!(problems(&file(grid, design, "")), [""; 0]);
}

#[test]
fn what_the_grid_lays_over_engines() {
    let contradiction = "5:19: engine `a`: window: mtd chooses its own windows";
    let lines = "game = \"tris(3,3)\"\nwindow = [\"full\", \"bisect\"]";
    let text = file(lines, "a = { algorithm = \"mtd\" }", "");
    assert_eq!(problems(&text), [contradiction]);
    // A toggle that changes nothing would count one search twice.
    let lines = "game = \"tris(3,3)\"\nseed = [1, 2]";
    let text = file(lines, "a = \"mcts\"\nb = \"pvs\"", "");
    assert_eq!(
        problems(&text),
        ["5:12: engine `b` with seed = 2 gives a cell that is there already; exclude it"]
    );
    // An evaluator that fits one of two games.
    let lines = "game = [\"tris(3,3)\", \"unstable\"]\nevaluator = [\"zero\", \"sequences\"]";
    assert_eq!(
        problems(&file(lines, "a = \"pvs\"", "")),
        ["5:22: engine `a` on chain(rows=6,cols=10): evaluator: sequences needs a game of lines"]
    );
    // Engines that no cell uses are looked at too.
    let lines = "game = \"tris(3,3)\"\nengine = \"a\"";
    let text = file(lines, "a = \"pvs\"\nb = { parallel = \"lazy-smp\" }", "");
    assert_eq!(
        problems(&text),
        [
            "8:18: engine `b`: parallel: lazy-smp works through the transposition table; set tt = true"
        ]
    );
}

#[test]
fn wrong_positions() {
    positions(
        "tris(3,3)",
        "list = [\"\", \"a1 a1\", 3, \"a1\", \" a1 \"]\nset = \"six-root\"\nfile = 3",
        &[
            "8:13: position `a1 a1` on tris(size=3,series=3): move 2, `a1`: the cell is taken",
            "8:22: list: 3 is not a text",
            "8:31: list: this position is there twice",
            "9:7: unknown set of positions `six-root`: did you mean `six-roots`?",
            "10:8: file: 3 is not a text",
        ],
    );
    positions(
        "tris(3,3)",
        "list = []\ntrace = []",
        &["8:8: list: an empty list", "9:9: trace: an empty list"],
    );
    positions(
        "connect4",
        "set = \"six-roots\"",
        &[
            "8:7: on connect(rows=6,cols=7,k=4): set: six-roots are cells, but stones fall down here",
        ],
    );
    positions(
        "tris(3,3)",
        "file = \"no/such.txt\"",
        &[
            "8:8: on tris(size=3,series=3): tests/no/such.txt: No such file or directory (os error 2)",
        ],
    );
    positions(
        "tris(3,3)",
        "random = { plies = \"x\", count = 0, sed = 1 }\nevery = {}\ntrace = { moves = \"a1\", side = \"X\" }",
        &[
            "8:10: random: `seed` is missing",
            "8:20: plies: \"x\" is not a whole number or a range like \"3..=10\"",
            "8:33: count: 0 is not a whole number from 1 to 100000",
            "8:36: unknown key `sed`: did you mean `seed`?",
            "9:9: every: `plies` is missing",
            "10:32: side: \"X\" is not \"x\", \"o\" or \"both\"",
        ],
    );
    positions(
        "tris(3,3)",
        "random = [{ plies = 20, count = 1, seed = 1 }, { plies = 1, count = 10, seed = 1 }]\nevery = { plies = 9 }",
        &[
            "8:11: on tris(size=3,series=3): no game lasts longer than 9 plies",
            "8:48: on tris(size=3,series=3): random: 9 such positions found, not 10; ask for fewer",
            "9:9: on tris(size=3,series=3): no game lasts longer than 9 plies",
        ],
    );
    positions(
        "tris(3,3)",
        "trace = { moves = \"a1 a1\" }",
        &["8:9: on tris(size=3,series=3): trace: move 2, `a1`: the cell is taken"],
    );
    positions(
        "connect(7,7,4)",
        "every = { plies = 10 }",
        &[
            "8:9: on connect(rows=7,cols=7,k=4): every: more than 100000 positions, or too many to look at",
        ],
    );
    positions(
        "mnk(9,9,5)",
        "random = { plies = 4, count = 1, seed = 1, distance = \"3..\" }",
        &[
            "8:10: on mnk(m=9,n=9,k=5): distance: the end of `i9 b8 i7 a8` is not found within 1000000 nodes; take a smaller board or more plies",
        ],
    );
}

#[test]
fn wrong_traces() {
    positions(
        "connect4",
        "trace = [{}, { x = \"pvs\" }, { moves = \"44\", o = \"pvs\" }, { x = \"player(conecta5)\", o = 3 }]",
        &[
            "8:10: trace: `moves` are missing, or the players `x` and `o`",
            "8:14: trace: `o` is missing",
            "8:45: trace: either the moves of a game or two players, not both",
            "8:64: x: unknown player `conecta5`: did you mean `conecta4`?",
            "8:88: o: 3 is not a text",
        ],
    );
    positions(
        "connect4",
        "trace = { x = \"player(conecta4,time=1)\", o = { preset = \"pvs\", parallel = \"lazy-smp\" } }",
        &[
            "8:15: x: player(conecta4,time=1) may play otherwise on another machine; give it a limit of nodes, and one thread",
            "8:46: o: { parallel = \"lazy-smp\", preset = \"pvs\" } may play otherwise on another machine; give it a limit of nodes, and one thread",
        ],
    );
    positions(
        "tris(3,3)",
        "trace = { x = \"player(conecta4)\", o = \"random\" }",
        &[
            "8:9: on tris(size=3,series=3): trace: player(conecta4): player(conecta4) plays connect, not this game",
        ],
    );
}

#[test]
fn wrong_measures() {
    let measure = "[measure]\nrepeat = -1\nwarmup = \"1\"\ntimeout = 20\nmemory = \"5\"\nminimal = 1\n\
                   quick = { depth = 3, engine = \"b\" }\nrepeats = 3";
    let text = file("game = \"tris(3,3)\"", "a = \"pvs\"", measure);
    assert_eq!(
        problems(&text),
        [
            "8:10: repeat: -1 is not a whole number from 0 to 1000000",
            "9:10: warmup: \"1\" is not a whole number from 0 to 1000000",
            "10:11: timeout: 20 is not a time such as \"500ms\", \"2s\" or \"1m\"",
            "11:10: memory: \"5\" is not an amount of memory such as \"512MiB\" or \"2GiB\"",
            "12:11: minimal: 1 is not true or false",
            "13:11: quick: the grid has no axis `depth`",
            "13:31: unknown engine `b`: did you mean `a`?",
            "14:1: unknown key `repeats`: did you mean `repeat`?",
        ]
    );
    let text = file(
        "game = \"tris(3,3)\"",
        "a = \"pvs\"",
        "[measure]\nquick = [{ engine = \"a\" }]",
    );
    assert_eq!(problems(&text), ["8:10: quick: the rules leave no cells"]);
}

#[test]
fn columns_count_characters() {
    grid(
        "game = [\"tris(3,3)\", \"é\"]",
        &[
            "4:22: unknown game `é`: there are connect, mnk, tris, chain, connect4, unstable, mnk-tournament, connectx-tournament, tris-report",
        ],
    );
    let text = file(
        "game = \"tris(3,3)\"",
        "\"é\" = \"pvs\"\n\"🦀\" = { x = 3 } # é",
        "",
    );
    assert!(
        problems(&text)[0].starts_with("7:9: unknown toggle `x`"),
        "{:?}",
        problems(&text)
    );
    // Lines may end as they like, and begin with a mark that nobody sees.
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert!(
        problems(&text)[0].starts_with("7:9: unknown toggle `x`"),
        "{:?}",
        problems(&text)
    );
}

#[test]
fn all_mistakes_of_a_file_at_once() {
    let text = "\
titel = \"t\"
question = \"q\"
[grid]
game = [\"tris(3,3)\", \"unstabel\"]
depth = \"1..\"
engine = [\"a\", \"z\"]
exclude = { dept = 3 }
[engines]
a = { algorithm = \"minmax\" }
b = { extends = \"c\" }
[positions]
list = [\"d4\"]
random = { plies = 3 }
[measure]
timeout = \"soon\"
";
    let lines: Vec<_> = problems(text)
        .iter()
        .map(|problem| problem.split(':').next().unwrap_or("").to_string())
        .collect();
    let expected = [1, 1, 4, 5, 6, 7, 9, 10, 12, 13, 13, 15].map(|line: usize| line.to_string());
    assert_eq!(lines, expected);
}
