//! From rows of results to what a report says.
//!
//! | file | what |
//! |---|---|
//! | `data.rs` | the results of an experiment, a record a cell |
//! | `measure.rs` | what can be measured of a record: columns, and what follows from them |
//! | `aggregate.rs` | many records as one number with its interval |
//! | `comparison.rs`, `tables.rs`, `published.rs` | groups against a baseline; tables and findings; what others published beside ours |
//! | `document.rs` | a report before it is Markdown, HTML or LaTeX |
//! | `figures/` | the figures that a file declares, from results to charts |
//! | `contest/` | the same for matches: games, their figures, tables and findings |
//! | `shown.rs` | results and figures, whether of searches or of games |
//! | `declared.rs` | reading the `[[figure]]`, `[[table]]` and `[[published]]` sections of a file |

pub mod aggregate;
pub mod comparison;
pub mod contest;
pub mod data;
pub mod declared;
pub mod document;
pub mod figures;
pub mod measure;
pub mod published;
pub mod shown;
pub mod tables;

pub use aggregate::{Aggregate, Summary};
pub use data::{Data, Record};
pub use measure::Measure;
