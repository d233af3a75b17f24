//! The charts of the page, each a whole `<figure>`: an SVG, and a table of its numbers. Names may come
//! from anyone: they are shown, and mean nothing to a browser.
//!
//! The page forbids inline styles. Shapes are drawn in a colour for each role, and `charts.css`
//! replaces these with the colours of the page; see [`svg`].

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

/// The style sheet of the charts.
pub(super) const STYLE: &str = include_str!("../assets/charts.css");

/// A name and its count.
#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub name: String,
    pub count: u64,
}
