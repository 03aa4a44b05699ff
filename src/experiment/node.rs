//! Values of the file as what they should be, or a problem where they stand.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use crate::experiment::diagnose::{Diagnosis, Span};
use crate::names::suggestion;

/// A value of the file with its place.
pub type Node<'i> = Spanned<DeValue<'i>>;
/// A key of the file with its place.
pub type Key<'i> = Spanned<DeString<'i>>;

/// The entries of a table in the order of the file.
pub fn entries<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(&'a Key<'i>, &'a Node<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A text.
pub fn as_text<'a>(node: &'a Node) -> Option<&'a str> {
    node.get_ref().as_str()
}

/// A whole number from 0.
pub fn as_whole(node: &Node) -> Option<u64> {
    let number = node.get_ref().as_integer()?;
    u64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// The items of a list; anything else is a list of one.
pub fn items<'a, 'i>(node: &'a Node<'i>) -> &'a [Node<'i>] {
    match node.get_ref() {
        DeValue::Array(items) => items,
        _ => std::slice::from_ref(node),
    }
}

impl Diagnosis<'_> {
    /// Notes the keys that a table has no use for.
    pub fn known(&mut self, table: &DeTable, known: &[&str]) {
        for (key, _) in entries(table) {
            if !known.contains(&key.get_ref().as_ref()) {
                self.unknown(key, "key", known);
            }
        }
    }

    /// Notes a key that nothing is called by.
    pub fn unknown(&mut self, key: &Key, what: &str, known: &[&str]) {
        let name = key.get_ref();
        let hint = suggestion(name, known);
        self.add(&key.span(), format!("unknown {what} `{name}`{hint}"));
    }

    pub fn text(&mut self, key: &str, node: &Node) -> Option<String> {
        let text = as_text(node).map(String::from);
        if text.is_none() {
            self.wrong(key, node, "a text");
        }
        text
    }

    pub fn whole(&mut self, key: &str, node: &Node, least: u64, most: u64) -> Option<u64> {
        let number = as_whole(node).filter(|number| (least..=most).contains(number));
        if number.is_none() {
            let expected = format!("a whole number from {least} to {most}");
            self.wrong(key, node, expected);
        }
        number
    }

    pub fn flag(&mut self, key: &str, node: &Node) -> Option<bool> {
        let flag = node.get_ref().as_bool();
        if flag.is_none() {
            self.wrong(key, node, "true or false");
        }
        flag
    }

    pub fn table<'a, 'i>(
        &mut self,
        key: &str,
        node: &'a Node<'i>,
        like: &str,
    ) -> Option<&'a DeTable<'i>> {
        let table = node.get_ref().as_table();
        if table.is_none() {
            self.wrong(key, node, format!("a table{like}"));
        }
        table
    }

    /// A value as toggles have it, without its place.
    pub fn plain(&mut self, node: &Node) -> Option<toml::Value> {
        let plain = toml::Value::deserialize(ValueDeserializer::from(node.clone()));
        plain
            .map_err(|error| {
                let at: Span = error.span().unwrap_or(node.span());
                self.add(&at, error.message());
            })
            .ok()
    }
}
