// Elements, and text from the input: it goes into the page as text, and nothing here makes markup of it.

const byId = (id) => document.getElementById(id);
const digits = new Intl.NumberFormat('en');
const counted = (n, one, many) => `${digits.format(n)} ${n === 1 ? one : many}`;


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

// An element of a drawing, with its attributes.
function drawing(name, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}


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

// Appends text that is no bytes any more, made harmless.
function said(parent, text) {
  appendText(parent, text, '');
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
