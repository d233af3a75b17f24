//! Kinds of hostile input, in any size.

/// What one run of the command reads.
pub struct Input {
    pub bytes: Vec<u8>,
    /// A file of patterns or the like, whose path replaces [`BESIDE`] in the arguments.
    pub beside: Option<Vec<u8>>,
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Self {
        Input { bytes, beside: None }
    }
}

/// The argument that is replaced by the path of a second file.
pub const BESIDE: &str = "BESIDE";

/// A kind of hostile input, and the command that reads it.
pub struct Family {
    pub name: String,
    pub args: Vec<&'static str>,
    /// The input is the command's standard input, not a file.
    pub is_piped: bool,
    /// The size of the smallest input, in bytes or in the maker's unit.
    pub size: usize,
    /// It was once more than linear.
    pub is_known: bool,
    pub make: Box<dyn Fn(usize) -> Input + Send + Sync>,
}

/// The default size, in bytes.
pub const SIZE: usize = 16 << 10;

impl Family {
    pub fn new<I: Into<Input>>(
        name: impl Into<String>,
        make: impl Fn(usize) -> I + Send + Sync + 'static,
    ) -> Self {
        Family {
            name: name.into(),
            args: Vec::new(),
            is_piped: false,
            size: SIZE,
            is_known: false,
            make: Box::new(move |size| make(size).into()),
        }
    }

    /// A piece, repeated.
    pub fn of_piece(name: &str, piece: &'static str) -> Self {
        Family::new(name, move |size| repeated(piece, size))
    }

    /// A piece, repeated after a front.
    pub fn after(name: &str, front: &'static str, piece: &'static str) -> Self {
        Family::new(name, move |size| [front.as_bytes(), &repeated(piece, size)].concat())
    }

    pub fn with(mut self, args: &[&'static str]) -> Self {
        self.args.extend_from_slice(args);
        self
    }

    pub fn piped(mut self) -> Self {
        self.is_piped = true;
        self
    }

    pub fn known(mut self) -> Self {
        self.is_known = true;
        self
    }

    /// A family whose bytes take more than most, or less.
    pub fn of_size(mut self, size: usize) -> Self {
        self.size = size;
        self
    }
}

/// The piece, repeated up to `size` bytes.
pub fn repeated(piece: impl AsRef<[u8]>, size: usize) -> Vec<u8> {
    let piece = piece.as_ref();
    piece.repeat(size / piece.len())
}

/// The pieces of the numbers from 0, up to `size` bytes.
pub fn numbered<P: AsRef<[u8]>>(size: usize, piece: impl Fn(usize) -> P) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size);
    for number in 0.. {
        if bytes.len() >= size {
            break;
        }
        bytes.extend_from_slice(piece(number).as_ref());
    }
    bytes
}
