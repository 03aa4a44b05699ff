//! plyometer: a laboratory for game-tree search.
//!
//! | module | what belongs there |
//! |---|---|
//! | [`game`] | the [`game::Game`] trait: all a search, a perft or an experiment may ask of a game |
//! | [`games`] | the games themselves, one a file, and how they are named |
//! | [`notation`], [`positions`] | moves and positions as text; files of positions |
//! | [`perft`] | counting the game tree |
//! | [`search`] | the search laboratory: algorithms, ordering, tables, pruning, counts |
//! | [`experiment`] | experiments: from a file to its cells |
//! | [`eval`] | evaluators, one a file |
//! | [`call`] | names with parameters, such as `best(10)` |
//! | [`contest`] | matches: games between players, and what they say about strength |
//! | [`players`] | who plays: the five reports' players, engines, greedy and random moves |
//! | [`units`] | times, memory and large numbers as text |
//! | [`analysis`] | from rows of results to what a report says |
//! | [`plot`] | charts, drawing only |
//! | [`report`] | the report as Markdown, HTML or LaTeX |
//! | [`stats`] | intervals, tests, fits, Elo |
//! | [`reports`] | what the five reports tested on |
//! | [`names`] | near misses among names a user types |
//! | [`cli`] | the `plyometer` command, one verb a file |

pub mod analysis;
pub mod call;
pub mod cli;
pub mod contest;
pub mod eval;
pub mod experiment;
pub mod game;
pub mod games;
pub mod names;
pub mod notation;
pub mod perft;
pub mod players;
pub mod plot;
pub mod positions;
pub mod report;
pub mod reports;
pub mod search;
pub mod sets;
pub mod stats;
pub mod units;
