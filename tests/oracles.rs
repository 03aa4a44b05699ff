//! Counts known from the literature and from independent programs.

use plyometer::game::{Game, Outcome, Side};
use plyometer::games::{GameSpec, Visit};
use plyometer::perft::{Distinct, sequences, sequences_parallel};
use rayon::prelude::*;

fn game(name: &str) -> GameSpec {
    name.parse().unwrap()
}

/// Sequences ply by ply, one thread and all of them.
struct Perft(usize);

impl Visit for Perft {
    type Output = Vec<u64>;
    fn visit<G: Game>(self, start: G) -> Vec<u64> {
        let plies = (0..=self.0).map(|ply| {
            let count = sequences_parallel(&start, ply);
            if count < 1_000_000 {
                assert_eq!(count, sequences(&start, ply));
            }
            count
        });
        plies.collect()
    }
}

/// Distinct positions ply by ply.
struct Positions(usize);

impl Visit for Positions {
    type Output = Vec<u64>;
    fn visit<G: Game>(self, start: G) -> Vec<u64> {
        let mut distinct = Distinct::new(&start);
        let mut counts = vec![distinct.count()];
        for _ in 0..self.0 {
            distinct.advance().unwrap();
            counts.push(distinct.count());
        }
        counts
    }
}

/// Every game played to its end.
#[derive(Default, PartialEq, Debug)]
struct Ends {
    first: u64,
    second: u64,
    draws: u64,
    nodes: u64,
    longest: usize,
}

impl Ends {
    fn games(&self) -> u64 {
        self.first + self.second + self.draws
    }

    fn join(self, other: Ends) -> Ends {
        Ends {
            first: self.first + other.first,
            second: self.second + other.second,
            draws: self.draws + other.draws,
            nodes: self.nodes + other.nodes,
            longest: self.longest.max(other.longest),
        }
    }
}

struct PlayOut;

impl Visit for PlayOut {
    type Output = Ends;
    fn visit<G: Game>(self, start: G) -> Ends {
        play_out(&start)
    }
}

fn play_out<G: Game>(game: &G) -> Ends {
    let mut ends = Ends {
        nodes: 1,
        ..Ends::default()
    };
    match game.outcome() {
        Some(outcome) => {
            match outcome {
                Outcome::Win(Side::First) => ends.first = 1,
                Outcome::Win(Side::Second) => ends.second = 1,
                Outcome::Draw => ends.draws = 1,
            }
            ends.longest = game.ply();
            ends
        }
        None => {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let child = |&mv: &_| {
                let mut child = game.clone();
                child.play(mv);
                play_out(&child)
            };
            if game.ply() < 3 {
                moves
                    .par_iter()
                    .map(child)
                    .reduce(Ends::default, Ends::join)
                    .join(ends)
            } else {
                moves.iter().map(child).fold(ends, Ends::join)
            }
        }
    }
}

#[test]
fn connect4() {
    let connect4 = game("connect4");
    let sequences = [
        1,
        7,
        49,
        343,
        2401,
        16_807,
        117_649,
        823_536,
        5_673_234,
        39_394_572,
        268_031_646,
    ];
    assert_eq!(connect4.visit(Perft(10)), sequences);
    let positions = [
        1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275, 558_186, 1_662_623,
    ];
    assert_eq!(connect4.visit(Positions(10)), positions);
}

#[test]
fn small_connect_boards() {
    for (name, cells, games, positions) in [
        (
            "connect(4,4,4)",
            16,
            [8_768_620, 8_543_744, 30_670_176],
            161_029,
        ),
        ("connect(3,3,3)", 9, [0; 3], 694),
        ("connect(3,4,4)", 12, [0; 3], 12_031),
    ] {
        let total: u64 = game(name).visit(Positions(cells)).iter().sum();
        assert_eq!(total, positions, "{name}");
        let ends = game(name).visit(PlayOut);
        if games != [0; 3] {
            assert_eq!([ends.first, ends.second, ends.draws], games, "{name}");
        }
    }
    assert_eq!(game("connect(4,4,4)").visit(PlayOut).games(), 47_982_540);
    assert_eq!(game("connect(3,3,3)").visit(PlayOut).games(), 1310);
    assert_eq!(game("connect(3,4,4)").visit(PlayOut).games(), 356_232);
}

#[test]
fn tic_tac_toe() {
    let sequences = [
        1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872,
    ];
    for name in ["mnk(3,3,3)", "tris(3,3)"] {
        assert_eq!(game(name).visit(Perft(9)), sequences);
        assert_eq!(game(name).visit(Positions(9)).iter().sum::<u64>(), 5478);
        let expected = Ends {
            first: 131_184,
            second: 77_904,
            draws: 46_080,
            nodes: 549_946,
            longest: 9,
        };
        assert_eq!(game(name).visit(PlayOut), expected);
    }
}

#[test]
fn chain_reaction() {
    assert_eq!(game("chain(2,2)").visit(Perft(2)), [1, 4, 12]);
    for (name, first, second, longest) in
        [("chain(2,2)", 64, 28, 5), ("chain(2,3)", 34_766, 25_292, 9)]
    {
        let ends = game(name).visit(PlayOut);
        assert_eq!(
            (ends.first, ends.second, ends.draws),
            (first, second, 0),
            "{name}"
        );
        assert_eq!(ends.longest, longest, "{name}");
    }
    for name in ["chain(10,6)", "chain(6,10)", "unstable"] {
        assert_eq!(game(name).visit(Perft(3)), [1, 60, 3540, 208_860], "{name}");
        assert_eq!(game(name).visit(WonAt(3)), 8, "{name}");
    }
    assert_eq!(game("unstable").visit(MostPlies), 149);
}

/// How many sequences end the game with their last move.
struct WonAt(usize);

impl Visit for WonAt {
    type Output = u64;
    fn visit<G: Game>(self, start: G) -> u64 {
        fn count<G: Game>(game: &G, depth: usize) -> u64 {
            match (game.outcome(), depth) {
                (Some(_), 0) => 1,
                (Some(_), _) | (None, 0) => 0,
                (None, _) => {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    let played = moves.into_iter().map(|mv| {
                        let mut child = game.clone();
                        child.play(mv);
                        count(&child, depth - 1)
                    });
                    played.sum()
                }
            }
        }
        count(&start, self.0)
    }
}

struct MostPlies;

impl Visit for MostPlies {
    type Output = usize;
    fn visit<G: Game>(self, start: G) -> usize {
        start.max_plies()
    }
}
