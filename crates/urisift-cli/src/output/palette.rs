//! The style of each piece of a record.

use anstyle::{AnsiColor, Color, Effects, Style};

/// A piece of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Path,
    Line,
    Column,
    Offset,
    Scheme,
    Userinfo,
    Host,
    Port,
    UrlPath,
    Query,
    Fragment,
    /// What is between the components of a URI.
    Delimiter,
    /// The character of a URI that does not fit.
    Fault,
}

impl Role {
    /// Every role by name, in order.
    pub const ALL: [(&'static str, Role); 13] = [
        ("path", Role::Path),
        ("line", Role::Line),
        ("column", Role::Column),
        ("offset", Role::Offset),
        ("scheme", Role::Scheme),
        ("userinfo", Role::Userinfo),
        ("host", Role::Host),
        ("port", Role::Port),
        ("url-path", Role::UrlPath),
        ("query", Role::Query),
        ("fragment", Role::Fragment),
        ("delimiter", Role::Delimiter),
        ("fault", Role::Fault),
    ];

    /// The roles within a URI.
    pub const OF_URI: [Role; 8] = [
        Role::Scheme,
        Role::Userinfo,
        Role::Host,
        Role::Port,
        Role::UrlPath,
        Role::Query,
        Role::Fragment,
        Role::Delimiter,
    ];
}

/// A style for each role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Palette([Style; Role::ALL.len()]);

/// A change to a style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Resets it.
    Clear,
    Foreground(Color),
    Background(Color),
    Add(Effects),
    Remove(Effects),
}

impl Default for Palette {
    fn default() -> Self {
        Palette(Role::ALL.map(|(_, role)| usual(role)))
    }
}

/// Paths and lines as in grep's successors. In a URI, the host stands out, and so does what may be
/// mistaken for it.
fn usual(role: Role) -> Style {
    match role {
        Role::Path | Role::Scheme => AnsiColor::Magenta.on_default(),
        Role::Line => AnsiColor::Green.on_default(),
        Role::Column | Role::Offset => Style::new(),
        Role::Userinfo => AnsiColor::Red.on_default(),
        Role::Host => AnsiColor::Green.on_default().bold(),
        Role::Port | Role::Fragment => AnsiColor::Yellow.on_default(),
        Role::UrlPath => AnsiColor::Cyan.on_default(),
        Role::Query => AnsiColor::Blue.on_default(),
        Role::Delimiter => Style::new().dimmed(),
        Role::Fault => AnsiColor::Red.on_default().bold().underline(),
    }
}

impl Palette {
    /// No styles.
    pub fn plain() -> Self {
        Palette([Style::new(); Role::ALL.len()])
    }

    /// The style of a role.
    pub fn of(&self, role: Role) -> Style {
        self.0[role as usize]
    }

    /// Changes the style of a role.
    pub fn change(&mut self, role: Role, change: Change) {
        let style = &mut self.0[role as usize];
        *style = match change {
            Change::Clear => Style::new(),
            Change::Foreground(color) => style.fg_color(Some(color)),
            Change::Background(color) => style.bg_color(Some(color)),
            Change::Add(effects) => style.effects(style.get_effects() | effects),
            Change::Remove(effects) => style.effects(style.get_effects() - effects),
        };
    }

    /// Returns `true` if nothing is styled.
    pub fn is_plain(&self) -> bool {
        self.0.iter().all(|style| style.is_plain())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_stand_in_their_order() {
        for (i, (_, role)) in Role::ALL.into_iter().enumerate() {
            assert_eq!(role as usize, i);
        }
    }

    #[test]
    fn changes_build_on_each_other() {
        let mut palette = Palette::default();
        palette.change(Role::Host, Change::Remove(Effects::BOLD));
        palette.change(Role::Host, Change::Background(AnsiColor::White.into()));
        let expected = AnsiColor::Green.on(AnsiColor::White);
        assert_eq!(palette.of(Role::Host), expected);
        palette.change(Role::Host, Change::Clear);
        palette.change(Role::Host, Change::Add(Effects::ITALIC));
        assert_eq!(palette.of(Role::Host), Style::new().italic());
        assert!(!palette.is_plain() && Palette::plain().is_plain());
    }
}
