//! Names a user typed against the names there are.

/// `: did you mean …?` for a near miss, otherwise the names there are.
///
/// ```
/// use plyometer::names::suggestion;
///
/// assert_eq!(suggestion("chian", &["connect", "chain"]), ": did you mean `chain`?");
/// assert_eq!(suggestion("foo", &["connect", "chain"]), ": there are connect, chain");
/// ```
pub fn suggestion(wrong: &str, known: &[&str]) -> String {
    let wrong = wrong.to_lowercase();
    let near = known
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&wrong, name), name))
        .filter(|(distance, name)| *distance <= (name.len() / 3).max(1))
        .min_by_key(|(distance, _)| *distance);
    match near {
        Some((_, name)) => format!(": did you mean `{name}`?"),
        None => format!(": there are {}", known.join(", ")),
    }
}

/// `rows=…,cols=…` for a message that shows how a call would look.
pub fn with_placeholders(parameters: &[&str]) -> String {
    let shown: Vec<_> = parameters.iter().map(|name| format!("{name}=…")).collect();
    shown.join(",")
}
