//! Every production of every edition has cases that pass and cases that fail.

use std::collections::BTreeMap;

use super::*;
use crate::grammar::bnf::{self, Is, Sequence};

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
            self.walk(rule.is);
        }
    }

    fn walk(&mut self, all: Sequence) {
        for is in all {
            if let Is::Of(rule) = is {
                self.add(rule);
            }
            inner(is).into_iter().for_each(|all| self.walk(all));
        }
    }
}

/// The sequences of which something is made.
fn inner(is: &Is) -> Vec<Sequence> {
    match *is {
        Is::Any(any) => any.to_vec(),
        Is::Maybe(all)
        | Is::Each(all)
        | Is::List(_, all)
        | Is::Within(_, all)
        | Is::Until(_, all)
        | Is::Capture(_, all) => vec![all],
        Is::If(_, then, or) | Is::When(_, _, then, or) => vec![then, or],
        Is::Text(_)
        | Is::Run(..)
        | Is::Star(_)
        | Is::Plus(_)
        | Is::Of(_)
        | Is::Code(_)
        | Is::End => vec![],
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
fn kept(all: Sequence) -> usize {
    let of = |is: &Is| {
        let inner: Vec<_> = inner(is).into_iter().map(kept).collect();
        let most = inner.iter().max().copied().unwrap_or(0);
        match is {
            Is::Each(_) | Is::List(..) => {
                assert_eq!(most, 0);
                0
            }
            Is::Of(rule) => kept(rule.is),
            Is::Capture(..) => 1 + most,
            _ => most,
        }
    };
    all.iter().map(of).sum()
}

#[test]
fn no_rule_keeps_more_than_there_is_room_for() {
    let most = scheme::rules_of_today().map(|rule| kept(rule.is)).max();
    assert!(most.is_some_and(|most| (3..=bnf::MOST_CAPTURES).contains(&most)), "{most:?}");
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
