// Which finds are wanted, and what they add up to.

// Bits of what keeps a find out, besides those of the dimensions.
const BY_WORDS = 1, BY_TIME = 2, BY_NOISE = 4;
const LIST_HEADER = meta.stands.indexOf('list-header');

// What keeps each find out; 0 if nothing does.
let keptOut = new Uint32Array();
// How many finds of each row are wanted, and between which times.
let wantedOf, sinceOf, untilOf;
// How many of the wanted finds of each row are in the second of two inputs.
let afterOf;
let wantedFinds = 0;

// Where words are sought: texts in lower case, and the column with the number of the text that each find has.
const SOUGHT = {
  uri: () => [held.text, finds.row],
  host: () => [Array.from(held.host, (host) => hosts.names[host]), finds.row],
  from: () => [messages.map(({ from, fromName }) => `${fromName} ${from}`.toLowerCase()), finds.message],
  subject: () => [messages.map(({ subject }) => subject.toLowerCase()), finds.message],
  list: () => [messages.map(({ list }) => list.toLowerCase()), finds.message],
  message: () => [messages.map(({ id, date }) => `${id} ${date}`.toLowerCase()), finds.message],
  text: () => [linkTexts.map((text) => text.toLowerCase()), finds.text],
  file: () => [paths.map((path) => lossy.decode(path).toLowerCase()), finds.path],
};
const sought = new Map();

function soughtIn(field) {
  if (!sought.has(field)) sought.set(field, SOUGHT[field]());
  return sought.get(field);
}

const words = () => state.query.toLowerCase().split(/\s+/u).map(readWord).filter(({ word }) => word);

// A word that is not wanted has a mark before it; one that is sought in a field has the name of that.
function readWord(text) {
  const isUnwanted = text.startsWith('!');
  const rest = isUnwanted ? text.slice(1) : text;
  const [, field, word] = /^([a-z]+):(?!\/\/)(.+)$/u.exec(rest) ?? [];
  return field && Object.hasOwn(SOUGHT, field) ? { isUnwanted, fields: [field], word } : { isUnwanted, fields: Object.keys(SOUGHT), word: rest };
}

function applyFilters() {
  keptOut.fill(0);
  if (words().length > 0) applyWords();
  if (state.time) applyTime(state.time);
  if (state.quiet) applyQuiet();
  for (const dimension of dimensions.values()) applyDimension(dimension);
  addUp();
}

function applyWords() {
  for (const { word, fields, isUnwanted } of words()) {
    const has = new Uint8Array(finds.length);
    for (const [texts, column] of fields.map(soughtIn)) {
      const inText = Uint8Array.from(texts, (text) => (text.includes(word) ? 1 : 0));
      for (let i = 0; i < finds.length; i++) has[i] |= inText[column[i]];
    }
    for (let i = 0; i < finds.length; i++) if (has[i] === Number(isUnwanted)) keptOut[i] |= BY_WORDS;
  }
}

function applyTime({ from, to }) {
  for (let i = 0; i < finds.length; i++) {
    const time = finds.time[i];
    if (time === 0 || time - 1 < from || time - 1 >= to) keptOut[i] |= BY_TIME;
  }
}

// What machines add by themselves: vocabularies, examples, and the plumbing of mailing lists.
const isNoise = (find) => finds.stand[find] === LIST_HEADER || (held.flags[finds.row[find]] & NOISE) !== 0;

function applyQuiet() {
  for (let i = 0; i < finds.length; i++) if (isNoise(i)) keptOut[i] |= BY_NOISE;
}

function applyDimension(dimension) {
  const names = state.filters.get(dimension.id);
  if (!names) return;
  const { column, via, isBits, bit } = dimension;
  // Two may have one name: bytes that are no text are shown alike.
  const wanted = Uint8Array.from(dimension.names, (name) => (names.has(name) ? 1 : 0));
  const bits = isBits ? wanted.reduce((all, is, number) => all | (is << number), 0) : 0;
  for (let i = 0; i < finds.length; i++) {
    const value = column[via ? via[i] : i];
    if (!(isBits ? value & bits : wanted[value])) keptOut[i] |= bit;
  }
}

function addUp() {
  wantedOf.fill(0);
  afterOf.fill(0);
  sinceOf.fill(0);
  untilOf.fill(0);
  wantedFinds = 0;
  for (let i = 0; i < finds.length; i++) {
    if (keptOut[i] !== 0) continue;
    const row = finds.row[i], time = finds.time[i];
    wantedOf[row]++;
    afterOf[row] += finds.after[i];
    wantedFinds++;
    if (time === 0) continue;
    if (sinceOf[row] === 0 || time < sinceOf[row]) sinceOf[row] = time;
    if (time > untilOf[row]) untilOf[row] = time;
  }
  // What is not kept of a URI counts as long as only URIs are filtered.
  if (isOfFinds()) return;
  for (let row = 0; row < held.length; row++) {
    if (wantedOf[row] === 0) continue;
    wantedOf[row] = held.count[row];
    afterOf[row] = held.after[row];
  }
}

// Whether some filter tells apart the finds of one URI.
function isOfFinds() {
  const ofFinds = ([id]) => !dimensions.get(id).isOfRow;
  return words().length > 0 || state.time !== null || state.quiet || [...state.filters].some(ofFinds);
}

const isAnythingFiltered = () => words().length > 0 || state.time !== null || state.quiet || state.filters.size > 0;

// How many finds each number of a dimension has, but for its own filter.
function countsOf({ column, via, names, isBits, bit }) {
  const counts = new Uint32Array(names.length);
  for (let i = 0; i < finds.length; i++) {
    if ((keptOut[i] & ~bit) !== 0) continue;
    const value = column[via ? via[i] : i];
    if (!isBits) counts[value]++;
    else for (let bits = value, at = 0; bits !== 0; bits >>>= 1, at++) if (bits & 1) counts[at]++;
  }
  return counts;
}

function startFilter() {
  keptOut = new Uint32Array(finds.length);
  wantedOf = new Float64Array(held.length);
  afterOf = new Float64Array(held.length);
  sinceOf = new Uint32Array(held.length);
  untilOf = new Uint32Array(held.length);
}
