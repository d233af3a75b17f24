// What finds can be filtered by, and counted by: each dimension has a column of numbers, of the finds or of what they refer to by
// `via`, and a name for each number.

const dimensions = new Map();

function addDimension(id, label, column, names, more = {}) {
  const index = new Map(names.map((name, i) => [name, i]));
  dimensions.set(id, { id, label, column, names, index, via: null, labels: names, bit: 1 << (dimensions.size + 3), wanted: null, ...more });
}

// The number that a find has in a dimension.
const valueOf = ({ column, via }, find) => column[via ? via[find] : find];

function makeDimensions() {
  const ofRow = { via: finds.row, isOfRow: true };
  const ofMessage = { via: finds.message };
  addDimension('domain', 'Domains', held.domain, domains.names, ofRow);
  addDimension('host', 'Hosts', held.host, hosts.names, ofRow);
  addDimension('scheme', 'Schemes', held.scheme, schemes.names, ofRow);
  addDimension('where', 'Where it stands', finds.stand, meta.stands);
  addDimension('as', 'Written as', finds.markup, ['text', 'attribute']);
  addDimension('sender', 'Senders', ...messageColumn(({ from, fromName }) => from || fromName), ofMessage);
  addDimension('list', 'Lists', ...messageColumn(({ list }) => list), ofMessage);
  addDimension('message', 'Messages', ...messageNumbers(), { ...ofMessage, labels: messages.map(messageLabel) });
  const [threads, threadNames, threadLabels] = threadColumn();
  addDimension('thread', 'Threads', threads, threadNames, { ...ofMessage, labels: threadLabels });
  addDimension('text', 'Link texts', ...textColumn());
  const folder = commonFolder().length;
  const pathNames = paths.map((path) => lossy.decode(path));
  addDimension('file', 'Files', finds.path, pathNames, { labels: paths.map((path) => lossy.decode(path.subarray(folder))) });
  addDimension('caution', 'Cautions', held.kinds, meta.cautions.map(([name]) => name), { ...ofRow, isBits: true });
  addDimension('verdict', 'Verdicts', held.verdict, verdicts.names, ofRow);
  const rules = [...meta.rules.map(([name]) => name), NONE];
  addDimension('rule', 'Broken rules', held.rule.map((rule) => Math.min(rule, meta.rules.length)), rules, ofRow);
  addDimension('wrapper', 'Wrappers', finds.wrapper, meta.wrappers);
  for (const dimension of dimensions.values()) dimension.tellsApart = tellsApart(dimension);
}

function tellsApart(dimension) {
  const first = dimension.isBits ? 0 : valueOf(dimension, 0);
  return finds.row.some((_, find) => valueOf(dimension, find) !== first);
}

// A column of the messages by what they say of themselves, with its names.
function messageColumn(said) {
  const names = new Names([NONE]);
  const column = Uint32Array.from(messages, (message) => (said(message) ? names.number(said(message)) : 0));
  return [column, names.names];
}

// Threads by the Message-ID of their first message; each is called by the subject of the first one that is here.
function threadColumn() {
  const [column, names] = messageColumn(({ thread }) => thread);
  const labels = [...names];
  for (let i = messages.length - 1; i >= 0; i--) {
    const { subject, thread } = messages[i];
    if (thread && subject) labels[column[i]] = subject;
  }
  return [column, names, labels];
}

// The texts of links, with the same number for the same text.
function textColumn() {
  const names = new Names([NONE]);
  const numbers = linkTexts.map((text) => (text ? names.number(text) : 0));
  return [Uint32Array.from(finds.text, (text) => numbers[text]), names.names];
}

const messageLabel = ({ subject, id, date }) => subject || id || date || NONE;

// Each message by its Message-ID; where two have the same, or one has none, by its number too.
function messageNumbers() {
  const seen = new Set([NONE]);
  const names = messages.map((message, i) => {
    let name = message.id || (messageLabel(message) === NONE ? NONE : `#${i}`);
    if (name !== NONE && seen.has(name)) name += ` #${i}`;
    seen.add(name);
    return name;
  });
  return [Uint32Array.from(messages, (_, i) => i), names];
}
