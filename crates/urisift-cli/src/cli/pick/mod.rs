//! `urisift pick`: the URIs in a list on the terminal, which filters as one types.

mod keys;
mod list;
mod programs;
mod styled;
mod tty;
mod view;

use std::io::{self, IsTerminal, Write};
use std::task::Poll;
use std::time::{Duration, Instant};

use crossterm::event;
use urisift_search::internal::background::Background;
use urisift_search::internal::builder::start;

use self::keys::{Action, action, edited};
use self::list::{Entry, List};
use self::programs::{Opener, Programs};
use self::tty::Tty;
use self::view::{Layout, Mode, Shown, View};
use super::args::Pick;
use super::messages::{FOUND, NONE, PROBLEM, complain, printed};
use super::output::screen::{Screen, is_colored};
use super::output::stdout;
use super::run::{Plan, Process, signals};
use crate::grammar::components::Components;
use crate::grammar::uri::Iri;
use crate::output::is_safe;
use crate::problem::Problem;
use crate::record::Item;
use crate::search::Settings;

/// How long the screen waits for finds before it looks for keys.
const WAIT: Duration = Duration::from_millis(10);
/// How often the screen is drawn while finds come in.
const DRAW: Duration = Duration::from_millis(50);
/// How long it waits for a key when there are no more finds.
const IDLE: Duration = Duration::from_millis(200);
/// More URIs than this are opened only if Enter is pressed twice.
const MANY: usize = 10;

/// Runs the subcommand and returns the exit code.
pub(super) fn run(pick: Pick) -> u8 {
    let (memory, color) = (pick.limits.buffer_size, pick.color);
    let programs = Programs { open: pick.open.clone(), copy: pick.copy.clone() };
    let done = Plan::of(pick.into_args(), Process::Shared).and_then(|plan| {
        let screen = tty::output().map(Screen::Terminal).map_err(|_| NO_TERMINAL.to_owned())?;
        let mode = if io::stdout().is_terminal() { Mode::Open } else { Mode::Print };
        let transforms = plan.search.selection.transforms.clone();
        let view = View::new(transforms, is_colored(color, &screen), mode);
        let search = start(Settings::clone(&plan.search)).map_err(|error| error.to_string())?;
        let tty = Tty::take().map_err(|error| error.to_string())?;
        let mut picker = Picker::new(tty, view, programs, List::new(memory), search);
        let end = picker.run().map_err(|error| error.to_string())?;
        Ok((end, picker))
    });
    let (end, picker) = match done {
        Ok(done) => done,
        Err(what) => {
            complain(&what);
            return PROBLEM;
        }
    };
    let Picker { tty, list, problems, has_done, .. } = picker;
    drop(tty);
    problems.iter().for_each(|problem| complain(problem));
    let code = match end {
        End::Printed(uris) => printed(stdout().write_all(&uris)),
        End::Key if has_done => FOUND,
        End::Key => NONE,
    };
    if list.len() == 0 && problems.is_empty() {
        complain(&"no URI found");
    }
    if problems.is_empty() { code } else { PROBLEM }
}

const NO_TERMINAL: &str = "'urisift pick' needs a terminal; run 'urisift' to print URIs";

/// Why the list is closed.
enum End {
    /// Nothing more is asked for.
    Key,
    /// These lines are to be printed.
    Printed(Vec<u8>),
}

/// The list and everything around it.
struct Picker {
    tty: Tty,
    view: View,
    programs: Programs,
    list: List,
    /// The search, until it has ended.
    search: Option<Background<Vec<Item>>>,
    problems: Vec<Problem>,
    /// The selected row of the list.
    selected: usize,
    /// Its first row on the screen.
    top: usize,
    /// How many rows of the text about the URI are passed over.
    scroll: usize,
    /// What was done last.
    message: Option<String>,
    /// Enter is to be pressed again.
    is_asked: bool,
    /// A URI was opened or copied.
    has_done: bool,
}

impl Picker {
    fn new(
        tty: Tty,
        view: View,
        programs: Programs,
        list: List,
        search: Background<Vec<Item>>,
    ) -> Self {
        Picker {
            tty,
            view,
            programs,
            list,
            search: Some(search),
            problems: Vec::new(),
            selected: 0,
            top: 0,
            scroll: 0,
            message: None,
            is_asked: false,
            has_done: false,
        }
    }

    /// Shows the list until it is closed.
    ///
    /// # Errors
    /// If the terminal is gone.
    fn run(&mut self) -> io::Result<End> {
        signals::before_end(tty::reset);
        // Without a terminal, waiting for keys never ends, and the signal that says so may be ignored.
        #[cfg(unix)]
        {
            let terminal = tty::input()?;
            signals::hang_up_after(move || tty::is_gone(&terminal));
        }
        // The first finds are there before anything is drawn, as a rule.
        let (mut drawn, mut is_changed) = (Instant::now(), true);
        loop {
            is_changed |= self.take_finds();
            if self.search.is_none() && self.list.len() == 0 {
                return Ok(End::Key);
            }
            let is_due = self.search.is_none() || drawn.elapsed() >= DRAW;
            if is_changed && is_due {
                self.draw()?;
                (drawn, is_changed) = (Instant::now(), false);
            }
            let mut wait = if self.search.is_some() { Duration::ZERO } else { IDLE };
            // Keys that are there already, as of what is pasted, are taken together.
            while event::poll(wait)? {
                wait = Duration::ZERO;
                if let Some(action) = action(event::read()?) {
                    is_changed = true;
                    if let Some(end) = self.act(action)? {
                        return Ok(end);
                    }
                }
            }
            if is_changed && self.search.is_some() {
                self.draw()?;
                (drawn, is_changed) = (Instant::now(), false);
            }
        }
    }

    /// Takes what the search has found, for a moment. Returns whether there was anything.
    fn take_finds(&mut self) -> bool {
        let Some(search) = &mut self.search else { return false };
        let (since, mut is_changed) = (Instant::now(), false);
        while since.elapsed() < WAIT {
            let batch = match search.next_timeout(WAIT) {
                Poll::Pending => return is_changed,
                Poll::Ready(Some(Ok(batch))) => batch,
                // Nothing is written that could fail.
                Poll::Ready(_) => {
                    self.search = None;
                    return true;
                }
            };
            is_changed = true;
            for found in batch {
                match found {
                    Ok(record) => self.list.add(&self.view.printed(&record), record),
                    Err(problem) => self.problems.push(problem),
                }
            }
        }
        is_changed
    }

    fn draw(&mut self) -> io::Result<()> {
        let size = self.tty.size();
        let layout = Layout::of(size);
        let rows = layout.list.0.max(1);
        self.top = self.top.clamp((self.selected + 1).saturating_sub(rows), self.selected);
        let shown = Shown {
            list: &self.list,
            selected: self.selected,
            top: self.top,
            scroll: self.scroll,
            read: self.search.as_ref().map(Background::bytes),
            problems: self.problems.len(),
            message: self.message.as_deref(),
        };
        self.tty.draw(self.view.frame(&shown, &layout), size)
    }

    /// Does what a key asks for. Returns why the list is closed, if it is.
    fn act(&mut self, action: Action) -> io::Result<Option<End>> {
        self.message = None;
        let was_asked = std::mem::take(&mut self.is_asked);
        if let Some(filter) = edited(self.list.filter(), &action) {
            self.list.set_filter(filter);
            (self.selected, self.top, self.scroll) = (0, 0, 0);
            return Ok(None);
        }
        let last = self.list.shown_len().saturating_sub(1);
        let rows = Layout::of(self.tty.size()).list.0.max(1) as isize;
        let by = |rows: isize| self.selected.saturating_add_signed(rows).min(last);
        let selected = match action {
            Action::Move(rows) => by(rows),
            Action::Page(pages) => by(pages * rows),
            Action::First => 0,
            Action::Last => last,
            Action::Mark => {
                self.list.mark(self.selected);
                by(1)
            }
            _ => self.selected,
        };
        if selected != self.selected {
            (self.selected, self.scroll) = (selected, 0);
        }
        match action {
            Action::MarkShown => self.list.mark_shown(),
            Action::Scroll(rows) => self.scroll = self.scroll.saturating_add_signed(rows),
            Action::Redraw => self.tty.forget(),
            Action::Suspend => self.tty.lend(signals::suspend)?,
            Action::End => return Ok(Some(End::Key)),
            Action::Copy => {
                let text = lines(&self.chosen());
                self.copy(&text)?;
            }
            Action::Accept if self.view.mode == Mode::Print => {
                let chosen = self.chosen();
                let end = (!chosen.is_empty())
                    .then(|| End::Printed([&lines(&chosen)[..], b"\n"].concat()));
                return Ok(end);
            }
            Action::Accept => {
                let count = self.chosen().len();
                if count > MANY && !was_asked {
                    self.is_asked = true;
                    self.message = Some(format!("Press Enter again to open {count} URIs"));
                } else {
                    self.open()?;
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// The marked entries, or the selected one.
    fn chosen(&self) -> Vec<&Entry> {
        let marked: Vec<_> = self.list.marked().collect();
        if marked.is_empty() { self.list.get(self.selected).into_iter().collect() } else { marked }
    }

    /// Opens what is chosen. What may not be opened is copied.
    fn open(&mut self) -> io::Result<()> {
        let (mut addresses, mut others) = (Vec::new(), Vec::new());
        for entry in self.chosen() {
            match address(entry) {
                Some(address) => addresses.push(address),
                None => others.push(entry),
            }
        }
        let others = (others.len(), lines(&others));
        if addresses.is_empty() && others.0 == 0 {
            return Ok(());
        }
        let openers = self.programs.openers();
        let mut opened = 0;
        for address in &addresses {
            match open_one(&mut self.tty, &openers, address)? {
                Ok(()) => opened += 1,
                Err(error) => {
                    let text = addresses[opened..].join("\n");
                    self.copy(text.as_bytes())?;
                    self.message = Some(format!("Copied, because it cannot be opened: {error}"));
                    return Ok(());
                }
            }
        }
        self.has_done = true;
        self.list.unmark();
        let mut message = match &addresses[..] {
            [] => String::new(),
            [address] => format!("Opened {address}"),
            several => format!("Opened {} URIs", several.len()),
        };
        if others.0 > 0 {
            self.copy(&others.1)?;
            let gap = if message.is_empty() { "" } else { "; " };
            message = format!(
                "{message}{gap}copied instead of opened: not a valid URI with a safe scheme (see --help)"
            );
        }
        self.message = Some(message);
        Ok(())
    }

    /// Copies a text, and says so.
    fn copy(&mut self, text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.message = Some(match self.programs.copy(text) {
            Ok(true) => "Copied".to_owned(),
            Ok(false) => {
                self.tty.copy(text)?;
                "Copied, if the terminal supports that (OSC 52)".to_owned()
            }
            Err(error) => format!("Not copied: {error}"),
        });
        self.has_done = true;
        Ok(())
    }
}

/// Opens a URI with the first of these programs that exists. The outer error is that of the terminal.
fn open_one(tty: &mut Tty, openers: &[Opener], address: &str) -> io::Result<io::Result<()>> {
    let mut last = Err(io::Error::other("no program found to open URIs; set one with --open"));
    for opener in openers {
        last = match opener {
            Opener::Here(_) => tty.lend(|| opener.open(address))?,
            Opener::Elsewhere(..) => opener.open(address),
        };
        if !matches!(&last, Err(error) if error.kind() == io::ErrorKind::NotFound) {
            break;
        }
    }
    Ok(last)
}

/// The address that a URI is opened by, if it may be: a valid URI of a scheme that does nothing but lead somewhere.
fn address(entry: &Entry) -> Option<String> {
    let text = str::from_utf8(&entry.uri).ok()?;
    let address = match Components::of(&entry.uri).scheme() {
        Some(scheme) => is_safe(scheme).then(|| text.to_owned())?,
        None if text.contains('@') => format!("mailto:{text}"),
        None => format!("http://{text}"),
    };
    Iri::parse(&address).ok()?.scheme_specific().ok()?;
    Some(address)
}

/// The URIs in lines, without a line feed at the end.
fn lines(entries: &[&Entry]) -> Vec<u8> {
    let uris: Vec<_> = entries.iter().map(|entry| &entry.uri[..]).collect();
    uris.join(&b'\n')
}
