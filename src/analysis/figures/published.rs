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

/// What was published beside what was measured.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Agreement {
    same: usize,
    all: usize,
}

impl Agreement {
    pub fn add(&mut self, published: Option<f64>, measured: Option<f64>) {
        let Some(published) = published else { return };
        self.all += 1;
        self.same += usize::from(measured == Some(published));
    }

    /// Whether there is something that agrees and nothing that does not: then a line of its
    /// own would hide under the measured one.
    pub fn is_whole(self) -> bool {
        self.all > 0 && self.same == self.all
    }

    /// What a caption says of it.
    pub fn told(self) -> String {
        match (self.same, self.all) {
            (_, 0) => String::new(),
            (same, all) => format!(" {same} of {all} published values are the same."),
        }
    }
}
