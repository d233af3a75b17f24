// What is held of the rows and of the finds: columns for filtering, sorting and counting. The rest of a row is read when it is
// drawn.

// In the place of a rule that is broken.
const NO_RULE = 0xffff, CUT_SHORT = 0xfffe;
const NONE = '(none)';

const meta = JSON.parse(byId('meta').textContent);
const rowBlocks = [];
const placeBlocks = blocks('places');
const paths = [];
const messages = [];
const linkTexts = [];
const held = rowColumns(meta.rows);
const finds = findColumns(meta.kept);

function rowColumns(n) {
  return {
    length: 0,
    block: new Uint16Array(n), at: new Uint32Array(n), uri: new Uint32Array(n), uriLength: new Uint32Array(n), text: new Array(n),
    count: new Float64Array(n), after: new Float64Array(n), first: new Float64Array(n), kept: new Uint32Array(n), find: new Uint32Array(n),
    flags: new Uint8Array(n), rule: new Uint16Array(n), cautions: new Uint16Array(n), kinds: new Uint32Array(n),
    scheme: new Uint32Array(n), host: new Uint32Array(n), domain: new Uint32Array(n), verdict: new Uint8Array(n),
  };
}

// A time is in seconds since 1970, and one more; 0 if it is not known.
function findColumns(n) {
  return {
    length: 0,
    row: new Uint32Array(n), path: new Uint32Array(n), message: new Uint32Array(n), text: new Uint32Array(n), time: new Uint32Array(n),
    after: new Uint8Array(n), stand: new Uint8Array(n), markup: new Uint8Array(n), wrapper: new Uint8Array(n),
  };
}

// Names by number, in the order of their appearance.
class Names {
  constructor(names = []) {
    this.names = [];
    this.index = new Map();
    for (const name of names) this.number(name);
  }

  number(name) {
    let number = this.index.get(name);
    if (number === undefined) {
      number = this.names.push(name) - 1;
      this.index.set(name, number);
    }
    return number;
  }
}

// What a URI without that component has is number 0.
const schemes = new Names();
const hosts = new Names([NONE]);
const domains = new Names([NONE]);
const verdicts = new Names(['valid', 'invalid', 'cut']);

function isAscii(bytes, from, to) {
  let all = 0;
  for (let i = from; i < to; i++) all |= bytes[i];
  return all < 0x80;
}

// Lower-case text of bytes; that of ASCII is cut out of the block's, which is much quicker.
function lowered(bytes, text, from, to) {
  return isAscii(bytes, from, to) ? text.slice(from, to) : lossy.decode(bytes.subarray(from, to)).toLowerCase();
}

// A host as hosts are compared: without the brackets of an address, or the full stop of the root.
function bare(bytes, from, to) {
  if (bytes[from] === 0x5b && bytes[to - 1] === 0x5d) return { from: from + 1, to: to - 1 };
  return { from, to: to > from && bytes[to - 1] === 0x2e ? to - 1 : to };
}

function holdCautions(reader, row) {
  const n = reader.number();
  held.cautions[row] = n;
  for (let i = 0; i < n; i++) {
    held.kinds[row] |= 1 << reader.number();
    reader.number();
    reader.number();
    reader.text();
  }
}

function holdComponents(reader, row, uri, lower) {
  let scheme = NONE, host = null;
  for (let i = 0; i < COMPONENTS.length; i++) {
    const from = reader.number();
    if (from === 0) continue;
    const at = uri + from - 1, end = at + reader.number();
    if (i === SCHEME) scheme = lower.slice(at, end);
    if (i === HOST && end > at) host = bare(reader.bytes, at, end);
  }
  held.scheme[row] = schemes.number(scheme);
  const domain = reader.number();
  if (host) held.host[row] = hosts.number(lowered(reader.bytes, lower, host.from, host.to));
  if (host && domain > 0) held.domain[row] = domains.number(lowered(reader.bytes, lower, host.to - domain, host.to));
}

function skipPlace(reader) {
  reader.number();
  reader.number();
  reader.number();
  reader.text();
}

function holdRow(reader, block, lower) {
  const row = held.length++;
  held.block[row] = block;
  held.at[row] = reader.at;
  const length = reader.number();
  const uri = reader.at;
  reader.at += length;
  held.uri[row] = uri;
  held.uriLength[row] = length;
  held.text[row] = lowered(reader.bytes, lower, uri, uri + length);
  held.count[row] = reader.number();
  held.after[row] = reader.number();
  held.first[row] = reader.number();
  reader.number();
  const flags = held.flags[row] = reader.number();
  held.rule[row] = flags & CUT ? CUT_SHORT : NO_RULE;
  if (!(flags & VALID)) {
    reader.number();
    held.rule[row] = reader.number();
  }
  held.verdict[row] = held.rule[row] === NO_RULE ? 0 : held.rule[row] === CUT_SHORT ? 2 : 1;
  holdCautions(reader, row);
  holdComponents(reader, row, uri, lower);
  reader.text();
  reader.text();
  skipPlace(reader);
  skipPlace(reader);
  held.find[row] = row === 0 ? 0 : held.find[row - 1] + held.kept[row - 1];
  held.kept[row] = reader.number();
  finds.row.fill(row, held.find[row], held.find[row] + held.kept[row]);
  reader.number();
  reader.number();
}

function takeRows(reader) {
  const block = rowBlocks.push(reader.bytes) - 1;
  const lower = latin.decode(reader.bytes).toLowerCase();
  while (reader.more && held.length < meta.rows) holdRow(reader, block, lower);
}

function takeFinds(reader) {
  while (reader.more && finds.length < meta.kept) {
    const find = finds.length++;
    finds.path[find] = reader.number();
    finds.message[find] = reader.number();
    finds.text[find] = reader.number();
    finds.after[find] = reader.number();
    finds.time[find] = reader.number();
    const stand = reader.number();
    finds.stand[find] = stand >>> 1;
    finds.markup[find] = stand & 1;
    finds.wrapper[find] = reader.number();
  }
}

function takePaths(reader) {
  while (reader.more) paths.push(reader.text());
}

// A find that is no link has an empty text.
function takeLinkTexts(reader) {
  while (reader.more) linkTexts.push(lossy.decode(reader.text()));
}

const MESSAGE = ['id', 'date', 'from', 'fromName', 'subject', 'list', 'thread'];

// A find that is in no message has an empty record.
function takeMessages(reader) {
  while (reader.more) {
    const text = new Reader(reader.text());
    messages.push(Object.fromEntries(MESSAGE.map((name) => [name, text.more ? lossy.decode(text.text()) : ''])));
  }
}

const row = (index) => readRow(new Reader(rowBlocks[held.block[index]], held.at[index]));

// The folders that all paths are in, which are told once.
function commonFolder() {
  const folder = (path) => path.subarray(0, path.lastIndexOf(0x2f) + 1);
  let common = folder(paths[0] ?? new Uint8Array());
  for (const path of paths) {
    let end = 0;
    while (end < common.length && path[end] === common[end]) end++;
    if (end < common.length) common = folder(common.subarray(0, end));
  }
  return common;
}
