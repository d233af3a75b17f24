// The views: what a row of the table is, its columns, and their order.

const COUNT = { key: 'count', name: 'Finds', className: 'number', sorts: true, falls: true };
const TIMES = [
  { key: 'since', name: 'First seen', className: 'time', sorts: true, ofTime: true },
  { key: 'until', name: 'Last seen', className: 'time until', sorts: true, falls: true, ofTime: true },
];
const CAUTIONS = { key: 'cautions', name: 'Cautions', className: 'cautions', sorts: true, falls: true };
const URIS = { key: 'uris', name: 'URIs', className: 'number uris-count', sorts: true, falls: true };
const SPARK = { key: 'spark', name: 'Over time', className: 'spark', ofTime: true };
const nameColumn = (name) => ({ key: 'name', name, className: 'name-column', sorts: true });
const ofGroups = (label, dimension, columns) => ({ label, dimension, columns });
const PLACE = { key: 'first', name: 'First place', className: 'place', sorts: true };
const SIDES = [
  { key: 'before', name: 'Before', className: 'number before', sorts: true, falls: true },
  { key: 'after', name: 'After', className: 'number after', sorts: true, falls: true },
  { key: 'change', name: 'Change', className: 'number change', sorts: true, falls: true },
];
const CHANGES_VIEW = {
  label: 'Changes',
  get columns() { return [nameColumn(HEADS[state.of]), ...SIDES, ...(state.of === 'uri' ? [PLACE] : []), CAUTIONS]; },
};
const VIEWS = {
  ...(meta.compared ? { changes: CHANGES_VIEW } : {}),
  uris: {
    label: 'URIs',
    columns: [
      { key: 'uri', name: 'URI', className: 'uri-column', sorts: true },
      { ...COUNT, name: 'Count' }, ...TIMES,
      PLACE,
      { key: 'verdict', name: 'Verdict', className: 'verdict', sorts: true },
      CAUTIONS,
    ],
  },
  domains: ofGroups('Domains', 'domain', [nameColumn('Domain'), COUNT, URIS, ...TIMES, SPARK, CAUTIONS]),
  senders: ofGroups('Senders', 'sender', [nameColumn('Sender'), COUNT, URIS, ...TIMES, SPARK, CAUTIONS]),
  threads: ofGroups('Threads', 'thread', [nameColumn('Thread'), COUNT, URIS, ...TIMES, SPARK, CAUTIONS]),
  texts: ofGroups('Link texts', 'text', [nameColumn('Link text'), COUNT, URIS, ...TIMES, CAUTIONS]),
  files: ofGroups('Files', 'file', [nameColumn('File'), COUNT, URIS, ...TIMES, SPARK, CAUTIONS]),
  messages: ofGroups('Messages', 'message', [
    nameColumn('Message'), { key: 'from', name: 'Sender', className: 'from' }, COUNT, URIS, { ...TIMES[0], name: 'Date' }, CAUTIONS,
  ]),
};

const FIRST_VIEW = Object.keys(VIEWS)[0];

// What a row of the view is: a URI, or a name of that dimension.
const unit = () => (state.view === 'changes' ? state.of : VIEWS[state.view].dimension ?? 'uri');
const isOfUris = () => unit() === 'uri';

const columnsOf = (view) => VIEWS[view].columns.filter(({ ofTime }) => !ofTime || extremes);
const sortOf = (view) => state.sorts.get(view) ?? { key: view === 'changes' ? 'change' : 'count', falls: true };

function sortBy(key) {
  const { key: known, falls } = sortOf(state.view);
  const column = VIEWS[state.view].columns.find((column) => column.key === key);
  state.sorts.set(state.view, { key, falls: key === known ? !falls : Boolean(column.falls) });
  update();
}

function drawTabs() {
  const views = Object.entries(VIEWS).filter(([, { dimension }]) => !dimension || dimensions.get(dimension).names.length > 1 || dimension === 'file');
  byId('last-view').textContent = views.length;
  byId('views').replaceChildren(...views.map(([id, { label }], i) => {
    const element = button(label, () => showView(id));
    element.dataset.view = id;
    element.setAttribute('aria-pressed', id === state.view);
    element.setAttribute('aria-keyshortcuts', String(i + 1));
    return element;
  }));
}

function showView(id) {
  state.view = id;
  update();
  byId('views').querySelector('[aria-pressed="true"]').focus({ preventScroll: true });
}

function drawHead() {
  const { key: sorted, falls } = sortOf(state.view);
  const line = byId('head');
  const focused = document.activeElement?.dataset.sort;
  line.replaceChildren(...columnsOf(state.view).map(({ key, name, className, sorts }) => {
    const head = make('th', className);
    head.setAttribute('role', 'columnheader');
    head.scope = 'col';
    head.dataset.name = name;
    if (!sorts) {
      head.append(make('span', '', name));
      return head;
    }
    head.setAttribute('aria-sort', key !== sorted ? 'none' : falls ? 'descending' : 'ascending');
    const sort = button(name, () => sortBy(key));
    sort.dataset.sort = key;
    head.append(sort);
    return head;
  }));
  if (focused) line.querySelector(`[data-sort="${focused}"]`)?.focus({ preventScroll: true });
}

// --- Orders ---

let ordersOfUris = new Map();

function urisInOrder(falls) {
  if (!ordersOfUris.has(falls)) ordersOfUris.set(falls, orderOfUris(falls));
  return ordersOfUris.get(falls);
}

// The wanted URIs in their order.
function selectUris() {
  const { key, falls } = sortOf('uris');
  if (key === 'uri') return urisInOrder(falls).filter((row) => wantedOf[row] > 0);
  const columns = { count: wantedOf, since: sinceOf, until: untilOf, first: held.first, verdict: held.rule, cautions: held.cautions };
  const wanted = rowsAsFound().filter((row) => wantedOf[row] > 0);
  return key === 'first' && !falls ? wanted : ranked(wanted, columns[key], falls);
}

let asFound = null;
const rowsAsFound = () => (asFound ??= ranked(Uint32Array.from({ length: held.length }, (_, row) => row), held.first, false));

// The numbers by their values in a column; equal values stand as they stood. Value and place make one number, as numbers
// alone are sorted far quicker than by a function.
function ranked(list, column, falls) {
  const n = list.length;
  let most = 0;
  for (let i = 0; i < n; i++) most = Math.max(most, column[list[i]]);
  const keys = new Float64Array(n);
  for (let place = 0; place < n; place++) {
    const value = column[list[place]];
    keys[place] = (falls ? most - value : value) * n + place;
  }
  return Uint32Array.from(keys.sort(), (key) => list[key % n]);
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

const lower = (byte) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);
