// What the package is: the objects around what WebAssembly packs. Its types and documentation are in urisift.d.ts.

import * as wasm from "./urisift_wasm.js";

const WRAPPERS = ["none", "angle", "url-angle", "url-prefix", "quote", "bracket"];
const COMPONENTS = ["scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];
const STEPS = ["case", "percent", "dots", "scheme", "uri", "host", "specific"];

// The options in the order in which `Extractor` of lib.rs takes them: the values that each may have, or a limit; and
// its default.
const THREE = ["never", "auto", "always"];
const SWITCH = [false, true];
const LENGTH = 0xffff_ffff;
const OPTIONS = {
  www: [SWITCH, false],
  bare: [SWITCH, false],
  email: [SWITCH, false],
  refang: [SWITCH, false],
  escapes: [SWITCH, true],
  iri: [THREE, "auto"],
  join: [THREE, "auto"],
  fold: [THREE, "auto"],
  trailing: [["trim", "keep"], "trim"],
  maxLen: [LENGTH, 1 << 20],
  maxWrap: [LENGTH, 8 << 10],
};

function numbered(name, allowed, value) {
  if (allowed === LENGTH) {
    if (!Number.isInteger(value) || value < 0) throw new TypeError(`${name}: expected a number of bytes`);
    return Math.min(value, LENGTH);
  }
  const number = allowed.indexOf(value);
  if (number < 0) throw new TypeError(`${name}: expected ${allowed.join(" or ")}, not ${String(value)}`);
  return number;
}

function packed(options = {}) {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined) throw new TypeError(`there is no option ${unknown}`);
  const number = ([name, [allowed, usual]]) => numbered(name, allowed, options[name] ?? usual);
  return Uint32Array.from(Object.entries(OPTIONS), number);
}

export class Fault extends Error {
  constructor([at, rule, definition, source, text]) {
    const what = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at))) : "the end";
    super(`${what} at ${at} does not fit: ${rule} = ${definition} (${source})`);
    Object.assign(this, { at, rule, definition, source });
  }
}
Fault.prototype.name = "Fault";

function unpackedCautions(packed) {
  return packed.map(([kind, sentence, start, end, detail = null]) => ({ kind, sentence, start, end, detail }));
}

function component(text, places, index) {
  const start = places[2 * index];
  return start < 0 ? null : text.slice(start, places[2 * index + 1]);
}

export class Found {
  #schemeLength;
  #marks;
  #second;
  #judged;

  constructor(start, end, schemeLength, marks, raw, uri, second) {
    this.start = start;
    this.end = end;
    this.raw = raw;
    this.uri = uri;
    this.#schemeLength = schemeLength;
    this.#marks = marks;
    this.#second = second;
  }

  get readings() {
    return this.#second === undefined ? [this.uri] : [this.uri, this.#second];
  }
  get wrapper() {
    return WRAPPERS[this.#marks & 7];
  }
  get truncated() {
    return (this.#marks & 8) !== 0;
  }
  get truncatedBySource() {
    return (this.#marks & 16) !== 0;
  }
  // The components and the fault: asked for once.
  get #judgement() {
    return (this.#judged ??= wasm.judge(this.uri, this.#schemeLength));
  }
  get valid() {
    return this.#judgement[1] === undefined;
  }
  get fault() {
    return this.valid ? null : new Fault(this.#judgement[1]);
  }
  get cautions() {
    return unpackedCautions(wasm.cautionsOf(this.uri, this.#schemeLength, this.#second));
  }
  get harmless() {
    return this.href !== null;
  }
  get href() {
    return this.truncated ? null : (wasm.href(this.uri, this.#schemeLength) ?? null);
  }
  toJSON() {
    const { start, end, uri, raw, readings, wrapper, truncated, truncatedBySource } = this;
    const { valid, fault, cautions, harmless, href } = this;
    const { at, rule, definition, source } = fault ?? {};
    const components = Object.fromEntries(COMPONENTS.map((name) => [name, this[name]]));
    return {
      start, end, uri, raw, readings, wrapper, truncated, truncatedBySource, ...components, valid,
      fault: fault && { at, rule, definition, source }, cautions, harmless, href,
    };
  }
  static {
    COMPONENTS.forEach((name, index) => {
      const get = function () {
        return component(this.uri, this.#judgement[0], index);
      };
      Object.defineProperty(this.prototype, name, { get, configurable: true });
    });
  }
}

// Finds from numbers and texts: see `Finds` in finds.rs.
function unpacked(packed, text) {
  if (packed === undefined) return [];
  const [rows, texts] = packed;
  const finds = [];
  let at = 0;
  const taken = (length) => (length < 0 ? undefined : texts.slice(at, (at += length)));
  for (let row = 0; row < rows.length; row += 7) {
    const start = rows[row];
    const end = rows[row + 1];
    const raw = taken(rows[row + 4]) ?? text.slice(start, end);
    const uri = taken(rows[row + 5]) ?? raw;
    finds.push(new Found(start, end, rows[row + 2], rows[row + 3], raw, uri, taken(rows[row + 6])));
  }
  return finds;
}

function isText(data) {
  if (typeof data === "string") return true;
  if (data instanceof Uint8Array) return false;
  throw new TypeError("expected a string or a Uint8Array");
}

export class Extractor {
  #extractor;

  constructor(options) {
    this.#extractor = new wasm.Extractor(packed(options));
  }
  find(data) {
    return isText(data)
      ? unpacked(this.#extractor.findText(data), data)
      : unpacked(this.#extractor.findBytes(data));
  }
  feeder() {
    return new Feeder(this.#extractor.feed());
  }
}

class Feeder {
  #feed;
  // Whether the pieces are strings; undefined before the first one.
  #isText;
  // The first half of a character that two strings share.
  #half = "";

  constructor(feed) {
    this.#feed = feed;
  }
  push(piece) {
    if (this.#feed === undefined) throw new TypeError("the feeder has finished");
    if ((this.#isText ??= isText(piece)) !== isText(piece)) {
      throw new TypeError("strings and bytes do not mix: offsets are in one unit");
    }
    if (!this.#isText) return unpacked(this.#feed.pushBytes(piece));
    const text = this.#half + piece;
    const isCut = /[\ud800-\udbff]$/.test(text);
    this.#half = isCut ? text.slice(-1) : "";
    return unpacked(this.#feed.pushText(isCut ? text.slice(0, -1) : text));
  }
  finish() {
    if (this.#feed === undefined) throw new TypeError("the feeder has finished");
    const last = this.#half === "" ? [] : unpacked(this.#feed.pushText(this.#half));
    const finds = unpacked(this.#feed.finish());
    this.#feed = undefined;
    return [...last, ...finds];
  }
}

// Without options; made when the module is there.
let usual;

export function find(data, options) {
  return (options === undefined ? (usual ??= new Extractor()) : new Extractor(options)).find(data);
}

// Calls, and throws what WebAssembly throws as a fault.
function orFault(call, ...texts) {
  try {
    return call(...texts);
  } catch (fault) {
    throw Array.isArray(fault) ? new Fault(fault) : fault;
  }
}

function described(uri, [places, cautions]) {
  const components = COMPONENTS.map((name, index) => [name, component(uri, places, index)]);
  return { uri, ...Object.fromEntries(components), cautions: unpackedCautions(cautions) };
}

export function parse(uri) {
  return described(uri, orFault(wasm.parse, uri));
}

export function parseReference(uri) {
  return described(uri, orFault(wasm.parseReference, uri));
}

export function normalize(uri, steps = ["case", "percent", "dots", "scheme"]) {
  const bits = steps.reduce((bits, step) => bits | (1 << numbered("steps", STEPS, step)), 0);
  return orFault(wasm.normalize, uri, bits);
}

export function resolve(base, reference) {
  return orFault(wasm.resolve, base, reference);
}

export function relative(base, target) {
  return orFault(wasm.relative, base, target);
}
