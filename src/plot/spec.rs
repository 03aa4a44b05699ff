//! What every chart is told: its words, its axes, its estimates, its look.

/// The words around a chart: a title above, a caption below, both wrapped to its width.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    pub title: String,
    pub subtitle: Option<String>,
    pub caption: Option<String>,
}

impl Words {
    /// A title alone.
    pub fn titled(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// The same with a line under the title.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.subtitle = Some(subtitle.into());
        self
    }

    /// The same with a text under the chart.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }
}

/// How values are laid out along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    #[default]
    Linear,
    /// Logarithmic, labelled in powers of ten. A zero has a band of its own.
    Log,
    /// Logarithmic, labelled in powers of two.
    Log2,
}

/// An axis of numbers: what is measured, in what unit, on what scale.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Axis {
    pub title: String,
    /// Shown in brackets after the title.
    pub unit: Option<String>,
    pub scale: Scale,
}

impl Axis {
    /// An axis with even steps.
    pub fn linear(title: impl Into<String>) -> Self {
        Self::on(Scale::Linear, title)
    }

    /// A logarithmic axis, labelled in powers of ten.
    pub fn log(title: impl Into<String>) -> Self {
        Self::on(Scale::Log, title)
    }

    /// A logarithmic axis, labelled in powers of two.
    pub fn log2(title: impl Into<String>) -> Self {
        Self::on(Scale::Log2, title)
    }

    /// An axis of the given scale.
    pub fn on(scale: Scale, title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            unit: None,
            scale,
        }
    }

    /// The same with a unit.
    #[must_use]
    pub fn unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = Some(unit.into());
        self
    }

    /// The title as it stands beside the axis: `time (ms)`.
    pub(crate) fn label(&self) -> String {
        match &self.unit {
            Some(unit) => format!("{} ({unit})", self.title),
            None => self.title.clone(),
        }
    }
}

/// An axis of names; the title may be empty where the names speak for themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    pub title: String,
    pub names: Vec<String>,
}

impl Names {
    /// A title and its names.
    pub fn new<S: Into<String>>(
        title: impl Into<String>,
        names: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            title: title.into(),
            names: names.into_iter().map(Into::into).collect(),
        }
    }
}

/// A value, and how far it may be off.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    /// From low to high; it need not hold the value, but must be the right way up.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A value that is known exactly, such as the count of a deterministic search.
    pub fn exact(value: f64) -> Self {
        Self {
            value,
            interval: None,
        }
    }

    /// A value between a low and a high bound.
    pub fn within(value: f64, low: f64, high: f64) -> Self {
        Self {
            value,
            interval: Some((low, high)),
        }
    }

    /// All the numbers that an axis must reach.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f64> {
        let (low, high) = self.interval.unwrap_or((self.value, self.value));
        [self.value, low, high].into_iter()
    }
}

/// A named series with one estimate for each name of the chart's axis; `None` is a
/// value that is not there, which is never drawn as zero.
#[derive(Clone, PartialEq, Debug)]
pub struct EstimateSeries {
    pub name: String,
    pub values: Vec<Option<Estimate>>,
}

/// Where the picture is for, and how large it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// In pixels.
    pub width: u32,
    /// In pixels; the least height: a chart whose labels, legend or rows need more
    /// grows taller rather than crowd.
    pub height: u32,
    pub theme: Theme,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            width: 720,
            height: 440,
            theme: Theme::Paper,
        }
    }
}

/// The colours that are not data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on white, for print and for viewers of single files.
    #[default]
    Paper,
    /// No background, text and axes in `currentColor`, for SVG inside an HTML page in
    /// light or dark mode. The page may set `--plot-paper`, `--plot-grid` and
    /// `--plot-series-1` and so on.
    Page,
}
