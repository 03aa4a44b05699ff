//! What it costs that toggles are data: the same search with the toggles read at run time,
//! and with the same ones compiled in as constants. Both in turn, as a ratio.
//!
//! `cargo bench --bench toggles`

use plyometer::eval::EvaluatorSpec;
use plyometer::game::Game;
use plyometer::games::connect::Connect;
use plyometer::games::mnk::Mnk;
use plyometer::search::drive::fixed_depth;
use plyometer::search::order::{Order, TermKind};
use plyometer::search::score::Scores;
use plyometer::search::toggles::{
    Anticipate, Bare, KeyKind, Settings, StaticBounds, TableBounds, TableUse, Toggles,
};
use plyometer::search::tree::Tree;
use plyometer::search::tt::{Replace, Size, Table};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const PLAIN: Toggles = Bare::<true>::TOGGLES;

const EVERYTHING: Toggles = Toggles {
    scout: true,
    ordered: true,
    table: Some(TableUse {
        key: KeyKind::Zobrist,
        mirror: true,
        bounds: TableBounds::Both,
        depth: true,
    }),
    early_termination: true,
    anticipate: Anticipate::Losses,
    bounds: StaticBounds::Both,
    scores: Scores::Distance,
    ..PLAIN
};

struct EverythingConstant;
impl Settings for EverythingConstant {
    #[inline(always)]
    fn get(&self) -> &Toggles {
        &EVERYTHING
    }
}

fn pair<G: Game>(
    name: &str,
    game: &G,
    order: &[TermKind],
    run_time: Toggles,
    constant: impl Settings,
    depth: u32,
) {
    let tree = || {
        let evaluator: EvaluatorSpec = "random(values=50)".parse().expect("an evaluator");
        let table = Arc::new(Table::new(Size::Mebibytes(4), Replace::Always).expect("memory"));
        Tree::new(
            game,
            evaluator.build(game).expect("any game"),
            Order::new(order, game),
            Some(table),
        )
    };
    let (mut a, mut b) = (tree(), tree());
    let (value, counts) = fixed_depth(&mut a, &run_time, game, depth);
    assert_eq!(
        fixed_depth(&mut b, &constant, game, depth),
        (value, counts.clone())
    );
    let mut measure = |constants: bool| {
        let begun = Instant::now();
        if constants {
            b.forget();
            black_box(fixed_depth(&mut b, black_box(&constant), game, depth));
        } else {
            a.forget();
            black_box(fixed_depth(&mut a, black_box(&run_time), game, depth));
        }
        begun.elapsed().as_secs_f64()
    };
    // One after the other, so that whatever else the machine does hits both alike.
    let mut ratios: Vec<f64> = (0..201).map(|_| measure(false) / measure(true)).collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "{name}: {} nodes, run-time / constant = {:.3} (quartiles {:.3} to {:.3})",
        counts.nodes, ratios[100], ratios[50], ratios[150]
    );
}

fn main() {
    use TermKind::*;
    let connect = Connect::<u64>::new(6, 7, 4);
    let mnk = Mnk::<u64>::new(5, 5, 4);
    let order = [TableMove, Killer, HistoryDepth, Center];
    pair("connect4 plain", &connect, &[], PLAIN, Bare::<true>, 8);
    pair(
        "connect4 everything",
        &connect,
        &order,
        EVERYTHING,
        EverythingConstant,
        9,
    );
    pair("mnk(5,5,4) plain", &mnk, &[], PLAIN, Bare::<true>, 4);
    pair(
        "mnk(5,5,4) everything",
        &mnk,
        &order,
        EVERYTHING,
        EverythingConstant,
        5,
    );
}
