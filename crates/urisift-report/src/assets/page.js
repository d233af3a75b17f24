'use strict';
// The table of URIs, and what is known of each. All text from the input goes into the page as text:
// nothing here makes markup of it.
(() => {
const byId = (id) => document.getElementById(id);
const COMPONENTS = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];
const SCHEME = 0, HOST = 2;
const VALID = 1, CUT = 2, ABBREVIATED = 4;
const WRITTEN_OTHERWISE = 1, DECODED = 2;
// In the place of a rule that is broken.
const NO_RULE = 0xffff, CUT_SHORT = 0xfffe;
// What a chart calls URIs without a scheme.
const NO_SCHEME = '(no scheme)';
// Schemes that a browser or a mailer opens without running anything of the URI.
const LINKED = new Set(['http', 'https', 'ftp', 'mailto', 'news', 'nntp', 'gopher', 'tel', 'irc', 'ircs', 'xmpp']);
const ROWS_DRAWN = 60;
const ROWS_SPARE = 8;
const ROWS_PRINTED = 200;
const PLACES_DRAWN = 100;
// Browsers give up placing things far below this.
const TALLEST = 10_000_000;
const SHOWN_IN_ROW = 400;
const SHOWN_AROUND = 240;
const SHOWN_FOUND = 4000;

const digits = new Intl.NumberFormat('en');
const counted = (n, one, many) => `${digits.format(n)} ${n === 1 ? one : many}`;

// --- Elements ---

function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function button(text, deed) {
  const element = make('button', '', text);
  element.type = 'button';
  element.addEventListener('click', deed);
  return element;
}

// --- Text from the input ---

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });
const latin = new TextDecoder('latin1');
const encoder = new TextEncoder();
// Controls, what turns the direction of text round, and what is not to be seen.
const HARMFUL = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff0-\ufffb]/gu;
// What nearly all text is.
const PLAIN = /^[ -~]+$/;
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function utf8(bytes) {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

const escape = (c) => NAMED[c] ?? `\\u{${c.codePointAt(0).toString(16)}}`;
const escapeByte = (byte) => `\\x${byte.toString(16).padStart(2, '0')}`;

// Whether a byte goes on with a character of UTF-8.
const continues = (byte) => (byte & 0xc0) === 0x80;

function characterLength(bytes, at) {
  let end = at + 1;
  if (bytes[at] >= 0xc0) while (end < at + 4 && end < bytes.length && continues(bytes[end])) end++;
  return end - at;
}

// Texts and, by turns, bytes that are no text: [text, bytes, text, …].
function pieces(bytes) {
  const whole = utf8(bytes);
  if (whole !== null) return [whole];
  const list = [];
  let text = '', broken = '';
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    const character = bytes[at] < 0x80 ? String.fromCharCode(bytes[at]) : utf8(bytes.subarray(at, at + length));
    if (character !== null) {
      if (broken) { list.push(text, broken); text = broken = ''; }
      text += character;
      at += length;
    } else {
      broken += escapeByte(bytes[at++]);
    }
  }
  list.push(text, broken);
  return list;
}

function appendText(parent, text, kept) {
  if (PLAIN.test(text)) return parent.append(text);
  let from = 0;
  for (const { 0: c, index } of text.matchAll(HARMFUL)) {
    if (kept.includes(c)) continue;
    if (index > from) parent.append(text.slice(from, index));
    parent.append(make('span', 'escape', escape(c)));
    from = index + c.length;
  }
  if (from < text.length) parent.append(text.slice(from));
}

// Shows bytes of the input; the characters of `kept` stay what they are.
function show(parent, bytes, kept = '') {
  pieces(bytes).forEach((piece, i) => {
    if (i % 2 === 0) appendText(parent, piece, kept);
    else if (piece) parent.append(make('span', 'escape', piece));
  });
  return parent;
}

const shown = (name, className, bytes) => show(make(name, `${className} input`.trim()), bytes);

// So many bytes at most, and no half of a character at the end.
function start(bytes, most) {
  if (bytes.length <= most) return bytes;
  let end = most;
  while (end > 0 && continues(bytes[end])) end--;
  return bytes.subarray(0, end);
}

// The same from the end.
function tail(bytes, most) {
  if (bytes.length <= most) return bytes;
  let from = bytes.length - most;
  while (from < bytes.length && continues(bytes[from])) from++;
  return bytes.subarray(from);
}

// --- Records ---

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
    cautions.push({ kind: reader.number(), start: reader.number(), end: reader.number() });
  }
  return cautions;
}

function readRow(reader) {
  const row = { uri: reader.text(), count: reader.number(), first: reader.number(), last: reader.number(), flags: reader.number() };
  row.fault = row.flags & VALID ? null : { at: reader.number(), rule: reader.number() };
  row.cautions = readCautions(reader);
  row.components = COMPONENTS.map(() => readSpan(reader));
  row.domain = reader.number();
  row.normal = reader.text();
  row.firstPlace = readPlace(reader);
  row.lastPlace = readPlace(reader);
  row.kept = reader.number();
  row.block = reader.number();
  row.offset = reader.number();
  return row;
}

// How it is written stands there only if that is not the URI itself.
function readFind(reader, uri) {
  const find = { path: reader.number(), line: reader.number(), column: reader.number(), start: reader.number(), part: reader.text() };
  find.message = reader.text();
  find.date = reader.text();
  find.wrapper = reader.number();
  find.flags = reader.number();
  find.second = reader.text();
  find.before = reader.text();
  const raw = reader.text();
  find.raw = find.flags & WRITTEN_OTHERWISE ? raw : uri;
  find.after = reader.text();
  return find;
}

// --- Blocks ---

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

// --- What is held of the rows: columns for sorting and filtering; the rest is read when it is drawn ---

const meta = JSON.parse(byId('meta').textContent);
const paths = [];
const rowBlocks = [];
const placeBlocks = blocks('places');
const schemes = { names: [], counts: [], index: new Map() };
const held = columns(meta.rows);

function columns(n) {
  return {
    length: 0,
    block: new Uint16Array(n), at: new Uint32Array(n),
    uri: new Uint32Array(n), uriLength: new Uint32Array(n), text: new Array(n),
    count: new Float64Array(n), first: new Float64Array(n), last: new Float64Array(n),
    rule: new Uint16Array(n), cautions: new Uint16Array(n), kinds: new Uint32Array(n), scheme: new Uint32Array(n),
    host: new Uint32Array(n), hostLength: new Uint32Array(n), domainLength: new Uint32Array(n),
  };
}

function schemeIndex(name) {
  let index = schemes.index.get(name);
  if (index === undefined) {
    index = schemes.names.push(name) - 1;
    schemes.counts.push(0);
    schemes.index.set(name, index);
  }
  schemes.counts[index]++;
  return index;
}

function isAscii(bytes, from, to) {
  let all = 0;
  for (let i = from; i < to; i++) all |= bytes[i];
  return all < 0x80;
}

// Lower-case text of bytes; that of ASCII is cut out of the block's, which is much quicker.
function lowered(bytes, text, from, to) {
  return isAscii(bytes, from, to) ? text.slice(from, to) : lossy.decode(bytes.subarray(from, to)).toLowerCase();
}

function holdCautions(reader, row) {
  const n = reader.number();
  held.cautions[row] = n;
  for (let i = 0; i < n; i++) {
    held.kinds[row] |= 1 << reader.number();
    reader.number();
    reader.number();
  }
}

function holdComponents(reader, row, uri, lower) {
  let scheme = '';
  for (let i = 0; i < COMPONENTS.length; i++) {
    const from = reader.number();
    if (from === 0) continue;
    const length = reader.number();
    const at = uri + from - 1;
    if (i === SCHEME) scheme = lower.slice(at, at + length);
    if (i === HOST) { held.host[row] = at; held.hostLength[row] = length; }
  }
  held.scheme[row] = schemeIndex(scheme);
  held.domainLength[row] = reader.number();
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
  held.first[row] = reader.number();
  held.last[row] = reader.number();
  const flags = reader.number();
  held.rule[row] = flags & CUT ? CUT_SHORT : NO_RULE;
  if (!(flags & VALID)) {
    reader.number();
    held.rule[row] = reader.number();
  }
  holdCautions(reader, row);
  holdComponents(reader, row, uri, lower);
  reader.text();
  skipPlace(reader);
  skipPlace(reader);
  reader.number();
  reader.number();
  reader.number();
}

function holdRows(bytes) {
  const block = rowBlocks.push(bytes) - 1;
  const lower = latin.decode(bytes).toLowerCase();
  const reader = new Reader(bytes);
  while (reader.more && held.length < meta.rows) holdRow(reader, block, lower);
}

const row = (index) => readRow(new Reader(rowBlocks[held.block[index]], held.at[index]));

// The next block is unpacked, which the browser does beside the script, while one is read.
async function readAll(name, take) {
  const elements = blocks(name);
  const unpackNext = () => (elements.length > 0 ? unpackOnce(elements.shift()) : null);
  for (let next = unpackNext(); next;) {
    const bytes = await next;
    next = unpackNext();
    take(bytes);
    await breath();
  }
}

function unpackOnce(element) {
  const bytes = unpack(element);
  element.remove();
  // Whoever waits for it hears of a failure; if nobody does any more, it is none.
  bytes.catch(() => {});
  return bytes;
}

function takePaths(bytes) {
  const reader = new Reader(bytes);
  while (reader.more) paths.push(reader.text());
}

// --- Sorting: each order is made once, for all rows; filters only pick from it ---

const FALLS = { uri: false, count: true, first: false, last: false, verdict: false, cautions: true };
const COLUMNS = { count: 'count', first: 'first', last: 'last', verdict: 'rule', cautions: 'cautions' };
const orders = new Map();
const sorting = { key: 'count', falls: true };

function order() {
  const { key, falls } = sorting;
  const name = `${key} ${falls}`;
  if (!orders.has(name)) orders.set(name, key === 'uri' ? orderOfUris(falls) : orderOf(held[COLUMNS[key]], falls));
  return orders.get(name);
}

// Equal values stand as they were found.
function orderOf(column, falls) {
  const found = rankedBy(held.first, false, null);
  return column === held.first && !falls ? found : rankedBy(column, falls, found);
}

// Value and place in another order make one number, as numbers alone are sorted far quicker than by a
// function.
function rankedBy(column, falls, other) {
  const n = held.length;
  let most = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, column[i]);
  const keys = new Float64Array(n);
  for (let place = 0; place < n; place++) {
    const value = column[other ? other[place] : place];
    keys[place] = (falls ? most - value : value) * n + place;
  }
  return Uint32Array.from(keys.sort(), (key) => (other ? other[key % n] : key % n));
}

function orderOfUris(falls) {
  const sign = falls ? -1 : 1;
  return Uint32Array.from(held.at.subarray(0, held.length), (_, i) => i).sort((a, b) => sign * compareUris(a, b) || a - b);
}

// By bytes, as texts that are cut out of others are compared slowly; capitals count as small letters.
function compareUris(a, b) {
  const one = rowBlocks[held.block[a]], other = rowBlocks[held.block[b]];
  const from = held.uri[a], against = held.uri[b];
  const length = Math.min(held.uriLength[a], held.uriLength[b]);
  for (let i = 0; i < length; i++) {
    const x = one[from + i], y = other[against + i];
    if (x !== y && lower(x) !== lower(y)) return lower(x) - lower(y);
  }
  return held.uriLength[a] - held.uriLength[b];
}

function sortBy(key) {
  sorting.falls = sorting.key === key ? !sorting.falls : FALLS[key];
  sorting.key = key;
  for (const head of document.querySelectorAll('#table [data-sort]')) {
    const on = head.dataset.sort === key;
    head.closest('th').setAttribute('aria-sort', on ? (sorting.falls ? 'descending' : 'ascending') : 'none');
  }
  select();
}

// --- Filtering ---

const lower = (byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);

function bytesAre(bytes, at, wanted) {
  for (let i = 0; i < wanted.length; i++) if (lower(bytes[at + i]) !== wanted[i]) return false;
  return true;
}

// A host as hosts are compared: without the brackets of an address, or the full stop of the root.
function bare(bytes, from, to) {
  if (bytes[from] === 0x5b && bytes[to - 1] === 0x5d) return { from: from + 1, to: to - 1 };
  return { from, to: to > from && bytes[to - 1] === 0x2e ? to - 1 : to };
}

function bareHost(i) {
  const bytes = rowBlocks[held.block[i]];
  return { bytes, ...bare(bytes, held.host[i], held.host[i] + held.hostLength[i]) };
}

// Filters that a button in a chart sets.
const CHIPS = {
  host: (value) => {
    const wanted = encoder.encode(value).map(lower);
    return (i) => {
      const { bytes, from, to } = bareHost(i);
      return to - from === wanted.length && bytesAre(bytes, from, wanted);
    };
  },
  domain: (value) => {
    const wanted = encoder.encode(value).map(lower);
    return (i) => {
      if (held.domainLength[i] !== wanted.length) return false;
      const { bytes, to } = bareHost(i);
      return bytesAre(bytes, to - wanted.length, wanted);
    };
  },
  rule: (value) => {
    const wanted = meta.rules.indexOf(value);
    return (i) => held.rule[i] === wanted;
  },
};
const MENUS = {
  scheme: (value) => {
    const wanted = schemes.index.get(value === '-' ? '' : value);
    return (i) => held.scheme[i] === wanted;
  },
  verdict: (value) => (i) => verdict(held.rule[i]) === value,
  caution: (value) => {
    if (value === '*') return (i) => held.cautions[i] > 0;
    const wanted = 1 << meta.cautions.findIndex(([name]) => name === value);
    return (i) => (held.kinds[i] & wanted) !== 0;
  },
};
const verdict = (rule) => (rule === NO_RULE ? 'valid' : rule === CUT_SHORT ? 'cut' : 'invalid');
const isSet = (menu) => byId(menu).value !== '';
const words = () => byId('search').value.toLowerCase().split(/\s+/u).filter(Boolean);
let chip = null;

function tests() {
  const list = words().map((word) => (i) => held.text[i].includes(word));
  for (const menu of Object.keys(MENUS)) if (isSet(menu)) list.unshift(MENUS[menu](byId(menu).value));
  if (chip) list.unshift(CHIPS[chip.filter](chip.value));
  return list;
}

let selection = new Uint32Array();

function pick(rows, test) {
  const picked = new Uint32Array(rows.length);
  let n = 0;
  for (let i = 0; i < rows.length; i++) if (test(rows[i])) picked[n++] = rows[i];
  return picked.subarray(0, n);
}

function select() {
  const asked = tests();
  selection = asked.reduce(pick, order());
  active = 0;
  byId('table').scrollTop = 0;
  showOutcome(asked.length > 0);
  draw(true);
}

function showOutcome(filtered) {
  byId('shown').textContent = `${digits.format(selection.length)} of ${counted(held.length, 'URI', 'URIs')}`;
  byId('clear').hidden = !filtered;
  byId('empty').hidden = selection.length > 0;
  byId('rows').parentElement.setAttribute('aria-rowcount', selection.length + 1);
}

function setChip(next) {
  chip = next;
  byId('chip').hidden = !chip;
  if (!chip) return;
  byId('chip').replaceChildren(`${chip.filter} `, shown('span', '', encoder.encode(chip.value)));
  byId('chip').setAttribute('aria-label', `Remove the filter ${chip.filter} ${chip.value}`);
}

function clearFilters() {
  byId('search').value = '';
  for (const menu of Object.keys(MENUS)) byId(menu).value = '';
  setChip(null);
  select();
  byId('search').focus();
}

function filterBy({ filter, value }) {
  if (filter in CHIPS) setChip({ filter, value });
  else if (filter in MENUS && choose(filter, value === NO_SCHEME ? '-' : value)) setChip(null);
  else return;
  select();
  document.querySelector('.uris').scrollIntoView();
  byId('table').focus({ preventScroll: true });
}

// Chooses from a menu, if it has that: others are counted together in charts.
function choose(menu, value) {
  const has = [...byId(menu).options].some((option) => option.value === value);
  if (has) byId(menu).value = value;
  return has;
}

function addOption(menu, value, text) {
  const option = make('option', '', text);
  option.value = value;
  byId(menu).append(option);
}

function fillSchemes() {
  const ranked = schemes.names.map((name, i) => ({ name, n: schemes.counts[i] })).sort((a, b) => b.n - a.n);
  for (const { name, n } of ranked) addOption('scheme', name || '-', `${name || 'none'} (${digits.format(n)})`);
}

function fillVerdicts() {
  const counts = { valid: 0, invalid: 0, cut: 0 };
  for (let i = 0; i < held.length; i++) counts[verdict(held.rule[i])]++;
  for (const [name, n] of Object.entries(counts)) {
    if (n > 0 || name !== 'cut') addOption('verdict', name, `${name} (${digits.format(n)})`);
  }
}

function fillCautions() {
  const counts = meta.cautions.map(() => 0);
  let any = 0;
  for (const kinds of held.kinds) {
    if (kinds === 0) continue;
    any++;
    for (let kind = 0; kind < counts.length; kind++) counts[kind] += (kinds >>> kind) & 1;
  }
  if (any > 0) addOption('caution', '*', `any (${digits.format(any)})`);
  meta.cautions.forEach(([name], kind) => {
    if (counts[kind] > 0) addOption('caution', name, `${name} (${digits.format(counts[kind])})`);
  });
}

// --- Rows: only those in sight are drawn ---

let active = 0;
let rowHeight = 32;
let drawn = { from: 0, to: 0 };
let printing = false;

// The height is said once, in the style; whole pixels keep rows and scrolling in step.
function measure() {
  const root = getComputedStyle(document.documentElement);
  rowHeight = Math.round(parseFloat(root.getPropertyValue('--row')) * parseFloat(root.fontSize));
  byId('table').style.setProperty('--height', `${rowHeight}px`);
}

// How far rows reach, and how far the container scrolls, which is less if there are very many.
function extent() {
  const table = byId('table');
  const head = table.querySelector('thead').offsetHeight;
  const view = Math.max(table.clientHeight - head, rowHeight);
  const rows = selection.length * rowHeight;
  const space = Math.min(rows, TALLEST);
  const ratio = space < rows ? (rows - view) / (space - view) : 1;
  return { view, rows, space, ratio };
}

function range() {
  if (printing) return { from: 0, to: Math.min(selection.length, ROWS_PRINTED), above: 0, below: 0 };
  const { view, space, ratio } = extent();
  const scrolled = byId('table').scrollTop;
  const top = scrolled * ratio;
  const seen = Math.ceil(view / rowHeight) + 1;
  const spare = Math.max(0, Math.min(ROWS_SPARE, Math.floor((ROWS_DRAWN - seen) / 2)));
  const from = Math.max(0, Math.floor(top / rowHeight) - spare);
  const to = Math.min(selection.length, from + Math.min(ROWS_DRAWN, seen + 2 * spare));
  const above = Math.max(0, Math.round(scrolled - (top - from * rowHeight)));
  return { from, to, above, below: Math.max(0, space - above - (to - from) * rowHeight) };
}

function makeSpacer() {
  const spacer = make('tr', 'spacer');
  spacer.setAttribute('aria-hidden', 'true');
  spacer.append(make('td'));
  return spacer;
}

const above = makeSpacer();
const below = makeSpacer();

// Rows that are still in sight stay the elements they are, so that none loses the focus.
function draw(anew = false) {
  const next = range();
  const rows = byId('rows');
  yieldFocus(next, anew);
  if (anew || next.from >= drawn.to || next.to <= drawn.from) {
    rows.replaceChildren(above, ...drawRows(next.from, next.to), below);
  } else {
    for (let i = drawn.from; i < next.from; i++) above.nextSibling.remove();
    for (let i = next.to; i < drawn.to; i++) below.previousSibling.remove();
    above.after(...drawRows(next.from, Math.min(drawn.from, next.to)));
    below.before(...drawRows(Math.max(drawn.to, next.from), next.to));
  }
  drawn = next;
  above.style.height = `${next.above}px`;
  below.style.height = `${next.below}px`;
  markActive();
  highlight();
}

// A focused row that goes away would take the focus with it, and the scrolling: browsers lay the
// table out when it is half drawn then.
function yieldFocus(next, anew) {
  const position = document.activeElement?.dataset.position;
  if (position === undefined || (!anew && position >= next.from && position < next.to)) return;
  byId('table').focus({ preventScroll: true });
}

function drawRows(from, to) {
  const rows = [];
  for (let position = from; position < to; position++) rows.push(drawRow(position));
  return rows;
}

function drawRow(position) {
  const index = selection[position];
  const data = row(index);
  const element = make('tr');
  element.setAttribute('role', 'row');
  element.setAttribute('aria-rowindex', position + 2);
  element.dataset.row = index;
  element.dataset.position = position;
  element.tabIndex = -1;
  element.append(uriCell(data), cell('number', digits.format(data.count)), placeCell('place first', data.firstPlace),
    placeCell('place last', data.lastPlace), verdictCell(data), cell('cautions', cautionNames(data)));
  return element;
}

function cell(className, text) {
  const element = make('td', className, text);
  element.setAttribute('role', 'cell');
  return element;
}

function uriCell({ uri, components }) {
  const element = cell('uri-cell');
  const text = make('span', 'input');
  const end = start(uri, SHOWN_IN_ROW).length;
  // What may run from right to left does so within its component only.
  const spans = isAscii(uri, 0, end) ? [components[HOST]] : components;
  let from = 0;
  for (const span of spans) {
    if (!span || span.start >= end) continue;
    show(text, uri.subarray(from, span.start));
    from = Math.min(span.end, end);
    text.append(shown('span', span === components[HOST] ? 'host' : '', uri.subarray(span.start, from)));
  }
  show(text, uri.subarray(from, end));
  if (end < uri.length) text.append('…');
  element.append(text);
  return element;
}

// The end of a path says most, so the front of it gives way.
function placeCell(className, place) {
  const element = cell(className);
  const path = paths[place.path] ?? new Uint8Array();
  const slash = path.lastIndexOf(0x2f) + 1;
  const text = make('span', 'input');
  if (slash > 0) text.append(shown('span', 'folder', path.subarray(0, slash)));
  text.append(shown('span', 'leaf', path.subarray(slash)));
  if (place.line > 0) text.append(make('span', 'line', `:${place.line}`));
  element.append(text);
  return element;
}

function verdictCell({ fault, flags }) {
  if (fault) return cell('verdict invalid', `invalid: ${ruleName(fault)}`);
  return flags & CUT ? cell('verdict invalid', 'cut') : cell('verdict', 'valid');
}

const ruleName = (fault) => meta.rules[fault.rule] ?? '?';
const cautionName = (caution) => meta.cautions[caution.kind]?.[0] ?? '?';
const cautionNames = ({ cautions }) => [...new Set(cautions.map(cautionName))].join(', ');

// Marks the words that are sought, without a change to the rows.
function highlight() {
  if (!globalThis.Highlight || !CSS.highlights) return;
  const sought = printing ? [] : words();
  const ranges = [];
  if (sought.length > 0) {
    const walker = document.createTreeWalker(byId('rows'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest('.uri-cell')) ranges.push(...hits(walker.currentNode, sought));
    }
  }
  CSS.highlights.set('sought', new Highlight(...ranges));
}

function hits(node, sought) {
  const text = node.data.toLowerCase();
  // A letter that grows when it is lowered would put the marks elsewhere.
  if (text.length !== node.data.length) return [];
  return sought.flatMap((word) => {
    const found = [];
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      found.push(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }));
    }
    return found;
  });
}

// --- Moving through the rows ---

const elementAt = (position) => byId('rows').querySelector(`[data-position="${position}"]`);

// One row can be reached with Tab: the active one, or the first that is drawn.
function markActive() {
  for (const element of byId('rows').querySelectorAll('[tabindex="0"]')) element.tabIndex = -1;
  const element = elementAt(active) ?? byId('rows').querySelector('[data-row]');
  if (element) element.tabIndex = 0;
}

function reveal(position) {
  const { view, ratio } = extent();
  const table = byId('table');
  const top = position * rowHeight;
  const scrolled = table.scrollTop * ratio;
  if (top < scrolled) table.scrollTop = top / ratio;
  else if (top + rowHeight > scrolled + view) table.scrollTop = Math.ceil((top + rowHeight - view) / ratio);
  draw();
}

function moveTo(position) {
  if (selection.length === 0) return;
  active = Math.max(0, Math.min(selection.length - 1, position));
  reveal(active);
  elementAt(active)?.focus({ preventScroll: true });
  byId('table').scrollIntoView({ block: 'nearest' });
}

function moveBy(key, inRows) {
  const page = Math.max(1, Math.floor(extent().view / rowHeight) - 1);
  // The first key only goes to where the reader was.
  const from = inRows ? active : active - 1;
  const targets = { ArrowDown: from + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0, End: selection.length - 1 };
  if (!(key in targets)) return false;
  moveTo(targets[key]);
  return true;
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (byId('detail').open) return onDetailKey(event);
  const { target, key } = event;
  const typing = target.matches('input, select, textarea');
  const inTable = target.id === 'table' || byId('rows').contains(target);
  let done = false;
  if (key === '/' && !target.matches('input[type="search"]')) {
    byId('search').focus();
    byId('search').select();
    done = true;
  } else if (inTable && key === 'Enter') {
    open(active);
    done = selection.length > 0;
  } else if (inTable) {
    done = moveBy(key, byId('rows').contains(target));
  } else if (target.id === 'search' && (key === 'ArrowDown' || key === 'Enter')) {
    moveTo(active);
    done = true;
  } else if (target.id === 'search' && key === 'Escape' && typing) {
    target.value = '';
    select();
    done = true;
  }
  if (done) event.preventDefault();
}

function onRowClick(event) {
  const element = event.target.closest('[data-position]');
  // Whoever marks text wants to copy it.
  const marked = getSelection();
  if (!element || (!marked.isCollapsed && element.contains(marked.anchorNode))) return;
  open(Number(element.dataset.position));
}

// --- One URI ---

let opening = 0;
let opened = 0;

function open(position) {
  if (position < 0 || position >= selection.length) return;
  active = opened = position;
  reveal(active);
  const data = row(selection[position]);
  byId('position').textContent = `${digits.format(position + 1)} of ${digits.format(selection.length)}`;
  byId('previous').disabled = position === 0;
  byId('next').disabled = position === selection.length - 1;
  byId('content').replaceChildren(...drawUri(data), drawComponents(data), drawNormal(data), drawPlaces(data, ++opening));
  if (!byId('detail').open) byId('detail').showModal();
  byId('content').scrollTop = 0;
  byId('content').focus({ preventScroll: true });
}

// All at once: what tells of a close comes later, when keys may have moved on already.
function closeDetail() {
  byId('detail').close();
  opening++;
  byId('content').replaceChildren();
  // The browser goes back to the row that was opened first.
  active = opened;
  elementAt(active)?.focus({ preventScroll: true });
}

function onDetailKey(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  open(active + step);
}

// The URI if it may become a link: shown and followed are then the same text.
function linkOf({ uri, flags, components }) {
  if (!byId('live').checked || (flags & VALID) === 0 || flags & (CUT | ABBREVIATED) || !components[SCHEME]) return null;
  const text = utf8(uri);
  if (text === null || text.search(HARMFUL) >= 0) return null;
  const scheme = text.slice(0, components[SCHEME].end).toLowerCase();
  return components[SCHEME].start === 0 && LINKED.has(scheme) && protocol(text) === `${scheme}:` ? text : null;
}

// What a browser takes for the scheme.
function protocol(text) {
  try {
    return new URL(text).protocol;
  } catch {
    return null;
  }
}

function drawUri(data) {
  const link = linkOf(data);
  const text = make(link === null ? 'div' : 'a', 'uri input');
  if (link !== null) {
    text.href = link;
    text.target = '_blank';
    text.rel = 'noreferrer noopener';
  }
  text.append(...segments(data, 0, data.uri.length, true));
  return [text, drawDeeds(data, text), drawSays(data)];
}

// A part of the URI, in pieces that are of one component and under the same marks.
function segments(data, from, to, marked) {
  const ends = marks(data).flatMap(({ start, end }) => [start, end]).filter((at) => at > from && at < to);
  const cuts = [...new Set([from, ...ends, to])].sort((a, b) => a - b);
  const list = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    list.push(shown('span', className(data, cuts[i], marked), data.uri.subarray(cuts[i], cuts[i + 1])));
  }
  if (marked && data.fault && data.fault.at >= data.uri.length) list.push(make('span', 'fault-byte fault-end'));
  return list;
}

function faultSpan({ uri, fault }) {
  if (!fault || fault.at >= uri.length) return null;
  return { start: fault.at, end: fault.at + characterLength(uri, fault.at) };
}

const marks = (data) => [...data.components, faultSpan(data), domainSpan(data), ...data.cautions].filter(Boolean);

// Of a host that is its own registrable domain, or has none, nothing is to be told apart.
function domainSpan({ uri, components, domain }) {
  const host = components[HOST];
  if (!host || domain === 0) return null;
  const { from, to } = bare(uri, host.start, host.end);
  return domain < to - from ? { start: to - domain, end: to } : null;
}

function className(data, at, marked) {
  const within = (span) => span && span.start <= at && at < span.end;
  const component = data.components.findIndex(within);
  const names = ['part', component < 0 ? 'delimiter' : `${COMPONENTS[component]}-part`];
  if (!marked && within(domainSpan(data))) names.push('domain');
  if (marked && data.cautions.some(within)) names.push('careful-bytes');
  if (within(faultSpan(data))) names.push('fault-byte');
  return names.join(' ');
}

function drawDeeds(data, text) {
  const deeds = make('div', 'deeds');
  const copy = button('Copy', () => copyText(data, text, copy));
  deeds.append(copy, make('span', 'faint', counted(data.count, 'find', 'finds')));
  return deeds;
}

async function copyText({ uri }, element, copy) {
  try {
    await navigator.clipboard.writeText(lossy.decode(uri));
    copy.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(element);
    copy.textContent = 'Selected';
  }
  setTimeout(() => { copy.textContent = 'Copy'; }, 1500);
}

function say(className, name, text) {
  const item = make('li', className);
  item.append(make('strong', '', name), text);
  return item;
}

function drawSays(data) {
  const list = make('ul', 'says');
  const { fault, flags, uri } = data;
  if (fault) {
    const where = fault.at < uri.length ? `byte ${digits.format(fault.at)}` : 'the end';
    list.append(say('bad', 'Invalid', `: ${where} does not fit the rule ${ruleName(fault)}`));
  } else if (!(flags & CUT)) {
    list.append(say('', 'Valid', ''));
  }
  if (flags & CUT) list.append(say('careful', 'Cut', ': it is longer than what is kept of it'));
  if (flags & ABBREVIATED) list.append(say('', 'Abbreviated', ': it has no scheme'));
  for (const caution of data.cautions) list.append(drawCaution(caution, uri));
  return list;
}

function drawCaution(caution, uri) {
  const item = say('careful', cautionName(caution), `: ${meta.cautions[caution.kind]?.[1] ?? ''}`);
  if (caution.end - caution.start < uri.length) {
    const bytes = uri.subarray(caution.start, caution.end);
    item.append(': ', shown('span', 'careful-bytes', start(bytes, SHOWN_AROUND)));
  }
  return item;
}

function headed(title, ...content) {
  const section = make('section');
  section.append(make('h3', '', title), ...content);
  return section;
}

function drawComponents(data) {
  const table = make('table', 'components');
  const body = make('tbody');
  COMPONENTS.forEach((name, i) => {
    if (data.components[i]) body.append(drawComponent(data, name, data.components[i]));
  });
  table.append(body);
  const domain = domainSpan(data);
  const hint = domain ? [make('p', 'hint', 'The registrable domain is underlined.')] : [];
  return headed('Components', table, ...hint);
}

function drawComponent(data, name, span) {
  const line = make('tr');
  const head = make('th', `${name}-part`, name);
  head.scope = 'row';
  const value = make('div');
  if (span.start === span.end) value.append(make('span', 'faint', 'empty'));
  else value.append(...segments(data, span.start, span.end, false));
  const holder = make('td');
  holder.append(value);
  line.append(head, holder, make('td', 'bytes', `${span.start}–${span.end}`));
  return line;
}

function drawNormal({ normal }) {
  const text = make('div', 'normal');
  if (normal.length > 0) text.append(shown('span', '', normal));
  else text.append(make('span', 'faint', 'the URI itself'));
  return headed('Normal form', text);
}

// --- Places ---

const unpacked = new Map();
const BLOCKS_HELD = 4;

async function placeBlock(index) {
  if (!unpacked.has(index)) {
    unpacked.set(index, unpack(placeBlocks[index]));
    if (unpacked.size > BLOCKS_HELD) unpacked.delete(unpacked.keys().next().value);
  }
  return unpacked.get(index);
}

// Reads so many places from where the last reading ended.
async function readFinds(cursor, most, uri) {
  const finds = [];
  while (finds.length < most && cursor.left > 0 && cursor.block < placeBlocks.length) {
    const reader = new Reader(await placeBlock(cursor.block), cursor.offset);
    for (; reader.more && finds.length < most && cursor.left > 0; cursor.left--) finds.push(readFind(reader, uri));
    cursor.offset = reader.at;
    if (!reader.more) { cursor.block++; cursor.offset = 0; }
  }
  return finds;
}

function placesTitle({ kept, count }) {
  if (kept < count) return `The first ${digits.format(kept)} of ${counted(count, 'place', 'places')}`;
  return counted(count, 'place', 'places');
}

function drawPlaces(data, token) {
  const list = make('ol', 'places');
  const cursor = { block: data.block, offset: data.offset, left: data.kept };
  const section = headed(placesTitle(data), list);
  const more = button('', () => add());
  more.id = 'more';
  const add = async () => {
    const finds = await readFinds(cursor, PLACES_DRAWN, data.uri);
    if (token !== opening) return;
    list.append(...finds.map((find) => drawFind(find, data)));
    more.textContent = `${digits.format(Math.min(PLACES_DRAWN, cursor.left))} more`;
    if (cursor.left > 0 && finds.length > 0) section.append(more);
    else removeButton(more);
  };
  add();
  return section;
}

// The keys go on to work where the button was.
function removeButton(element) {
  if (element === document.activeElement) byId('content').focus({ preventScroll: true });
  element.remove();
}

function drawWhere(find) {
  const where = make('div', 'where input');
  show(where, paths[find.path] ?? new Uint8Array());
  if (find.line > 0) where.append(`:${find.line}`);
  if (find.line > 0 && find.column > 0) where.append(`:${find.column}`);
  return where;
}

function drawFind(find, data) {
  const item = make('li');
  const facts = make('dl');
  const fact = (name, value) => facts.append(make('dt', '', name), value);
  if (find.line === 0) fact('byte', make('dd', '', digits.format(find.start)));
  if (find.part.length > 0) fact('part', shown('dd', '', find.part));
  if (find.message.length > 0) fact('message', shown('dd', '', find.message));
  if (find.date.length > 0) fact('date', shown('dd', '', find.date));
  const wrapper = meta.wrappers[find.wrapper] ?? 'none';
  if (wrapper !== 'none') fact('wrapper', make('dd', '', wrapper));
  if (find.flags & DECODED) fact('text', make('dd', '', 'decoded from what the file has'));
  if (find.flags & WRITTEN_OTHERWISE) fact('written', shown('dd', '', start(find.raw, SHOWN_FOUND)));
  if (find.second.length > 0) fact('or read as', shown('dd', '', find.second));
  item.append(drawWhere(find));
  if (facts.firstChild) item.append(facts);
  item.append(...drawAround(find));
  return item;
}

// Ends of lines are not worth an escape.
const withoutReturns = (bytes) => bytes.filter((byte, i) => byte !== 0x0d || (i + 1 < bytes.length && bytes[i + 1] !== 0x0a));

function drawAround(find) {
  const before = withoutReturns(find.before), after = withoutReturns(find.after);
  const text = make('pre');
  const draw = (around, found) => {
    const left = tail(before, around), right = start(after, around), middle = start(find.raw, found);
    text.replaceChildren(left.length < before.length ? '…' : '');
    show(text, left, '\n\t');
    text.append(show(make('mark', ''), withoutReturns(middle), '\n\t'), middle.length < find.raw.length ? '…' : '');
    show(text, right, '\n\t');
    if (right.length < after.length) text.append('…');
    return left.length + middle.length + right.length === before.length + find.raw.length + after.length;
  };
  if (draw(SHOWN_AROUND, SHOWN_FOUND)) return [text];
  const all = button('Whole text', () => { draw(Infinity, Infinity); removeButton(all); });
  return [text, all];
}

// --- Printing ---

function onPrint(starts) {
  printing = starts;
  const n = Math.min(selection.length, ROWS_PRINTED);
  byId('printed').textContent = `The first ${digits.format(n)} of ${counted(selection.length, 'URI', 'URIs')}${chosen()}`;
  draw(true);
}

// What the selection is made by.
function chosen() {
  const names = words().map((word) => `“${word}”`);
  for (const menu of Object.keys(MENUS)) if (isSet(menu)) names.push(byId(menu).selectedOptions[0].textContent);
  if (chip) names.push(`${chip.filter} ${chip.value}`);
  return names.length > 0 ? `: ${names.join(', ')}` : '';
}

// --- Start ---

function listen() {
  const table = byId('table');
  let waiting = false;
  table.addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; draw(); });
  }, { passive: true });
  new ResizeObserver(() => { measure(); draw(); }).observe(table);
  byId('search').addEventListener('input', select);
  for (const menu of Object.keys(MENUS)) byId(menu).addEventListener('change', select);
  byId('chip').addEventListener('click', () => { setChip(null); select(); byId('search').focus(); });
  byId('clear').addEventListener('click', clearFilters);
  byId('rows').addEventListener('click', onRowClick);
  byId('rows').addEventListener('focusin', (event) => {
    const element = event.target.closest('[data-position]');
    if (element) { active = Number(element.dataset.position); markActive(); }
  });
  document.addEventListener('keydown', onKey);
  document.addEventListener('click', ({ target }) => {
    const sort = target.closest?.('[data-sort]'), filter = target.closest?.('[data-filter]');
    if (sort) sortBy(sort.dataset.sort);
    if (filter) filterBy(filter.dataset);
  });
  addEventListener('beforeprint', () => onPrint(true));
  addEventListener('afterprint', () => onPrint(false));
  listenToDetail();
}

function listenToDetail() {
  const detail = byId('detail');
  // Esc, or the way back on a phone.
  detail.addEventListener('cancel', (event) => { event.preventDefault(); closeDetail(); });
  // The dialog itself is hit only beside what it holds.
  detail.addEventListener('click', (event) => { if (event.target === detail) closeDetail(); });
  byId('previous').addEventListener('click', () => open(active - 1));
  byId('next').addEventListener('click', () => open(active + 1));
  byId('close').addEventListener('click', closeDetail);
}

function setTheme() {
  document.documentElement.dataset.theme = byId('theme').value;
}

function startHead() {
  byId('theme').parentElement.hidden = false;
  byId('theme').addEventListener('change', setTheme);
  setTheme();
  const name = document.title.replace(/(^| – )link report$/, '');
  byId('name').hidden = name === '';
  byId('name').replaceChildren(shown('span', '', encoder.encode(name)));
}

function tell(text) {
  byId('state').textContent = text;
  byId('state').hidden = text === '';
}

function startTable() {
  fillSchemes();
  fillVerdicts();
  fillCautions();
  for (const id of ['controls', 'table', 'keys']) byId(id).hidden = false;
  byId('limit').hidden = meta.rows >= meta.distinct;
  byId('limit').textContent = `The ${digits.format(meta.rows)} found most often of ${digits.format(meta.distinct)}`;
  measure();
  listen();
  select();
}

async function begin() {
  startHead();
  if (meta.distinct === 0) return tell('No URIs were found.');
  if (meta.rows === 0) return tell('The table was left out.');
  if (!globalThis.DecompressionStream) return tell('This browser cannot unpack the table of URIs (it has no DecompressionStream). A newer one can.');
  tell(`Reading ${counted(meta.rows, 'URI', 'URIs')} …`);
  await readAll('paths', takePaths);
  await readAll('rows', holdRows);
  tell('');
  startTable();
}

begin().catch(() => tell('The data of this page is damaged, so that there is no table.'))
  .finally(() => { document.documentElement.dataset.ready = 'true'; });
})();
