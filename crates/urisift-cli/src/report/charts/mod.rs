//! The charts of the page, each a whole `<figure>`: an SVG for the eye, a table of numbers beside it.
//! Names may come from anyone: they are shown, and mean nothing to a browser.
//!
//! The page forbids style in markup. What is drawn has a colour for each role, and `charts.css` puts
//! those of the page in their place; see [`svg`].

mod bars;
mod markup;
mod number;
mod svg;
mod table;
#[cfg(test)]
mod tame;
mod timeline;
mod unit;
mod width;

pub(super) use bars::{Bars, Others};
pub(super) use markup::escaped;
pub(super) use timeline::Timeline;
pub(super) use unit::Unit;

/// How the charts look.
pub(super) const STYLE: &str = include_str!("../assets/charts.css");

/// What is counted, and how often it was found.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub name: String,
    pub count: u64,
}
