//! Files that somebody's cat has walked over: thousands of them, none of which may make
//! the program panic, and each mistake of which must be on a line of the file.

use std::path::Path;

use plyometer::experiment::{Experiment, Source};
use proptest::prelude::*;
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Files with everything that a file can have.
const SEEDS: [&str; 4] = [
    r#"title = "Ladders" # a comment
question = "What does each rung save?"
source = "é × 🦀"
notes = """
several
lines"""
[grid]
game = ["tris(3,3)", "tris(4,3)"]
depth = "1..=3"
nodes = [1_000, 2000]
forward = ["off", "best(5)"]
"tt.size" = [1, 2]
exclude = [{ engine = "minimax", depth = "2.." }, { position = "a1", algorithm = "alphabeta" }]
include = [{ game = "connect(4,4,3)", depth = 4, position = ["", "1"] }]
[engines]
minimax = "minimax"
alphabeta = { extends = "minimax", algorithm = "alphabeta" }
ordered = { extends = "alphabeta", order = ["tt", "center"], tt = { size = 1, mirror = true } }
[positions]
list = ["", "a1", "b2 a1"]
set = "six-roots"
"#,
    r#"title = "A design"
question = 'Which of them matter?'
[grid]
game = "connect(4,4,3)"
time = ["10ms", "1s"]
engine = ["all", "mix:algorithm=pvs,tt=false"]
zip = [["time", "seed"]]
seed = "1..=2"
[engines]
factorial = ["deepening"]
all = { preset = "pvs", factorial = ["tt", "order", "deepening"] }
mix = { preset = "alphabeta", factorial = { algorithm = ["alphabeta", "pvs"], tt = [false, true] } }
plain = { evaluator = "random(seed=7,values=2)", window = "aspiration(50)" }
monte = { algorithm = "mcts", iterations = 10, factorial = [] }
[positions]
random = { plies = 4, count = 3, seed = 1 }
every = { plies = "0..=1" }
trace = { moves = "1234", side = "x" }
[measure]
repeat = 5
warmup = 1
timeout = "20s"
memory = "512MiB"
minimal = true
quick = [{ engine = "all:none" }]
"#,
    r#"title = "Pairs"
question = "Does it scale?"
[grid]
game = ["mnk(3,4,3)", "chain(2,3)", "unstable"]
position = ["a1 b1", "-", "a1"]
depth = [3, 2, 1]
zip = [["game", "position", "depth"]]
order = ["center", ["center", "natural"], []]
early-termination = [true, false]
[engines]
[engines.a]
preset = "alphabeta"
tt.size = 1
tt.replace = "two-tier"
[engines.b]
extends = "a"
bounds = "both"
[[figure]]
kind = "bars"
y = "nodes"
[[table]]
rows = "engine"
"#,
    r#"title = "Games"
question = "Who is searching?"
[grid]
game = "connect(4,4,3)"
depth = "0..=8 step 4"
[engines]
a = "minimax"
[[positions.trace]]
x = "random(seed=1)"
o = { preset = "alphabeta", depth = 1 }
plies = 4
[[positions.random]]
plies = "8..=9"
count = 2
seed = 5
distance = "1..=4"
"#,
];

/// Words that are put in the place of others.
const WORDS: [&str; 40] = [
    "",
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "#",
    "\n",
    "\r\n",
    "\t",
    "-1",
    "0",
    "3.5",
    "nan",
    "1979-05-27",
    "99999999999999999999",
    "0x1f",
    "true",
    "\"x\"",
    "\"1..=3\"",
    "\"3..\"",
    "\"minimax\"",
    "\"a\"",
    "[]",
    "{}",
    "\u{0}",
    "\u{feff}",
    "é",
    "🦀",
    "game",
    "tt",
    "extends = \"b\"",
    "1_0",
];

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n.max(1) as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// The words of a text with what stands between them.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || "_-\".(){}=".contains(c);
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let same = |c: char| is_word(c) != is_word(first);
        let (token, after) = rest.split_at(rest.find(same).unwrap_or(rest.len()));
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// The values and names of a text, and every other character alone.
fn values(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || "_-".contains(c);
    let mut values = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => rest[1..].find('"').map(|end| end + 2),
            first if is_word(first) => rest.find(|c| !is_word(c)),
            first => Some(first.len_utf8()),
        };
        let (value, after) = rest.split_at(end.unwrap_or(rest.len()));
        values.push(value);
        rest = after;
    }
    values
}

/// Puts a value or a name in the place of another, which leaves TOML what it is.
fn replace_value<'a>(random: &mut Random, parts: &mut [&'a str], others: &[&'a str]) {
    let is_value = |part: &&str| part.starts_with(|c: char| c.is_alphanumeric() || c == '"');
    let others: Vec<_> = others.iter().copied().filter(is_value).collect();
    let places = (0..parts.len()).filter(|&at| is_value(&parts[at]));
    let places: Vec<_> = places.collect();
    if let (false, false) = (places.is_empty(), others.is_empty()) {
        parts[places[random.below(places.len())]] = random.pick(&others);
    }
}

/// Swaps, deletes, doubles or replaces some of the parts.
fn mutate<'a>(random: &mut Random, parts: &mut Vec<&'a str>, others: &[&'a str]) {
    let at = random.below(parts.len());
    match random.below(5) {
        0 => {
            parts.remove(at);
        }
        1 => parts.insert(at, random.pick(others)),
        2 => parts[at] = random.pick(others),
        3 => {
            let other = random.below(parts.len());
            parts.swap(at, other);
        }
        _ => parts.insert(at, parts[random.below(parts.len())]),
    }
}

/// A file with one to four things wrong, or perhaps none.
fn mutated(seed: u64) -> String {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut text = random.pick(&SEEDS).to_string();
    // Mostly one thing, sometimes up to four.
    for _ in 0..=random.below(2) * random.below(4) {
        let before = text;
        let other = random.pick(&SEEDS);
        let words = WORDS.to_vec();
        let cut: fn(&str) -> Vec<&str> = match random.below(6) {
            0 => |text| text.split_inclusive('\n').collect(),
            1 => |text| text.split_inclusive(|_| true).collect(),
            2 => tokens,
            _ => values,
        };
        let mut parts = cut(&before);
        let others = if random.below(3) == 0 {
            words
        } else {
            cut(other)
        };
        match (parts.is_empty(), random.below(2)) {
            (true, _) => {}
            (false, 0) => mutate(&mut random, &mut parts, &others),
            (false, _) => replace_value(&mut random, &mut parts, &others),
        }
        text = parts.concat();
    }
    text
}

/// Reads a text, and returns whether it is right.
fn check(text: &str) -> Result<bool, TestCaseError> {
    let lines = text.lines().count().max(1);
    match Experiment::parse(Source::new(Path::new("m.toml"), text)) {
        Ok(experiment) => {
            prop_assert!(!experiment.cells.is_empty());
            Ok(true)
        }
        Err(problems) => {
            prop_assert!(!problems.0.is_empty());
            for problem in &problems.0 {
                prop_assert!((1..=lines).contains(&problem.line), "{}", problem);
                let line = text.lines().nth(problem.line - 1).unwrap_or("");
                // The end of a line is one column past it; a mark at its begin is none.
                prop_assert!(
                    (1..=line.chars().count() + 2).contains(&problem.column),
                    "{}",
                    problem
                );
                prop_assert!(!problem.message.is_empty() && !problem.message.contains('\n'));
            }
            Ok(false)
        }
    }
}

#[test]
fn the_seeds_are_right() {
    for seed in SEEDS {
        assert!(matches!(check(seed), Ok(true)), "{seed}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6_000, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_are_right_or_wrong_on_a_line(seed in any::<u64>()) {
        let text = mutated(seed);
        check(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    }

    #[test]
    fn any_text_is_right_or_wrong_on_a_line(text in "\\PC{0,80}|[\\[\\]{}=\"'.,#\n a-z0-9]{0,120}") {
        check(&text)?;
    }
}

/// Mutations must not be so wild that nothing but the first stage of reading is tried.
#[test]
fn some_mutated_files_are_right_and_others_are_toml() {
    let (mut right, mut toml) = (0, 0);
    for seed in 0..400 {
        let text = mutated(seed);
        right += usize::from(check(&text).unwrap());
        toml += usize::from(text.parse::<toml::Table>().is_ok());
    }
    assert!(right >= 20, "{right} of 400");
    assert!(toml >= right + 60, "{toml} and {right} of 400");
}
