//! Encryption by the standard security handler (ISO 32000-2 7.6), of files that open without a password.

use std::io::{self, BufRead, Read};

use aes::cipher::consts::U16;
use aes::cipher::{Block, BlockModeDecrypt, BlockModeEncrypt, KeyInit, KeyIvInit, StreamCipher};
use aes::{Aes128, Aes256};
use md5::{Digest, Md5};
use rc4::Rc4;
use sha2::{Sha256, Sha384, Sha512};

use super::dictionary::{Id, Kind};
use super::string::Written;
use super::value::Value;

/// What a password is filled up with (7.6.4.3, algorithm 2).
const PADDING: [u8; 32] = [
    0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08,
    0x2e, 0x2e, 0x00, 0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
];

/// The length of a block of AES, and of what is before the first one.
const BLOCK: usize = 16;

/// How bytes are encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Identity,
    Rc4,
    /// With a key of 128 bits for each object.
    Aes128,
    /// With the key of the file.
    Aes256,
}

/// Decrypts the strings and streams of a file.
#[derive(Debug)]
pub(super) struct Encryption {
    key: Vec<u8>,
    strings: Method,
    streams: Method,
    has_plain_metadata: bool,
}

impl Encryption {
    /// That of a file with this dictionary, and the first part of its identifier; `None` if it has a password, or is
    /// encrypted in another way.
    pub fn of(dictionary: &Value<'_>, id: &[u8]) -> Option<Encryption> {
        let number = |key: &[u8]| dictionary.get(key).and_then(Value::number).map(|it| it as i64);
        if dictionary.get(b"Filter")?.name()? != b"Standard" {
            return None;
        }
        let (version, revision) = (number(b"V")?, number(b"R")?);
        let metadata = dictionary.get(b"EncryptMetadata");
        let has_plain_metadata = metadata == Some(&Value::Keyword(b"false"));
        let [strings, streams] = match version {
            1 | 2 => [Method::Rc4; 2],
            4 | 5 => [&b"StrF"[..], b"StmF"].map(|key| method(dictionary, key)),
            _ => return None,
        };
        let owner = dictionary.get(b"O")?.string()?;
        let user = dictionary.get(b"U")?.string()?;
        let key = match revision {
            2..=4 => {
                let len = if revision == 2 { 5 } else { number(b"Length").unwrap_or(40) / 8 };
                let len = if version == 4 { 16 } else { usize::try_from(len).ok()? };
                let permissions = (number(b"P")? as i32).to_le_bytes();
                let mark = if revision == 4 && has_plain_metadata { &[0xff; 4][..] } else { &[] };
                let parts = [&PADDING[..], owner.get(..32)?, &permissions, id, mark].concat();
                let key = key_of(&parts, (5..=BLOCK).contains(&len).then_some(len)?, revision);
                (user.get(..BLOCK)? == &user_of(&key, id, revision)[..BLOCK]).then_some(key)?
            }
            5 | 6 => {
                let hash = if revision == 5 { simple_hash } else { hash };
                let (check, of_key) = (user.get(32..40)?, user.get(40..48)?);
                (hash(check) == user[..32]).then_some(())?;
                let mut key = dictionary.get(b"UE")?.string()?.get(..32)?.to_vec();
                let mut decryptor =
                    cbc::Decryptor::<Aes256>::new(&hash(of_key).into(), &[0; BLOCK].into());
                decryptor.decrypt_blocks(blocks(&mut key));
                key
            }
            _ => return None,
        };
        Some(Encryption { key, strings, streams, has_plain_metadata })
    }

    /// The key of an object (algorithm 1).
    fn key(&self, Id { number, generation }: Id, method: Method) -> Vec<u8> {
        if method == Method::Aes256 {
            return self.key.clone();
        }
        let salt = if method == Method::Aes128 { &b"sAlT"[..] } else { &[] };
        let parts =
            [&self.key[..], &number.to_le_bytes()[..3], &generation.to_le_bytes()[..2], salt];
        let digest = Md5::digest(parts.concat());
        digest[..(self.key.len() + 5).min(BLOCK)].to_vec()
    }

    /// A string of an object, decrypted. Each byte has the place of the one that it was.
    pub fn string(&self, id: Id, mut written: Vec<Written<u8>>) -> Vec<Written<u8>> {
        if self.strings == Method::Identity {
            return written;
        }
        let bytes: Vec<_> = written.iter().map(|byte| byte.value).collect();
        let mut plain = Vec::new();
        let mut decrypted = self.decrypted(id, self.strings, &bytes[..]);
        if decrypted.read_to_end(&mut plain).is_err() {
            return Vec::new();
        }
        written.drain(..bytes.len() - plain.len().min(bytes.len()));
        written.iter_mut().zip(plain).for_each(|(written, value)| written.value = value);
        written
    }

    /// The bytes of a stream of an object, decrypted, if they are encrypted.
    pub fn stream<'r>(&self, id: Id, kind: Kind, read: impl BufRead + 'r) -> Box<dyn Read + 'r> {
        let is_plain = kind == Kind::Metadata && self.has_plain_metadata;
        self.decrypted(id, if is_plain { Method::Identity } else { self.streams }, read)
    }

    fn decrypted<'r>(&self, id: Id, method: Method, read: impl BufRead + 'r) -> Box<dyn Read + 'r> {
        let key = self.key(id, method);
        match method {
            Method::Identity => Box::new(read),
            Method::Rc4 => match Rc4::new_from_slice(&key) {
                Ok(cipher) => Box::new(Streamed { read, cipher }),
                Err(_) => Box::new(io::empty()),
            },
            Method::Aes128 => Box::new(Chained::<_, cbc::Decryptor<Aes128>>::new(read, key)),
            Method::Aes256 => Box::new(Chained::<_, cbc::Decryptor<Aes256>>::new(read, key)),
        }
    }
}

/// What strings or streams are encrypted by, which a name tells (7.6.6).
fn method(dictionary: &Value<'_>, key: &[u8]) -> Method {
    let name = dictionary.get(key).and_then(Value::name).unwrap_or(b"Identity");
    let filter = dictionary.get(b"CF").and_then(|filters| filters.get(name));
    match filter.and_then(|filter| filter.get(b"CFM")).and_then(Value::name) {
        Some(b"V2") => Method::Rc4,
        Some(b"AESV2") => Method::Aes128,
        Some(b"AESV3") => Method::Aes256,
        _ => Method::Identity,
    }
}

/// The key of a file (algorithm 2).
fn key_of(parts: &[u8], len: usize, revision: i64) -> Vec<u8> {
    let mut digest = Md5::digest(parts);
    for _ in 0..if revision >= 3 { 50 } else { 0 } {
        digest = Md5::digest(&digest[..len]);
    }
    digest[..len].to_vec()
}

/// What proves that the user needs no password (algorithms 4 and 5).
fn user_of(key: &[u8], id: &[u8], revision: i64) -> Vec<u8> {
    let (mut bytes, rounds) = match revision {
        2 => (PADDING.to_vec(), 1),
        _ => (Md5::digest([&PADDING, id].concat()).to_vec(), 20),
    };
    for round in 0..rounds {
        let key: Vec<u8> = key.iter().map(|byte| byte ^ round).collect();
        if let Ok(mut cipher) = Rc4::new_from_slice(&key) {
            cipher.apply_keystream(&mut bytes);
        }
    }
    bytes
}

/// The hash of no password and a salt, of revision 5.
fn simple_hash(salt: &[u8]) -> [u8; 32] {
    Sha256::digest(salt).into()
}

/// The same of revision 6 (algorithm 2.B).
fn hash(salt: &[u8]) -> [u8; 32] {
    let mut key = Sha256::digest(salt).to_vec();
    for round in 0.. {
        let mut bytes = key.repeat(64);
        let (aes_key, start) = (key.first_chunk::<BLOCK>(), key[BLOCK..].first_chunk::<BLOCK>());
        let (Some(aes_key), Some(start)) = (aes_key, start) else { break };
        let mut encryptor = cbc::Encryptor::<Aes128>::new(aes_key.into(), start.into());
        encryptor.encrypt_blocks(blocks(&mut bytes));
        let remainder = bytes[..BLOCK].iter().map(|byte| u32::from(*byte)).sum::<u32>() % 3;
        key = match remainder {
            0 => Sha256::digest(&bytes).to_vec(),
            1 => Sha384::digest(&bytes).to_vec(),
            _ => Sha512::digest(&bytes).to_vec(),
        };
        if round >= 63 && bytes.last().is_none_or(|last| i32::from(*last) <= round - 31) {
            break;
        }
    }
    key.first_chunk().copied().unwrap_or_default()
}

/// The whole blocks of some bytes.
fn blocks(bytes: &mut [u8]) -> &mut [Block<Aes128>] {
    Block::<Aes128>::slice_as_chunks_mut(bytes).0
}

/// Bytes that are encrypted one by one.
struct Streamed<R> {
    read: R,
    cipher: Rc4,
}

impl<R: Read> Read for Streamed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(out)?;
        self.cipher.apply_keystream(&mut out[..count]);
        Ok(count)
    }
}

/// Blocks of AES, after one that starts the chain; the last one is filled up (7.6.3.1).
struct Chained<R, D> {
    read: R,
    key: Vec<u8>,
    decryptor: Option<D>,
    /// The block that comes next, and how much of it has been returned.
    block: [u8; BLOCK],
    at: usize,
    end: usize,
}

impl<R: BufRead, D: KeyIvInit + BlockModeDecrypt<BlockSize = U16>> Chained<R, D> {
    fn new(read: R, key: Vec<u8>) -> Self {
        Chained { read, key, decryptor: None, block: [0; BLOCK], at: 0, end: 0 }
    }

    /// The next block of the file; `None` if there is no whole one.
    fn read_block(&mut self) -> io::Result<Option<[u8; BLOCK]>> {
        let mut block = [0; BLOCK];
        match self.read.read_exact(&mut block) {
            Ok(()) => Ok(Some(block)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Decrypts the next block.
    fn next(&mut self) -> io::Result<()> {
        if self.decryptor.is_none()
            && let Some(start) = self.read_block()?
        {
            self.decryptor = D::new_from_slices(&self.key, &start).ok();
        }
        (self.at, self.end) = (0, 0);
        if let Some(mut block) = self.read_block()?
            && let Some(decryptor) = &mut self.decryptor
        {
            decryptor.decrypt_blocks(blocks(&mut block));
            let fill = usize::from(block[BLOCK - 1]);
            let is_last = self.read.fill_buf()?.is_empty() && (1..=BLOCK).contains(&fill);
            (self.block, self.end) = (block, BLOCK - if is_last { fill } else { 0 });
        }
        Ok(())
    }
}

impl<R: BufRead, D: KeyIvInit + BlockModeDecrypt<BlockSize = U16>> Read for Chained<R, D> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < out.len() {
            if self.at == self.end {
                self.next()?;
                if self.end == 0 {
                    break;
                }
            }
            let count = (&self.block[self.at..self.end]).read(&mut out[filled..])?;
            self.at += count;
            filled += count;
        }
        Ok(filled)
    }
}
