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
  addDimension('sender', 'Senders', ...messageColumn('from'), ofMessage);
  addDimension('list', 'Lists', ...messageColumn('list'), ofMessage);
  addDimension('message', 'Messages', ...messageNumbers(), { ...ofMessage, labels: messages.map(messageLabel) });
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
function messageColumn(field) {
  const names = new Names([NONE]);
  const column = Uint32Array.from(messages, (message) => (message[field] ? names.number(message[field]) : 0));
  return [column, names.names];
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
