//! Files that are right: which cells they have, in which order, and with which identities.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::time::Duration;

use plyometer::experiment::{CellId, Experiment, LoadError, Source};
use plyometer::game::Game;
use plyometer::games::{GameSpec, Visit};
use plyometer::notation;

fn parse(text: &str) -> Experiment {
    let experiment = Experiment::parse(Source::new(Path::new("x.toml"), text));
    experiment.unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

fn experiment(grid: &str, engines: &str, rest: &str) -> Experiment {
    parse(&format!(
        "title = \"t\"\nquestion = \"q\"\n[grid]\n{grid}\n[engines]\n{engines}\n{rest}\n"
    ))
}

/// Each cell as `game position depth engine`, a dash where there is none.
fn cells(grid: &str, engines: &str, rest: &str) -> Vec<String> {
    let cells = experiment(grid, engines, rest).cells;
    let shown = cells.iter().map(|cell| {
        let dash = |text: &str| match text {
            "" => "-".to_string(),
            text => text.replace(' ', "_"),
        };
        let depth = cell
            .limits
            .depth
            .map_or("-".into(), |depth| depth.to_string());
        let name = cell.game.to_string();
        let name = name.split(['(', '=', ',']).collect::<Vec<_>>();
        format!(
            "{}{} {} {depth} {}",
            name[0],
            name[2],
            dash(&cell.position),
            cell.engine.name
        )
    });
    shown.collect()
}

/// The engines of a file by name, with what they change.
fn engines(lines: &str) -> Vec<(String, String)> {
    let cells = experiment("game = \"tris(3,3)\"", lines, "").cells;
    let engines = cells.iter().map(|cell| &cell.engine);
    engines
        .map(|engine| (engine.name.clone(), engine.changed.clone()))
        .collect()
}

/// The positions of a file on a board.
fn positions(game: &str, lines: &str) -> Vec<String> {
    let grid = format!("game = \"{game}\"");
    let experiment = experiment(&grid, "a = \"minimax\"", &format!("[positions]\n{lines}"));
    let cells = experiment.cells.iter();
    cells.map(|cell| cell.position.to_string()).collect()
}

#[test]
fn cells_are_nested_in_one_order() {
    let expected = [
        "tris3 - 1 b",
        "tris3 - 1 a",
        "tris3 - 2 b",
        "tris3 - 2 a",
        "tris3 a1 1 b",
        "tris3 a1 1 a",
        "tris3 a1 2 b",
        "tris3 a1 2 a",
        "chain3 - 1 b",
        "chain3 - 1 a",
        "chain3 - 2 b",
        "chain3 - 2 a",
        "chain3 a1 1 b",
        "chain3 a1 1 a",
        "chain3 a1 2 b",
        "chain3 a1 2 a",
    ];
    let engines = "b = \"minimax\"\na = \"pvs\"";
    let places = "[positions]\nlist = [\"-\", \"a1\"]";
    let grid = "game = [\"tris(3,3)\", \"chain(3,3)\"]\ndepth = \"1..=2\"";
    assert_eq!(cells(grid, engines, places), expected);
    // Whatever the order of the file.
    let grid = "position = [\"\", \"a1\"]\ndepth = [1, 2]\ngame = [\"tris(3,3)\", \"chain(3,3)\"]";
    assert_eq!(cells(grid, engines, ""), expected);
}

#[test]
fn toggles_are_laid_over_every_engine() {
    let grid = "game = \"tris(3,3)\"\ntt.size = [1, 2]\nforward = [\"off\", \"best(2)\"]";
    let cells = experiment(
        grid,
        "a = \"alphabeta\"\nb = { tt = { mirror = true } }",
        "",
    )
    .cells;
    let shown: Vec<_> = cells
        .iter()
        .map(|cell| format!("{} {}", cell.engine.name, cell.engine.changed))
        .collect();
    assert_eq!(
        shown,
        [
            "a { tt = { size = 1 } }",
            "a { tt = { size = 1 }, forward = \"best(k=2)\" }",
            "a { tt = { size = 2 } }",
            "a { tt = { size = 2 }, forward = \"best(k=2)\" }",
            "b { tt = { size = 1, mirror = true } }",
            "b { tt = { size = 1, mirror = true }, forward = \"best(k=2)\" }",
            "b { tt = { size = 2, mirror = true } }",
            "b { tt = { size = 2, mirror = true }, forward = \"best(k=2)\" }",
        ]
    );
    // What would contradict itself alone may be fine with what is laid over it.
    let grid = "game = \"tris(3,3)\"\ntt = true";
    let cells = experiment(grid, "a = { parallel = \"lazy-smp\" }", "").cells;
    assert_eq!(
        cells[0].engine.changed,
        "{ tt = true, parallel = \"lazy-smp\" }"
    );
    // A list is a list of values, so several orders are a list of lists.
    let grid =
        "game = \"tris(3,3)\"\norder = [\"center\", [\"center\", \"eval\"], []]\nseed = \"1..=2\"";
    assert_eq!(
        experiment(grid, "a = { algorithm = \"mcts\" }", "")
            .cells
            .len(),
        6
    );
}

#[test]
fn zipped_axes_advance_together() {
    let grid = "game = [\"tris(3,3)\", \"tris(4,4)\"]\ndepth = [5, 3]\nengine = [\"a\", \"b\"]\n";
    let two = "a = \"minimax\"\nb = \"pvs\"";
    assert_eq!(
        cells(&format!("{grid}zip = [[\"game\", \"depth\"]]"), two, ""),
        ["tris3 - 5 a", "tris3 - 5 b", "tris4 - 3 a", "tris4 - 3 b"]
    );
    assert_eq!(
        cells(&format!("{grid}zip = [\"depth\", \"engine\"]"), two, ""),
        ["tris3 - 5 a", "tris3 - 3 b", "tris4 - 5 a", "tris4 - 3 b"]
    );
    assert_eq!(
        cells(
            &format!("{grid}zip = [\"game\", \"engine\", \"depth\"]"),
            two,
            ""
        ),
        ["tris3 - 5 a", "tris4 - 3 b"]
    );
    // Each game with positions of its own; a value may then stand there twice.
    let grid = "game = [\"connect4\", \"connect4\", \"tris(3,3)\"]\nposition = [\"44\", \"4\", \"b2\"]\n\
                zip = [\"position\", \"game\"]";
    assert_eq!(
        cells(grid, "a = \"minimax\"", ""),
        ["connect6 44 - a", "connect6 4 - a", "tris3 b2 - a"]
    );
}

#[test]
fn rules_exclude_cells_that_match_all_their_keys() {
    let grid = |rule: &str| format!("game = \"tris(3,3)\"\ndepth = \"1..=3\"\nexclude = {rule}");
    let two = "m = \"minimax\"\na = \"alphabeta\"";
    let left =
        |rule: &str| cells(&grid(rule), two, "[positions]\nlist = [\"\", \"a1\"]").join("; ");
    assert_eq!(
        left("{ engine = \"m\", depth = \"2..\" }"),
        "tris3 - 1 m; tris3 - 1 a; tris3 - 2 a; tris3 - 3 a; \
         tris3 a1 1 m; tris3 a1 1 a; tris3 a1 2 a; tris3 a1 3 a"
    );
    assert_eq!(
        left("[{ position = \"-\" }, { depth = [1, \"3..=9\"], algorithm = \"minimax\" }]"),
        "tris3 a1 1 a; tris3 a1 2 m; tris3 a1 2 a; tris3 a1 3 a"
    );
    assert_eq!(
        left("{ position = \" a1 \", game = [\"tris(size=3,series=3)\", \"tris(9,9)\"] }"),
        left("{ position = \"a1\" }"),
    );
    assert_eq!(
        left("[{ algorithm = [\"minimax\", \"pvs\"] }, { depth = \"1..=3 step 2\", tt = false }]"),
        "tris3 - 2 a; tris3 a1 2 a"
    );
    // A rule may pick a combination that would be an error.
    let grid = "game = [\"connect4\", \"tris(3,3)\"]\nposition = [\"44\", \"b2\"]\nexclude = [{ game = \"connect4\", \
                position = \"b2\" }, { game = \"tris(3,3)\", position = \"44\" }]";
    assert_eq!(
        cells(grid, "a = \"minimax\"", ""),
        ["connect6 44 - a", "tris3 b2 - a"]
    );
    // Numbers of toggles may be picked by a range, a table by what is in it.
    let grid = "game = \"tris(3,3)\"\ntt.size = [1, 2, 4, 8]\nexclude = [{ tt.size = \"2..=4\" }, { tt = { mirror = true } }]";
    assert_eq!(
        cells(
            grid,
            "a = \"alphabeta\"\nb = { tt = { mirror = true } }",
            ""
        ),
        ["tris3 - - a", "tris3 - - a"]
    );
}

#[test]
fn more_cells_can_be_included() {
    let grid = "game = [\"tris(3,3)\", \"tris(4,4)\"]\ndepth = [2, 1]\nzip = [\"game\", \"depth\"]\n\
                exclude = { game = \"tris(4,4)\", engine = \"b\" }\n";
    let two = "a = \"minimax\"\nb = \"pvs\"";
    let with = |include: &str| {
        let all = cells(&format!("{grid}include = {include}"), two, "");
        all[3..].join("; ")
    };
    // The zip is dissolved, nothing is excluded, and nothing comes twice.
    assert_eq!(
        with("{ depth = 1 }"),
        "tris3 - 1 a; tris3 - 1 b; tris4 - 1 b"
    );
    // An axis that the zip does not have leaves it alone.
    assert_eq!(
        with("{ nodes = 5, engine = \"b\" }"),
        "tris3 - 2 b; tris4 - 1 b"
    );
    assert_eq!(
        with("[{ game = \"connect4\", depth = 8, engine = \"a\" }, { engine = \"b\" }]"),
        "connect6 - 8 a; tris4 - 1 b"
    );
}

#[test]
fn engines_are_presets_tables_and_ladders() {
    let found = engines(
        "z = \"minimax\"\ny = { extends = \"x\", tt = { size = 2 } }\nx = { preset = \"alphabeta\", order = [\"tt\", \"center\"], tt = { mirror = true } }\nw = { extends = \"y\", tt = false }",
    );
    let expected = [
        ("z", "{ algorithm = \"minimax\" }"),
        (
            "y",
            "{ order = [\"tt\", \"center\"], tt = { size = 2, mirror = true } }",
        ),
        (
            "x",
            "{ order = [\"tt\", \"center\"], tt = { mirror = true } }",
        ),
        ("w", "{ order = [\"tt\", \"center\"] }"),
    ];
    assert_eq!(
        found,
        expected.map(|(name, changed)| (name.into(), changed.into()))
    );
}

#[test]
fn factorials_are_all_combinations() {
    let found =
        engines("a = { preset = \"pvs\", factorial = [\"tt\", \"order\", \"early-termination\"] }");
    let pvs = |toggles: &str, tt: &str| {
        format!("{{ algorithm = \"pvs\"{toggles}{tt}, deepening = true, reorder = true }}")
    };
    let order = ", order = [\"tt\", \"history(depth-squared)\", \"center\"]";
    let (tt, early) = (", tt = true", ", early-termination = true");
    let expected = [
        ("a:none", pvs("", "")),
        ("a:tt", pvs("", tt)),
        ("a:order", pvs(order, "")),
        ("a:tt+order", pvs(order, tt)),
        ("a:early-termination", pvs("", early)),
        ("a:tt+early-termination", pvs("", &format!("{tt}{early}"))),
        ("a:order+early-termination", pvs(order, early)),
        (
            "a:tt+order+early-termination",
            pvs(order, &format!("{tt}{early}")),
        ),
    ];
    assert_eq!(
        found,
        expected.map(|(name, changed)| (name.to_string(), changed))
    );

    let found = engines(
        "m = { factorial = { algorithm = [\"alphabeta\", \"pvs\"], order = [[], [\"tt\", \"center\"]], tt = [{ size = 1 }] } }",
    );
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "m:algorithm=alphabeta,order=[],tt={ size = 1 }",
            "m:algorithm=pvs,order=[],tt={ size = 1 }",
            "m:algorithm=alphabeta,order=[\"tt\", \"center\"],tt={ size = 1 }",
            "m:algorithm=pvs,order=[\"tt\", \"center\"],tt={ size = 1 }",
        ]
    );
    // One for all, but for those that have their own; and families by name.
    let shared = "factorial = [\"deepening\"]\na = \"alphabeta\"\nb = { preset = \"pvs\", factorial = [] }\nc = { extends = \"b\", factorial = [\"tt\"] }";
    let names: Vec<_> = engines(shared).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a:none", "a:deepening", "b", "c:none", "c:tt"]);
    let grid = "game = \"tris(3,3)\"\nengine = [\"c:tt\", \"a\"]";
    assert_eq!(
        cells(grid, shared, ""),
        [
            "tris3 - - c:tt",
            "tris3 - - a:none",
            "tris3 - - a:deepening"
        ]
    );
}

#[test]
fn positions_are_listed_in_a_fixed_order_and_once() {
    assert_eq!(
        positions(
            "tris(5,3)",
            "set = \"six-roots\"\nlist = [\"b1 b2\", \" e5 \"]"
        ),
        ["b1 b2", "e5", "", "a1", "e1", "a5", "c3"]
    );
    assert_eq!(
        positions("connect(6,12,4)", "list = [\"12 1\", \"-\"]"),
        ["12,1", ""]
    );
}

#[test]
fn files_of_positions_stand_beside_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sets")).unwrap();
    fs::write(folder.path().join("sets/p.txt"), "# two\n44 1\n4\n44\n").unwrap();
    let file = folder.path().join("x.toml");
    let text = "title = \"t\"\nquestion = \"q\"\n[grid]\ngame = \"connect4\"\n[engines]\na = \"minimax\"\n[positions]\nfile = \"sets/p.txt\"\n";
    fs::write(&file, text).unwrap();
    let experiment = Experiment::load(&file).unwrap();
    assert_eq!(experiment.name, "x");
    let found: Vec<_> = experiment
        .cells
        .iter()
        .map(|cell| (&*cell.position, cell.ply))
        .collect();
    assert_eq!(found, [("44", 2), ("4", 1)]);
    // A bad line of it is named.
    fs::write(folder.path().join("sets/p.txt"), "44\n48\n").unwrap();
    let error = Experiment::load(&file).unwrap_err().to_string();
    assert!(
        error.contains("x.toml:8:8: ") && error.contains("p.txt:2: move 2, `8`"),
        "{error}"
    );
    // And so is a byte that is no text.
    fs::write(&file, b"title = \"t\"\nquestion = \"\xff\"\n").unwrap();
    let error = Experiment::load(&file).unwrap_err().to_string();
    assert!(error.ends_with("x.toml:2:13: not UTF-8"), "{error}");
    let missing = Experiment::load(&folder.path().join("y.toml")).unwrap_err();
    assert!(matches!(missing, LoadError::Unreadable { .. }));
}

/// Whether a game is over in a position.
fn is_over(game: &str, position: &str) -> bool {
    struct IsOver<'a>(&'a str);
    impl Visit for IsOver<'_> {
        type Output = bool;
        fn visit<G: Game>(self, start: G) -> bool {
            notation::position(start, self.0)
                .unwrap()
                .outcome()
                .is_some()
        }
    }
    game.parse::<GameSpec>().unwrap().visit(IsOver(position))
}

#[test]
fn random_positions_are_distinct_unfinished_and_always_the_same() {
    let found = positions("connect4", "random = { plies = 12, count = 200, seed = 7 }");
    assert_eq!(found.len(), 200);
    for position in &found {
        assert!(
            position.len() == 12 && !is_over("connect4", position),
            "{position}"
        );
    }
    let some = positions("connect4", "random = { plies = 12, count = 3, seed = 7 }");
    assert_eq!(some, found[..3]);
    assert_eq!(some, ["756616652126", "522221614162", "134314316511"]);
    let others = positions("connect4", "random = { plies = 12, count = 3, seed = 8 }");
    assert_ne!(some, others);
    // All there are, no matter how the moves are ordered.
    let all = positions("tris(3,3)", "random = { plies = 2, count = 72, seed = 1 }");
    assert_eq!(all.iter().collect::<HashSet<_>>().len(), 72);
    let plies = positions(
        "connect4",
        "random = { plies = \"3..=5\", count = 60, seed = 1 }",
    );
    let plies: BTreeSet<_> = plies.iter().map(String::len).collect();
    assert_eq!(plies, BTreeSet::from([3, 4, 5]));
}

#[test]
fn random_positions_can_be_some_plies_from_the_end() {
    /// How long a game lasts if both sides play perfectly: by looking at everything.
    fn lasts<G: Game>(game: &mut G) -> (i32, usize) {
        if let Some(outcome) = game.outcome() {
            let lost = matches!(outcome, plyometer::game::Outcome::Win(_));
            return (-i32::from(lost), 0);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mut best: Option<(i32, usize)> = None;
        for mv in moves {
            let undo = game.play(mv);
            let (value, plies) = lasts(game);
            game.undo(mv, undo);
            let found = (-value, plies + 1);
            // The winner hurries, the loser delays; a draw lasts to the last cell anyway.
            let better = best.is_none_or(|best| {
                found.0 > best.0
                    || (found.0 == best.0 && found.0 > 0 && found.1 < best.1)
                    || (found.0 == best.0 && found.0 < 0 && found.1 > best.1)
            });
            if better {
                best = Some(found);
            }
        }
        best.unwrap()
    }
    struct Lasts<'a>(&'a str);
    impl Visit for Lasts<'_> {
        type Output = usize;
        fn visit<G: Game>(self, start: G) -> usize {
            lasts(&mut notation::position(start, self.0).unwrap()).1
        }
    }
    for (wanted, inside) in [("\"2..=3\"", 2..=3), ("5", 5..=5)] {
        let lines = format!("random = {{ plies = 8, count = 12, seed = 3, distance = {wanted} }}");
        for position in positions("connect(4,4,3)", &lines) {
            let game: GameSpec = "connect(4,4,3)".parse().unwrap();
            let lasts = game.visit(Lasts(&position));
            assert!(
                inside.contains(&lasts),
                "{position} lasts {lasts}, not {wanted}"
            );
        }
    }
}

#[test]
fn every_position_is_there_once_up_to_symmetry() {
    // Tic-tac-toe has 765 positions up to symmetry, of which 138 are finished; and 1, 3, 12,
    // 38, 108 after 0, 1, 2, 3, 4 plies, none of them finished.
    for (plies, count) in [
        ("0", 1),
        ("1", 3),
        ("2", 12),
        ("3", 38),
        ("4", 108),
        ("\"0..=8\"", 627),
    ] {
        let found = positions("tris(3,3)", &format!("every = {{ plies = {plies} }}"));
        assert_eq!(found.len(), count, "{plies}");
    }
    assert_eq!(
        positions("tris(3,3)", "every = { plies = 1 }"),
        ["a1", "b1", "b2"]
    );
    // A rectangle has four symmetries, falling stones only one.
    assert_eq!(
        positions("mnk(2,3,2)", "every = { plies = 1 }"),
        ["a1", "b1"]
    );
    assert_eq!(
        positions("connect4", "every = { plies = 1 }"),
        ["1", "2", "3", "4"]
    );
    assert_eq!(positions("connect4", "every = { plies = 2 }").len(), 25);
    assert_eq!(positions("chain(3,3)", "every = { plies = 1 }").len(), 3);
}

#[test]
fn a_trace_is_every_position_of_a_game() {
    assert_eq!(
        positions("connect4", "trace = { moves = \"4453\" }"),
        ["", "4", "44", "445"]
    );
    assert_eq!(
        positions("connect4", "trace = { moves = \"4453\", side = \"o\" }"),
        ["4", "445"]
    );
    let twice = "[[positions.trace]]\nx = \"random(seed=3)\"\no = { preset = \"alphabeta\", depth = 2 }\nplies = 5\nside = \"x\"\n";
    let text = format!(
        "title = \"t\"\nquestion = \"q\"\n[grid]\ngame = \"connect4\"\n[engines]\na = \"minimax\"\n{twice}"
    );
    let found = |text: &str| {
        let cells = parse(text).cells;
        cells
            .iter()
            .map(|cell| (cell.position.to_string(), cell.ply))
            .collect::<Vec<_>>()
    };
    let game = found(&text);
    assert_eq!(
        game.iter().map(|(_, ply)| *ply).collect::<Vec<_>>(),
        [0, 2, 4]
    );
    assert!(game.windows(2).all(|two| two[1].0.starts_with(&two[0].0)));
    assert_eq!(found(&text), game);
    // A game ends when it ends.
    let game = found(
        &text
            .replace("plies = 5", "plies = 50")
            .replace("random(seed=3)", "{ depth = 1 }"),
    );
    assert!(game.len() < 21, "{game:?}");
}

#[test]
fn how_cells_are_measured() {
    let measure = "[measure]\nrepeat = 5\nwarmup = 0\ntimeout = \"20s\"\nmemory = \"512MiB\"\nminimal = true\nquick = [{ depth = \"2..\" }]";
    let grid = "game = \"tris(3,3)\"\ndepth = \"1..=3\"";
    let one = experiment(grid, "a = \"minimax\"", measure);
    assert_eq!((one.measure.repeat, one.measure.warmup), (5, 0));
    assert_eq!(one.measure.timeout, Some(Duration::from_secs(20)));
    assert_eq!(one.measure.memory, Some(512 << 20));
    let quick: Vec<_> = one.cells.iter().map(|cell| cell.quick).collect();
    assert_eq!(quick, [true, false, false]);
    assert!(one.cells.iter().all(|cell| cell.minimal));
    let none = experiment(grid, "a = \"minimax\"", "");
    assert_eq!((none.measure.repeat, none.measure.warmup), (0, 1));
    assert!(none.cells.iter().all(|cell| cell.quick && !cell.minimal));
}

#[test]
fn figures_and_tables_are_kept_with_their_places() {
    let rest =
        "[[figure]]\nkind = \"bars\"\n[[figure]]\nkind = \"lines\"\n[[table]]\nrows = \"engine\"";
    let experiment = experiment("game = \"tris(3,3)\"", "a = \"minimax\"", rest);
    let figures = experiment.sections("figure");
    assert_eq!(figures.len(), 2);
    let kind = &figures[1].get_ref()["kind"];
    assert_eq!(kind.get_ref().as_str(), Some("lines"));
    let problem = experiment.file.problem(&kind.span(), "no such chart");
    assert_eq!(problem.to_string(), "x.toml:10:8: no such chart");
    assert_eq!(experiment.sections("table").len(), 1);
}

fn ids(experiment: &Experiment) -> Vec<CellId> {
    experiment.cells.iter().map(|cell| cell.id).collect()
}

#[test]
fn an_identity_does_not_depend_on_how_a_cell_is_written() {
    let one = experiment(
        "game = \"connect4\"\ndepth = [1, 2]\ntime = \"500ms\"",
        "a = { preset = \"alphabeta\", tt = true, order = \"tt\", forward = \"best(5)\" }",
        "",
    );
    let two = parse(
        "question = \"other\" # a comment\ntitle = \"words\"\n[positions]\nlist = \"-\"\n[measure]\nrepeat = 9\n\
         [engines]\nb = \"pvs\"\na = { order = [\"tt\"], forward = \"best(k=5)\", tt = { size = 16 }, algorithm = \"alphabeta\" }\n\
         [grid]\nengine = \"a\"\ntime = \"0.5 s\"\ndepth = \"1..3\"\ngame = [\"connect(k=4,cols=7,rows=6)\"]\n",
    );
    assert_eq!(ids(&one), ids(&two));
}

#[test]
fn an_identity_depends_on_everything_that_defines_a_cell() {
    let usual = ["game = \"connect4\"\ndepth = 4", "a = \"alphabeta\"", ""];
    let mut seen = HashSet::from([ids(&experiment(usual[0], usual[1], usual[2]))[0]]);
    for [grid, engines, rest] in [
        ["game = \"connect(6,7,5)\"\ndepth = 4", usual[1], ""],
        ["game = \"connect4\"\ndepth = 5", usual[1], ""],
        ["game = \"connect4\"", usual[1], ""],
        ["game = \"connect4\"\ndepth = 4\nnodes = 4", usual[1], ""],
        ["game = \"connect4\"\nnodes = 4", usual[1], ""],
        [
            "game = \"connect4\"\ndepth = 4\ntime = \"4s\"",
            usual[1],
            "",
        ],
        [
            "game = \"connect4\"\ndepth = 4\nforward = \"best(4)\"",
            usual[1],
            "",
        ],
        [usual[0], "b = \"alphabeta\"", ""],
        [usual[0], "a = \"minimax\"", ""],
        [usual[0], "a = { tt = { size = 4 } }", ""],
        [usual[0], "a = { evaluator = \"random(seed=4)\" }", ""],
        [usual[0], usual[1], "[positions]\nlist = \"4\""],
        [usual[0], usual[1], "[measure]\nminimal = true"],
    ] {
        let id = ids(&experiment(grid, engines, rest))[0];
        assert!(seen.insert(id), "{grid}\n{engines}\n{rest}");
    }
}

#[test]
fn a_hundred_thousand_cells_differ() {
    let grid = "game = [\"connect4\", \"connect(5,5,4)\"]\ndepth = \"1..=50\"\nnodes = \"1..=250\"";
    let cells = experiment(
        grid,
        "a = { preset = \"pvs\", factorial = [\"tt\", \"order\"] }",
        "",
    )
    .cells;
    assert_eq!(cells.len(), 100_000);
    let ids: HashSet<_> = cells.iter().map(|cell| cell.id).collect();
    assert_eq!(ids.len(), 100_000);
}
