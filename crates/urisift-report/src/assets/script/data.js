// The data of the page: blocks of records, compressed. The formats are those of `table.rs`, `row.rs` and `place.rs`.

const COMPONENTS = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];
const SCHEME = 0, HOST = 2;
// Flags of a row, and of a find.
const VALID = 1, CUT = 2, ABBREVIATED = 4, NOISE = 8;
const WRITTEN_OTHERWISE = 1, DECODED = 2;


class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get more() { return this.at < this.bytes.length; }

  // LEB128; multiplied, not shifted, as it may be above 32 bits.
  number() {
    const { bytes } = this;
    let byte = bytes[this.at++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let factor = 0x80; byte >= 0x80; factor *= 0x80) {
      if (this.at >= bytes.length) throw new RangeError('the data ends within a number');
      byte = bytes[this.at++];
      value += (byte & 0x7f) * factor;
    }
    return value;
  }

  text() {
    const length = this.number();
    const at = this.at;
    this.at += length;
    return this.bytes.subarray(at, this.at);
  }
}

function readSpan(reader) {
  const from = reader.number();
  return from === 0 ? null : { start: from - 1, end: from - 1 + reader.number() };
}

function readPlace(reader) {
  return { path: reader.number(), line: reader.number(), column: reader.number(), part: reader.text() };
}

function readCautions(reader) {
  const cautions = [];
  for (let left = reader.number(); left > 0; left--) {
    cautions.push({ kind: reader.number(), start: reader.number(), end: reader.number(), detail: reader.text() });
  }
  return cautions;
}

function readRow(reader) {
  const row = { uri: reader.text(), count: reader.number(), after: reader.number(), first: reader.number(), last: reader.number(), flags: reader.number() };
  row.fault = row.flags & VALID ? null : { at: reader.number(), rule: reader.number() };
  row.cautions = readCautions(reader);
  row.components = COMPONENTS.map(() => readSpan(reader));
  row.domain = reader.number();
  row.normal = reader.text();
  row.target = reader.text();
  row.firstPlace = readPlace(reader);
  row.lastPlace = readPlace(reader);
  row.kept = reader.number();
  row.block = reader.number();
  row.offset = reader.number();
  return row;
}

// How it is written stands there only if that is not the URI itself.
function readFind(reader, uri, index) {
  const find = { index, line: reader.number(), column: reader.number(), start: reader.number(), part: reader.text() };
  find.flags = reader.number();
  find.second = reader.text();
  find.before = reader.text();
  const raw = reader.text();
  find.raw = find.flags & WRITTEN_OTHERWISE ? raw : uri;
  find.after = reader.text();
  return find;
}


function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

async function unpack(element) {
  const packed = new Blob([fromBase64(element.textContent.trim())]);
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const blocks = (name) => [...document.querySelectorAll(`script.${name}[type="text/plain"]`)];
const breath = () => new Promise((resolve) => setTimeout(resolve));

// The next block is unpacked, which the browser does beside the script, while one is read.
async function readAll(name, take) {
  const elements = blocks(name);
  const unpackNext = () => (elements.length > 0 ? unpackOnce(elements.shift()) : null);
  for (let next = unpackNext(); next;) {
    const bytes = await next;
    next = unpackNext();
    take(new Reader(bytes));
    await breath();
  }
}

function unpackOnce(element) {
  const bytes = unpack(element);
  element.remove();
  // A failure is told to whoever waits for the bytes.
  bytes.catch(() => {});
  return bytes;
}
