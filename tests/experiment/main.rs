//! Experiment files, as whoever writes one meets them.

mod cells;
mod errors;
mod mutations;
