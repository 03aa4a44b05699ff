//! The full 2ᵏ factorial: what each of k techniques saves, and what they save together.
//!
//! Every combination of k techniques, off or on, is measured: 2ᵏ cells. Cells are numbered
//! in standard order, bit f of the number telling whether technique f is on:
//!
//! ```text
//!   cell        0     1     2     3     4     5     6     7
//!   on          –     A     B     AB    C     AC    BC    ABC
//! ```
//!
//! All is computed on logarithms, so that effects are factors: an effect of 0.5 halves the
//! count. The effect of A is the mean over the cells with A less the mean over those
//! without it:
//!
//! ```text
//!   effect of A  = exp( (Σ ln y with A − Σ ln y without A) / 2ᵏ⁻¹ )
//!   effect of AB = exp( (Σ ± ln y) / 2ᵏ⁻¹ ),  + where A and B are both on or both off
//! ```
//!
//! The interaction AB is the square root of (effect of A where B is on) / (effect of A
//! where B is off): 1 where the two techniques work independently, above 1 where they
//! save the same nodes twice. (Box, Hunter and Hunter, *Statistics for Experimenters*.)

use super::critical;
use super::estimate::Estimate;
use super::means::exp_of_mean;
use super::sample::logarithms;

/// The answer of [`factorial`].
#[derive(Clone, PartialEq, Debug)]
pub struct Factorial {
    /// The geometric mean over all cells.
    pub mean: Estimate,
    /// The 2ᵏ − 1 effects in standard order: A, B, AB, C, AC, BC, ABC, …
    pub effects: Vec<Effect>,
}

/// A main effect or an interaction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effect {
    /// The techniques it is made of: bit f for technique f. One bit is a main effect.
    pub techniques: usize,
    /// What it multiplies the response by.
    pub factor: Estimate,
}

impl Effect {
    /// The numbers of its techniques, from 0.
    pub fn members(&self) -> impl Iterator<Item = usize> + use<> {
        let techniques = self.techniques;
        (0..usize::BITS as usize).filter(move |f| techniques >> f & 1 == 1)
    }
}

/// Main effects and interactions of every order. Each block is one measurement of all 2ᵏ
/// cells in standard order, such as the node counts of one position.
///
/// With one block (unreplicated) effects have no interval. With more, each effect is the
/// geometric mean over the blocks of the block's effect, and its interval is the t interval
/// of its logarithm over the blocks: positions may differ by any factor without widening
/// it. The geometric mean of the cells, though, varies with the positions themselves.
///
/// `None` where there are no blocks, a block has not 2ᵏ cells with k ≥ 1, blocks differ in
/// length, or a value is not positive.
///
/// ```
/// use plyometer::stats::factorial;
///
/// // Ordering halves the nodes, a table saves a third, and they do not interact.
/// let found = factorial(&[[900.0, 450.0, 600.0, 300.0]], 0.95).unwrap();
/// let factors: Vec<f64> = found.effects.iter().map(|effect| effect.factor.value).collect();
/// assert!((factors[0] - 0.5).abs() < 1e-12);
/// assert!((factors[1] - 2.0 / 3.0).abs() < 1e-12);
/// assert!((factors[2] - 1.0).abs() < 1e-12);
/// ```
pub fn factorial<B: AsRef<[f64]>>(blocks: &[B], level: f64) -> Option<Factorial> {
    critical::tail(level)?;
    let cells = blocks.first()?.as_ref().len();
    if cells < 2 || !cells.is_power_of_two() {
        return None;
    }
    let contrasts = blocks
        .iter()
        .map(|block| logarithms(block.as_ref()).filter(|logs| logs.len() == cells))
        .map(|logs| logs.map(contrasts))
        .collect::<Option<Vec<Vec<f64>>>>()?;
    let over_blocks = |term: usize, cells: usize| {
        let logs: Vec<f64> = contrasts.iter().map(|c| c[term] / cells as f64).collect();
        exp_of_mean(&logs, level)
    };
    let effect = |techniques| {
        Some(Effect {
            techniques,
            factor: over_blocks(techniques, cells / 2)?,
        })
    };
    Some(Factorial {
        mean: over_blocks(0, cells)?,
        effects: (1..cells).map(effect).collect::<Option<_>>()?,
    })
}

/// Yates's algorithm: the sum (term 0) and all contrasts of 2ᵏ values at once, each the sum
/// of the values with the signs of the Hadamard matrix. In pass f, cells that differ in
/// technique f alone are replaced by their sum and their difference.
fn contrasts(mut values: Vec<f64>) -> Vec<f64> {
    let mut apart = 1;
    while apart < values.len() {
        for pair in values.chunks_exact_mut(2 * apart) {
            let (off, on) = pair.split_at_mut(apart);
            for (off, on) in off.iter_mut().zip(on) {
                (*off, *on) = (*off + *on, *on - *off);
            }
        }
        apart *= 2;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, assert_close};
    use super::*;
    use proptest::prelude::*;

    const BLOCKS: [[f64; 8]; 3] = [
        [60.0, 72.0, 54.0, 68.0, 52.0, 83.0, 45.0, 80.0],
        [640.0, 700.0, 500.0, 690.0, 555.0, 810.0, 480.0, 790.0],
        [71.0, 69.0, 50.0, 80.0, 47.0, 90.0, 44.0, 77.0],
    ];

    fn all(found: &Factorial) -> Vec<Estimate> {
        let effects = found.effects.iter().map(|effect| effect.factor);
        std::iter::once(found.mean).chain(effects).collect()
    }

    #[test]
    fn one_block() {
        let found = factorial(&BLOCKS[..1], 0.95).unwrap();
        assert!(
            all(&found)
                .iter()
                .all(|estimate| estimate.interval.is_none())
        );
        let values: Vec<f64> = all(&found).iter().map(|estimate| estimate.value).collect();
        // numpy.linalg.lstsq(X, numpy.log(y)) with the -1/+1 columns of all terms:
        // exp of the first coefficient, and of twice each other
        assert_all_close(
            &values,
            &[
                62.9464575874649,
                1.4390045105178888,
                0.9176139295573359,
                1.039762518390535,
                0.9948311591299115,
                1.1706146522615868,
                0.995292049198244,
                1.0150027161171205,
            ],
        );
    }

    #[test]
    fn over_positions() {
        // The same for each block; exp of the mean over blocks, and of
        // scipy.stats.t.interval(.95, 2, mean, scipy.stats.sem(...))
        let expected = [
            [136.73306262584893, 5.029392699020686, 3717.3335895375144],
            [1.4422584451630456, 1.288502951841065, 1.614361394882318],
            [0.9048340085644674, 0.8778768324264927, 0.9326189652275588],
            [1.0794259196016702, 0.9940599673648879, 1.172122763374715],
            [0.980554919950088, 0.8598908725817821, 1.11815113021435],
            [1.1679091061964413, 1.0628195657439279, 1.2833896968972534],
            [1.0044234008298565, 0.9655385857734322, 1.0448742111393459],
            [0.9479573851489459, 0.7695187526180757, 1.1677729762934417],
        ];
        let found = factorial(&BLOCKS, 0.95).unwrap();
        for (found, expected) in all(&found).iter().zip(expected) {
            let interval = found.interval.unwrap();
            assert_all_close(&[found.value, interval.low, interval.high], &expected);
        }
    }

    #[test]
    fn terms_name_their_techniques() {
        let found = factorial(&BLOCKS, 0.95).unwrap();
        let members: Vec<Vec<usize>> = found
            .effects
            .iter()
            .map(|effect| effect.members().collect())
            .collect();
        let expected: [&[usize]; 7] = [&[0], &[1], &[0, 1], &[2], &[0, 2], &[1, 2], &[0, 1, 2]];
        assert_eq!(members, expected);
    }

    #[test]
    fn equal_cells_have_no_effect() {
        let found = factorial(&[[5.0; 4], [9.0; 4]], 0.95).unwrap();
        for effect in found.effects {
            assert_eq!(effect.factor, Estimate::within(1.0, 1.0, 1.0));
        }
    }

    #[test]
    fn no_answer() {
        assert_eq!(factorial::<[f64; 4]>(&[], 0.95), None);
        assert_eq!(factorial(&[[1.0]], 0.95), None);
        assert_eq!(factorial(&[[1.0; 3]], 0.95), None);
        assert_eq!(factorial(&[[1.0, 0.0]], 0.95), None);
        assert_eq!(factorial(&[[1.0, f64::NAN]], 0.95), None);
        assert_eq!(factorial(&[vec![1.0; 4], vec![1.0; 2]], 0.95), None);
        assert_eq!(factorial(&[[1.0; 4]], 0.0), None);
    }

    proptest! {
        /// The definition: each contrast is Σ ±y, − for every technique of the term that is off.
        #[test]
        fn yates_gives_the_signed_sums(values in prop::collection::vec(-100.0..100.0, 16)) {
            for (term, found) in contrasts(values.clone()).into_iter().enumerate() {
                let sign = |cell: usize| if (term & !cell).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
                let expected: f64 = values.iter().enumerate().map(|(cell, y)| sign(cell) * y).sum();
                prop_assert!((found - expected).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn an_interaction_compares_two_effects() {
        let found = factorial(&[[100.0, 50.0, 40.0, 30.0]], 0.95).unwrap();
        let (with_b, without_b): (f64, f64) = (30.0 / 40.0, 50.0 / 100.0);
        assert_close(found.effects[2].factor.value, (with_b / without_b).sqrt());
    }
}
