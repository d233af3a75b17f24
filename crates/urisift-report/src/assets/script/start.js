// The page from its start: it reads the data, and draws what the state asks for after each change.

// The rows of the view in their order.
function select() {
  if (state.view === 'uris') return selectUris();
  return state.view === 'changes' ? selectChanges() : selectGroups();
}

// Draws everything anew, after a change of the state.
function update() {
  applyFilters();
  selection = select();
  active = 0;
  byId('table').scrollTop = 0;
  byId('table').dataset.view = state.view;
  if (byId('search').value !== state.query) byId('search').value = state.query;
  byId('quiet').checked = state.quiet;
  showOutcome();
  drawHead();
  draw(true);
  drawTabs();
  drawChanges();
  drawChips();
  drawTimeline();
  drawFacets();
  writeState();
}

const NOUNS = { uri: ['URI', 'URIs'], domain: ['domain', 'domains'], host: ['host', 'hosts'], sender: ['sender', 'senders'], file: ['file', 'files'], message: ['message', 'messages'], thread: ['thread', 'threads'], text: ['link text', 'link texts'] };

function showOutcome() {
  const all = isOfUris() ? ` of ${counted(held.length, 'URI', 'URIs')}` : ` ${NOUNS[unit()][selection.length === 1 ? 0 : 1]}`;
  byId('shown').textContent = `${digits.format(selection.length)}${all}`;
  byId('wanted').textContent = counted(state.view === 'changes' ? changedFinds() : wantedFinds, 'find', 'finds');
  byId('empty').hidden = selection.length > 0;
  byId('rows').parentElement.setAttribute('aria-rowcount', selection.length + 1);
}

// --- Printing ---


function onPrint(starts) {
  printing = starts;
  const n = Math.min(selection.length, ROWS_PRINTED);
  byId('printed').textContent = `The first ${digits.format(n)} of ${counted(selection.length, ...NOUNS[unit()])}${chosen()}`;
  draw(true);
}

// What the selection is made by.
function chosen() {
  const names = state.query.trim() ? [`“${state.query.trim()}”`] : [];
  names.push(...[...byId('chips').children].map((element) => element.textContent));
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
  byId('search').addEventListener('input', () => { state.query = byId('search').value; update(); });
  byId('quiet').addEventListener('change', () => { state.quiet = byId('quiet').checked; update(); });
  byId('clear').addEventListener('click', () => { clearState(); update(); byId('search').focus(); });
  byId('rows').addEventListener('click', onRowClick);
  byId('rows').addEventListener('focusin', (event) => {
    const element = event.target.closest('[data-position]');
    if (element) { active = Number(element.dataset.position); markActive(); }
  });
  byId('facets').addEventListener('click', ({ target }) => {
    const filter = target.closest('[data-filter]');
    if (!filter) return;
    toggle(filter.dataset.filter, filter.dataset.value);
    update();
  });
  document.addEventListener('keydown', onKey);
  // Another fragment is that of a link within the page.
  addEventListener('hashchange', () => { if (location.hash.includes('=')) followAddress(); });
  addEventListener('beforeprint', () => onPrint(true));
  addEventListener('afterprint', () => onPrint(false));
  listenToDetail();
  listenToExport();
}

// Shows what the fragment of the address says.
function followAddress() {
  readState();
  const wanted = state.open;
  update();
  if (wanted === null) return;
  const text = wanted.toLowerCase();
  const position = selection.findIndex((index) => held.text[index] === text && lossy.decode(row(index).uri) === wanted);
  if (isOfUris() && position >= 0) open(position);
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
  for (const id of ['controls', 'tools', 'table', 'keys']) byId(id).hidden = false;
  document.documentElement.dataset.tools = 'true';
  byId('facets').open = matchMedia('(min-width: 64rem)').matches;
  tellLimits();
  commonLength = commonFolder().length;
  const folder = (paths[0] ?? new Uint8Array()).subarray(0, commonLength);
  byId('folder').hidden = ['', './'].includes(latin.decode(folder));
  byId('folder').append(shown('span', '', folder));
  makeDimensions();
  byId('facets').hidden = !FACETS.some((id) => dimensions.get(id).tellsApart);
  startFilter();
  measure();
  startTimeline();
  byId('quiet').parentElement.hidden = !finds.row.some((_, find) => isNoise(find));
  startChanges();
  listen();
  followAddress();
}

// What the table and its charts lack.
function tellLimits() {
  const limits = [];
  const chosen = meta.compared ? 'that have changed most, of' : 'most frequent of';
  if (meta.rows < meta.distinct) limits.push(`the ${digits.format(meta.rows)} ${chosen} ${counted(meta.distinct, 'URI', 'URIs')}`);
  if (meta.kept < meta.finds) limits.push(`${digits.format(meta.kept)} of ${counted(meta.finds, 'find', 'finds')}`);
  byId('limit').hidden = limits.length === 0;
  byId('limit').textContent = `The table has ${limits.join(', and ')}`;
}

async function begin() {
  startHead();
  if (meta.distinct === 0) return tell('No URIs were found.');
  if (meta.rows === 0) return tell('The table was left out.');
  if (!globalThis.DecompressionStream) return tell('This browser cannot unpack the table of URIs (it has no DecompressionStream). A newer one can.');
  tell(`Reading ${counted(meta.rows, 'URI', 'URIs')} …`);
  await readAll('paths', takePaths);
  await readAll('messages', takeMessages);
  await readAll('texts', takeLinkTexts);
  await readAll('rows', takeRows);
  await readAll('finds', takeFinds);
  await readAll('domains', takeTotals('domain', held.domain, domains));
  await readAll('hosts', takeTotals('host', held.host, hosts));
  tell('');
  startTable();
}

begin().catch(() => tell('The data of this page is damaged, so that there is no table.'))
  .finally(() => { document.documentElement.dataset.ready = 'true'; });
