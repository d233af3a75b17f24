//! Tables in Markdown.

pub struct Table {
    lines: Vec<String>,
    columns: usize,
}

impl Table {
    pub fn new(head: &[&str]) -> Self {
        let mut table = Self { lines: Vec::new(), columns: head.len() };
        table.row(head.iter().map(|cell| (*cell).to_owned()));
        table.lines.push("|---".repeat(head.len()) + "|");
        table
    }

    /// Adds a row; cells that are missing at its end are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells = cells.into_iter().chain(std::iter::repeat(String::new())).take(self.columns);
        self.lines.push(format!("| {} |", cells.collect::<Vec<_>>().join(" | ")));
    }

    /// With an empty line behind it.
    pub fn into_text(self) -> String {
        self.lines.join("\n") + "\n\n"
    }
}
