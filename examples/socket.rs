//! Searches what arrives on an async socket: each piece is pushed as it comes, and a URI is printed as soon as it is
//! certain where it ends.
//!
//! ```sh
//! cargo run --example socket
//! ```
//!
//! The socket and the runtime are as small as they can be. With tokio, `socket.read(&mut buffer).await` is that of
//! its `AsyncReadExt`, and nothing else changes.

use std::future::{Future, poll_fn};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::thread;
use std::time::Duration;

use urisift::{Extractor, Found};

/// Prints each URI that the other side sends, until it closes the connection.
async fn print_uris(mut socket: Socket) -> io::Result<()> {
    let mut print =
        |found: &Found<'_>| match writeln!(io::stdout(), "{}", found.uri().escape_ascii()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
    let mut feeder = Extractor::default().feeder();
    let mut buffer = [0; 4096];
    loop {
        let len = socket.read(&mut buffer).await?;
        if len == 0 {
            break;
        }
        if feeder.push(&buffer[..len], &mut print).is_break() {
            return Ok(());
        }
    }
    let _ = feeder.finish(&mut print);
    Ok(())
}

fn main() -> io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let mut sender = TcpStream::connect(listener.local_addr()?)?;
    let (receiver, _) = listener.accept()?;
    thread::spawn(move || {
        for piece in ["See htt", "p://a.exa", "mple/b, and <URL:ftp://b.", "example/c>\n"] {
            sender.write_all(piece.as_bytes()).expect("the other side waits");
            thread::sleep(Duration::from_millis(10));
        }
    });
    block_on(print_uris(Socket::new(receiver)?))
}

/// A socket that is never waited for.
struct Socket(TcpStream);

impl Socket {
    fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        Ok(Socket(stream))
    }

    async fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        poll_fn(|_| match self.0.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Poll::Pending,
            read => Poll::Ready(read),
        })
        .await
    }
}

/// A runtime for one task, which it asks again and again.
fn block_on<T>(task: impl Future<Output = T>) -> T {
    let (mut task, mut context) = (pin!(task), Context::from_waker(Waker::noop()));
    loop {
        if let Poll::Ready(done) = task.as_mut().poll(&mut context) {
            return done;
        }
        thread::sleep(Duration::from_millis(1));
    }
}
