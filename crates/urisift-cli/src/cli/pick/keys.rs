//! What keys do.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Add this to the filter.
    Insert(String),
    /// Delete the last character of the filter.
    Delete,
    /// Delete its last word.
    DeleteWord,
    Clear,
    /// Move by so many rows, down if positive.
    Move(isize),
    /// Move by so many screens.
    Page(isize),
    First,
    Last,
    Mark,
    MarkShown,
    /// Scroll the text beside the list by so many rows.
    Scroll(isize),
    /// Open, or print.
    Accept,
    Copy,
    Suspend,
    End,
    /// Draw everything again.
    Redraw,
}

/// The keys, for the last row of the screen: the most important first.
pub(super) const HELP: [(&str, &str); 7] = [
    ("esc", "end"),
    ("tab", "mark"),
    ("^y", "copy"),
    ("^a", "mark all"),
    ("^u", "clear"),
    ("shift-↑↓", "scroll"),
    ("^z", "pause"),
];

/// What an event asks for, if it asks for anything.
pub(super) fn action(event: Event) -> Option<Action> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key),
        // Line ends in what is pasted are blanks.
        Event::Paste(text) => Some(Action::Insert(text.replace(char::is_control, " "))),
        Event::Resize(..) => Some(Action::Redraw),
        _ => None,
    }
}

fn of_key(KeyEvent { code, modifiers, .. }: KeyEvent) -> Option<Action> {
    let has = |modifier| modifiers.contains(modifier);
    match code {
        KeyCode::Char(c) if has(KeyModifiers::CONTROL) => of_control(c),
        KeyCode::Char(c) if !has(KeyModifiers::ALT) => Some(Action::Insert(c.to_string())),
        KeyCode::Up if has(KeyModifiers::SHIFT) => Some(Action::Scroll(-1)),
        KeyCode::Down if has(KeyModifiers::SHIFT) => Some(Action::Scroll(1)),
        KeyCode::Up => Some(Action::Move(-1)),
        KeyCode::Down => Some(Action::Move(1)),
        KeyCode::PageUp => Some(Action::Page(-1)),
        KeyCode::PageDown => Some(Action::Page(1)),
        KeyCode::Home => Some(Action::First),
        KeyCode::End => Some(Action::Last),
        KeyCode::Tab => Some(Action::Mark),
        KeyCode::Backspace => Some(Action::Delete),
        KeyCode::Enter => Some(Action::Accept),
        KeyCode::Esc => Some(Action::End),
        _ => None,
    }
}

fn of_control(c: char) -> Option<Action> {
    match c {
        'a' => Some(Action::MarkShown),
        'c' | 'd' | 'g' | 'q' => Some(Action::End),
        'h' => Some(Action::Delete),
        'j' | 'n' => Some(Action::Move(1)),
        'k' | 'p' => Some(Action::Move(-1)),
        'l' => Some(Action::Redraw),
        'm' => Some(Action::Accept),
        'u' => Some(Action::Clear),
        'w' => Some(Action::DeleteWord),
        'y' => Some(Action::Copy),
        'z' => Some(Action::Suspend),
        _ => None,
    }
}

/// The filter after an action that edits it.
pub(super) fn edited(filter: &str, action: &Action) -> Option<String> {
    let without_blanks = filter.trim_end();
    match action {
        Action::Insert(text) => Some(format!("{filter}{text}")),
        Action::Delete => {
            let mut chars = filter.chars();
            chars.next_back();
            Some(chars.as_str().to_owned())
        }
        Action::DeleteWord => {
            let start = without_blanks.rfind(char::is_whitespace).map_or(0, |at| at + 1);
            Some(filter[..start].to_owned())
        }
        Action::Clear => Some(String::new()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Option<Action> {
        action(Event::Key(KeyEvent::new(code, modifiers)))
    }

    #[test]
    fn keys() {
        let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
        for (code, modifiers, expected) in [
            (KeyCode::Char('é'), none, Some(Action::Insert("é".to_owned()))),
            (KeyCode::Char('A'), KeyModifiers::SHIFT, Some(Action::Insert("A".to_owned()))),
            (KeyCode::Char('x'), KeyModifiers::ALT, None),
            (KeyCode::Char('y'), control, Some(Action::Copy)),
            (KeyCode::Char('x'), control, None),
            (KeyCode::Down, none, Some(Action::Move(1))),
            (KeyCode::Down, KeyModifiers::SHIFT, Some(Action::Scroll(1))),
            (KeyCode::Enter, none, Some(Action::Accept)),
            (KeyCode::F(1), none, None),
        ] {
            assert_eq!(pressed(code, modifiers), expected, "{code:?}");
        }
        let pasted = Event::Paste("a\nb\u{1b}".to_owned());
        assert_eq!(action(pasted), Some(Action::Insert("a b ".to_owned())));
    }

    #[test]
    fn the_filter_is_edited_at_its_end() {
        for (filter, action, expected) in [
            ("ab", Action::Insert("é".to_owned()), "abé"),
            ("abé", Action::Delete, "ab"),
            ("", Action::Delete, ""),
            ("ab cd  ", Action::DeleteWord, "ab "),
            ("ab", Action::DeleteWord, ""),
            ("ab cd", Action::Clear, ""),
        ] {
            assert_eq!(edited(filter, &action).as_deref(), Some(expected), "{filter}");
        }
        assert_eq!(edited("ab", &Action::Mark), None);
    }
}
