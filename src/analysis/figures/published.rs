//! Values that others published, by the names of what they belong to.

use super::by::Key;

/// Numbers, each with one name or two: a series and a place on the axis, in either order.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Published(pub Vec<(Vec<String>, f64)>);

impl Published {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number for a place on the axis and a series. A number with one name belongs to
    /// the place of that name; to the series if the axis has nothing else on it.
    pub fn of(&self, across: &Key, series: Option<&Key>, single: bool) -> Option<f64> {
        let found = self.0.iter().find(|(names, _)| match (&names[..], series) {
            ([name], None) => across.is_called(name),
            ([name], Some(series)) => single && series.is_called(name),
            ([first, second], Some(series)) => {
                (series.is_called(first) && across.is_called(second))
                    || (series.is_called(second) && across.is_called(first))
            }
            _ => false,
        });
        found.map(|(_, number)| *number)
    }
}
