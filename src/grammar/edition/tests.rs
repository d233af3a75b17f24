//! Every production of every edition has cases that pass and cases that fail.

use std::collections::BTreeMap;

use super::*;
use crate::grammar::bnf::{self, Is};

/// Every production that a table can reach, by its address.
#[derive(Default)]
struct Productions(BTreeMap<usize, &'static Rule>);

impl Productions {
    fn of(edition: Edition) -> Self {
        let mut all = Productions::default();
        let table = edition.table();
        all.add(table.reference);
        if let Absolute::Same(rule) = table.absolute {
            all.add(rule);
        }
        scheme::rules_in(edition).for_each(|rule| all.add(rule));
        all
    }

    fn add(&mut self, rule: &'static Rule) {
        if self.0.insert(rule as *const Rule as usize, rule).is_none() {
            self.walk(&rule.is);
        }
    }

    fn walk(&mut self, is: &'static Is) {
        match is {
            Is::All(all) | Is::Any(all) => all.iter().for_each(|is| self.walk(is)),
            Is::Maybe(is)
            | Is::Each(is)
            | Is::Within(_, is)
            | Is::Until(_, is)
            | Is::Keep(_, is) => self.walk(is),
            Is::If(_, then, or) | Is::When(_, _, then, or) => {
                self.walk(then);
                self.walk(or);
            }
            Is::Of(rule) => self.add(rule),
            Is::Text(_) | Is::Run(..) | Is::Code(_) | Is::End => {}
        }
    }
}

#[derive(serde::Deserialize)]
struct Cases {
    pass: Vec<String>,
    fail: Vec<String>,
}

fn cases(edition: Edition) -> BTreeMap<String, Cases> {
    let path = format!("{}/corpora/grammar/{edition}.toml", env!("CARGO_MANIFEST_DIR"));
    toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
}

/// What may be kept on the way through a rule: a part that is repeated would be kept again.
fn kept(is: &Is) -> usize {
    match is {
        Is::All(all) => all.iter().map(kept).sum(),
        Is::Any(any) => any.iter().map(kept).max().unwrap_or(0),
        Is::If(_, then, or) | Is::When(_, _, then, or) => kept(then).max(kept(or)),
        Is::Maybe(is) | Is::Within(_, is) | Is::Until(_, is) => kept(is),
        Is::Keep(_, is) => 1 + kept(is),
        Is::Of(rule) => kept(&rule.is),
        Is::Each(is) => {
            assert_eq!(kept(is), 0);
            0
        }
        Is::Text(_) | Is::Run(..) | Is::Code(_) | Is::End => 0,
    }
}

#[test]
fn no_rule_keeps_more_than_there_is_room_for() {
    let most = scheme::rules_of_today().map(|rule| kept(&rule.is)).max();
    assert!(most.is_some_and(|most| (3..=bnf::SLOTS).contains(&most)), "{most:?}");
}

fn productions_of(edition: Edition) {
    let mut cases = cases(edition);
    let mut used = Vec::new();
    for rule in Productions::of(edition).0.values() {
        let Some(cases) = cases.get(rule.name) else {
            panic!("{edition}: no cases: {}", rule.name)
        };
        // What has no scheme of the list is no url of 1994; what has one is that scheme's.
        let none_passes = rule.name == "url";
        assert!(none_passes == cases.pass.is_empty(), "{edition}: {}", rule.name);
        assert!(!cases.fail.is_empty(), "{edition}: {}", rule.name);
        for text in &cases.pass {
            let read = bnf::read(text.as_bytes(), 0, rule, Switches::default());
            assert!(read.is_ok(), "{edition}: {} refuses {text:?}: {read:?}", rule.name);
        }
        for text in &cases.fail {
            let read = bnf::read(text.as_bytes(), 0, rule, Switches::default());
            assert!(read.is_err(), "{edition}: {} takes {text:?}", rule.name);
        }
        used.push(rule.name);
    }
    cases.retain(|name, _| !used.contains(&name.as_str()));
    assert!(cases.is_empty(), "{edition} has no {:?}", cases.keys());
}

#[test]
fn productions_of_1994() {
    productions_of(Edition::Draft1994);
}

#[test]
fn productions_of_rfc1738() {
    productions_of(Edition::Rfc1738);
}

#[test]
fn productions_of_1997() {
    productions_of(Edition::Draft1997);
}

#[test]
fn productions_of_2003() {
    productions_of(Edition::Draft2003);
}

#[test]
fn productions_of_rfc3986() {
    productions_of(Edition::Rfc3986);
}
