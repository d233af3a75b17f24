//! What one job lets out: kept until its turn, and written for itself where it becomes much.

use super::order::Order;
use super::outlet::{BLOCK, Outlet, Yield};

/// So much is kept of a job whose turn has not come.
const KEPT: usize = 1 << 20;

pub(super) struct Lane<'o, 'w> {
    order: &'o Order<'w>,
    number: u64,
    pub piece: Yield,
    /// The outlet, once it is the job's turn and the job wants it.
    outlet: Option<Outlet<'w>>,
}

impl<'o, 'w> Lane<'o, 'w> {
    pub fn new(order: &'o Order<'w>, number: u64) -> Self {
        Lane { order, number, piece: Yield::default(), outlet: None }
    }

    /// Whether what is kept has to go: it is too much to keep, or it may be written now and is enough
    /// for a write (any record is, where `at_once`).
    pub fn is_full(&self, at_once: bool) -> bool {
        let len = self.piece.len();
        let may = at_once && len > 0 || len >= BLOCK;
        may && (len >= KEPT || self.outlet.is_some() || self.order.is_turn(self.number))
    }

    /// The outlet, for which this waits.
    pub fn outlet(&mut self) -> &mut Outlet<'w> {
        let (order, number) = (self.order, self.number);
        self.outlet.get_or_insert_with(|| order.outlet_for(number))
    }

    /// Lets out what there is, when it is the job's turn.
    pub fn let_out(&mut self) {
        self.outlet();
        if let Some(outlet) = &mut self.outlet {
            outlet.take(&mut self.piece);
        }
    }

    /// Lets out what there is, and everything before it that waits, before a reader may wait.
    pub fn flush(&mut self) {
        self.let_out();
        self.outlet().flush();
    }

    /// Whether nothing more is wanted.
    pub fn is_closed(&self) -> bool {
        self.piece.is_last
            || self.outlet.as_ref().is_some_and(Outlet::is_closed)
            || self.order.is_closed()
    }

    /// The job is done; `last` is done when it has its turn, behind all that was let out. Behind a job that may
    /// have been stopped before its end, nothing is let out.
    pub fn end(mut self, last: impl FnOnce(&mut Outlet<'_>, &mut Yield) + Send + 'w) {
        let mut piece = std::mem::take(&mut self.piece);
        piece.is_last |= self.order.is_stopped();
        match self.outlet.take() {
            Some(mut outlet) => {
                last(&mut outlet, &mut piece);
                self.order.give_back(outlet);
            }
            None => {
                let done = Box::new(move |outlet: &mut Outlet<'_>| last(outlet, &mut piece));
                self.order.submit(self.number, done);
            }
        }
    }
}
