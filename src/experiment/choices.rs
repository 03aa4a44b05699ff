//! The engines that cells use: those of the file, with toggles of the grid laid over them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use toml::Value;

use crate::experiment::cell::NamedEngine;
use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::engines::Engines;
use crate::experiment::toggle::Toggle;
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::search::Engine;
use crate::search::spec::EngineError;

/// A toggle of the grid with its value, and where that stands.
pub type Over<'a> = (Toggle, &'a Value, Span);

/// An engine with toggles of the grid laid over it.
pub struct Choice<'a> {
    /// Which engine of the file.
    pub number: usize,
    pub over: Vec<Over<'a>>,
    /// Not yet checked for contradictions; none where something else is wrong.
    pub engine: Option<Engine>,
    /// Checked and named, once a cell needs it; then none if it contradicts itself.
    named: Option<Option<Arc<NamedEngine>>>,
    /// Whether it fits a game, once a cell needs to know.
    fits: HashMap<GameSpec, bool>,
}

/// All choices that have been met.
pub struct Choices<'a> {
    engines: &'a Engines,
    all: Vec<Choice<'a>>,
}

impl<'a> Choices<'a> {
    pub fn new(engines: &'a Engines) -> Self {
        Choices {
            engines,
            all: Vec::new(),
        }
    }

    pub fn get(&self, choice: usize) -> &Choice<'a> {
        &self.all[choice]
    }

    /// Lays toggles over an engine. Contradictions among them are nobody's business until a
    /// cell uses the result.
    pub fn add(&mut self, diagnosis: &mut Diagnosis, number: usize, over: Vec<Over<'a>>) -> usize {
        let mut choice = Choice {
            number,
            over,
            engine: None,
            named: None,
            fits: HashMap::new(),
        };
        if let Some(mut table) = self.engines.all[number].toggles.clone() {
            for (toggle, value, _) in &choice.over {
                toggle.set(&mut table, value);
            }
            match Engine::unchecked(&table) {
                Ok(engine) => choice.engine = Some(engine),
                Err(error) => choice.complain(diagnosis, self.engines, &error, None),
            }
        }
        self.all.push(choice);
        self.all.len() - 1
    }

    /// The engine of a choice, if it makes sense on the board of a game.
    pub fn on(
        &mut self,
        diagnosis: &mut Diagnosis,
        choice: usize,
        game: GameSpec,
    ) -> Option<Arc<NamedEngine>> {
        let named = self.checked(diagnosis, choice)?;
        let choice = &mut self.all[choice];
        if let Some(fits) = choice.fits.get(&game) {
            return fits.then_some(named);
        }
        let fits = game.visit(Fits(&named.engine));
        choice.fits.insert(game, fits.is_ok());
        match fits {
            Ok(()) => Some(named),
            Err(error) => {
                choice.complain(diagnosis, self.engines, &error, Some(game));
                None
            }
        }
    }

    /// The engine of a choice, if its toggles do not contradict each other.
    fn checked(&mut self, diagnosis: &mut Diagnosis, choice: usize) -> Option<Arc<NamedEngine>> {
        let choice = &mut self.all[choice];
        if let Some(named) = &choice.named {
            return named.clone();
        }
        let variant = &self.engines.all[choice.number];
        let named = match choice.engine.clone()?.consistent() {
            Ok(engine) => Some(Arc::new(NamedEngine {
                name: variant.name.clone(),
                family: variant.family.clone(),
                changed: engine.changed(),
                engine,
            })),
            Err(error) => {
                choice.complain(diagnosis, self.engines, &error, None);
                None
            }
        };
        choice.named.insert(named).clone()
    }

    /// Checks the engines that no cell has asked for.
    pub fn check_unused(&mut self, diagnosis: &mut Diagnosis) {
        let used: HashSet<usize> = self.all.iter().map(|choice| choice.number).collect();
        for number in (0..self.engines.all.len()).filter(|number| !used.contains(number)) {
            let choice = self.add(diagnosis, number, Vec::new());
            self.checked(diagnosis, choice);
        }
    }
}

impl Choice<'_> {
    /// Notes what is wrong with an engine, at the toggle that is to blame.
    fn complain(
        &self,
        diagnosis: &mut Diagnosis,
        engines: &Engines,
        error: &EngineError,
        game: Option<GameSpec>,
    ) {
        fn outer(key: &str) -> &str {
            key.split('.').next().unwrap_or(key)
        }
        let variant = &engines.all[self.number];
        let mut over = self.over.iter();
        let over = over.find(|(toggle, ..)| outer(toggle.name()) == outer(&error.key));
        let at = over.map_or_else(|| variant.place(error), |(_, _, at)| at);
        let on = game.map_or(String::new(), |game| format!(" on {game}"));
        diagnosis.add(at, format!("engine `{}`{on}: {error}", variant.name));
    }
}

/// Whether an engine fits a game.
struct Fits<'a>(&'a Engine);

impl Visit for Fits<'_> {
    type Output = Result<(), EngineError>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        self.0.fits(&start)
    }
}
