// What is looked at: the view, the filters and the order. It is in the fragment of the page's address, so that a view can be
// sent.

const state = {
  view: 'uris', query: '', time: null, quiet: false, open: null,
  // Of a comparison: whether rows are domains, hosts or URIs, and which change they have; '' is any.
  of: 'domain', change: '',
  // The wanted names of each dimension.
  filters: new Map(),
  // The order of each view.
  sorts: new Map(),
};

function writeState() {
  const fields = new URLSearchParams();
  if (state.view !== FIRST_VIEW) fields.append('view', state.view);
  if (state.view === 'changes' && state.of !== 'domain') fields.append('of', state.of);
  if (state.view === 'changes' && state.change) fields.append('change', state.change);
  if (state.query) fields.append('q', state.query);
  for (const [id, names] of state.filters) for (const name of names) fields.append(id, name);
  if (state.time) fields.append('time', timeText(state.time));
  if (state.quiet) fields.append('quiet', '1');
  const { key, falls } = sortOf(state.view);
  if (state.sorts.has(state.view)) fields.append('sort', `${falls ? '-' : ''}${key}`);
  if (state.open !== null) fields.append('uri', state.open);
  const text = fields.toString();
  // A page that is not at an address of its own has no fragment.
  try {
    history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
  } catch {
    return;
  }
}

function readState() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const known = (name, of, other) => (Object.hasOwn(of, fields.get(name) ?? '') ? fields.get(name) : other);
  state.view = known('view', VIEWS, FIRST_VIEW);
  state.of = known('of', UNITS, 'domain');
  state.change = known('change', CHANGES, '');
  state.query = fields.get('q') ?? '';
  state.filters.clear();
  for (const id of dimensions.keys()) {
    const names = fields.getAll(id).filter((name) => dimensions.get(id).index.has(name));
    if (names.length > 0) state.filters.set(id, new Set(names));
  }
  state.time = readTime(fields.get('time') ?? '');
  state.quiet = fields.has('quiet');
  state.sorts.clear();
  const sort = fields.get('sort');
  const key = sort?.replace(/^-/, '');
  if (VIEWS[state.view].columns.some((column) => column.key === key && column.sorts)) {
    state.sorts.set(state.view, { key, falls: sort.startsWith('-') });
  }
  state.open = fields.get('uri');
}

const isFiltered = (id, name) => state.filters.get(id)?.has(name) ?? false;

// Adds a name to the filter of a dimension, or takes it away.
function toggle(id, name) {
  const names = state.filters.get(id) ?? new Set();
  if (!names.delete(name)) names.add(name);
  if (names.size > 0) state.filters.set(id, names);
  else state.filters.delete(id);
}

function clearState() {
  state.query = '';
  state.filters.clear();
  state.time = null;
  state.quiet = false;
}

// --- Times: as much of ISO 8601 as is needed, in UTC; the end is the last second that belongs to it ---

const ISO = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d)(?::(\d\d))?)?)?)?$/;

// From the first second of a time to the first one after it.
function readMoment(text) {
  const found = ISO.exec(text.trim());
  if (!found) return null;
  const [year, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).filter((part) => part !== undefined).map(Number);
  const given = found.slice(1).filter((part) => part !== undefined).length;
  const at = (step) => Date.UTC(year + (step === 1), month - 1 + (step === 2), day + (step === 3), hour + (step === 4), minute + (step === 5)) / 1000;
  const from = at(0);
  return Number.isNaN(from) ? null : { from, to: at(given) };
}

function readTime(text) {
  const [from, to] = text.split('..').map((part) => readMoment(part));
  if (from && to === undefined) return from;
  if (!from && !to) return null;
  return { from: from ? from.from : 0, to: to ? to.to : Infinity };
}

// The shortest text of a first second, or of the last one before `second`.
function momentText(second, isEnd) {
  if (second === 0 || second === Infinity) return '';
  const whole = new Date(second * 1000).toISOString();
  const rest = [['T00:00', 10], ['01T00:00', 7], ['01-01T00:00', 4]].filter(([end]) => whole.slice(0, 16).endsWith(end)).pop();
  return new Date((second - (isEnd ? 1 : 0)) * 1000).toISOString().slice(0, rest ? rest[1] : 16).replace('T', ' ');
}

const timeText = ({ from, to }) => `${momentText(from, false)}..${momentText(to, true)}`;
