//! What the tests of this module share. Their reference numbers were computed by other
//! programs, named beside each: NumPy 2.4.6, SciPy 1.17.1, statsmodels 0.15.0, mpmath 1.4.1.

/// Ten run times with one outlier.
pub const TIMES: [f64; 10] = [12.1, 11.8, 12.6, 35.0, 11.9, 12.0, 12.3, 11.7, 12.2, 13.4];

/// Six node counts of very different positions.
pub const NODES: [f64; 6] = [154.0, 1043.0, 88.0, 20411.0, 733.0, 1.0];

/// (i·step mod modulus) − shift for i = 1..n: numbers any program can rebuild.
pub fn series(n: u64, step: u64, modulus: u64, shift: f64) -> Vec<f64> {
    (1..=n)
        .map(|i| (i * step % modulus) as f64 - shift)
        .collect()
}

/// A thousand values that differ in the tenth digit: what a careless variance loses.
pub fn offset() -> Vec<f64> {
    series(1000, 37, 101, 0.0)
        .iter()
        .map(|x| 1e9 + x / 8.0)
        .collect()
}

/// Five thousand different values.
pub fn big() -> Vec<f64> {
    series(5000, 7919, 10007, -0.5)
}

/// Equal to nine digits.
#[track_caller]
pub fn assert_close(found: f64, expected: f64) {
    assert!(
        found == expected || (found - expected).abs() <= 1e-9 * expected.abs(),
        "found {found:e}, expected {expected:e}"
    );
}

/// All of them.
#[track_caller]
pub fn assert_all_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (&found, &expected) in found.iter().zip(expected) {
        assert_close(found, expected);
    }
}
