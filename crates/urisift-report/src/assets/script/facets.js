// The charts at the side: the names of each dimension with their finds. A click filters by a name, another one no longer.

const FACETS = ['domain', 'where', 'as', 'scheme', 'sender', 'list', 'file', 'caution', 'verdict', 'rule', 'wrapper', 'host'];
const NAMES_SHOWN = 6, NAMES_MORE = 60;
const unfolded = new Set();

// One name of all finds tells nothing apart.
const isTold = ({ counts, dimension }) => (dimension.tellsApart && counts.some((n) => n > 0)) || state.filters.has(dimension.id);

function drawFacets() {
  const focused = document.activeElement?.closest('#facets [data-filter]')?.dataset;
  const facets = FACETS.map((id) => dimensions.get(id)).map((dimension) => ({ dimension, counts: countsOf(dimension) }));
  byId('facet-list').replaceChildren(...facets.filter(isTold).map(drawFacet));
  // The keys go on where they were.
  if (focused) facetButton(focused.filter, focused.value)?.focus({ preventScroll: true });
}

const facetButton = (id, name) =>
  [...byId('facets').querySelectorAll('[data-filter]')].find(({ dataset }) => dataset.filter === id && dataset.value === name);

function drawFacet({ dimension, counts }) {
  const { id, label, names } = dimension;
  const most = unfolded.has(id) ? NAMES_MORE : NAMES_SHOWN;
  const ranked = ranking(counts, (number) => isFiltered(id, names[number]), most, names.indexOf(NONE));
  const section = make('section', 'facet');
  section.dataset.facet = id;
  const list = make('ul');
  list.append(...ranked.shown.map((number) => facetItem(dimension, number, counts[number], ranked.largest)));
  section.append(make('h3', '', label), list);
  if (ranked.more > 0 || unfolded.has(id)) section.append(moreButton(id, label, ranked.more));
  return section;
}

// The numbers with the largest counts, and those that are filtered by, largest first, but one last.
function ranking(counts, isWanted, most, last) {
  const numbers = [];
  for (let i = 0; i < counts.length; i++) if (counts[i] > 0 || isWanted(i)) numbers.push(i);
  numbers.sort((a, b) => (a === last) - (b === last) || counts[b] - counts[a]);
  const shown = numbers.filter((number, place) => place < most || isWanted(number));
  return { shown, more: numbers.length - shown.length, largest: Math.max(counts[numbers[0]] || 1, counts[last] || 0) };
}

function facetItem({ id, names, labels }, number, count, largest) {
  const item = make('li');
  const filter = button('', () => {});
  filter.dataset.filter = id;
  filter.dataset.value = names[number];
  filter.setAttribute('aria-pressed', isFiltered(id, names[number]));
  filter.style.setProperty('--share', `${(100 * count) / largest}%`);
  filter.append(said(make('span', 'name'), labels[number]), make('span', 'count', digits.format(count)));
  item.append(filter);
  return item;
}

function moreButton(id, label, more) {
  const isOpen = unfolded.has(id);
  const element = button(isOpen ? 'Fewer' : `${digits.format(more)} more`, () => {
    if (!unfolded.delete(id)) unfolded.add(id);
    drawFacets();
    byId('facets').querySelector(`[data-facet="${id}"] .more`)?.focus();
  });
  element.className = 'more';
  element.setAttribute('aria-label', `${element.textContent}: ${label}`);
  return element;
}

// --- The filters that are set, each with a button that takes it away ---

function drawChips() {
  const chips = [];
  for (const [id, names] of state.filters) for (const name of names) chips.push(chip(dimensions.get(id), name));
  if (state.time) chips.push(chipOf(`time ${timeText(state.time)}`, () => { state.time = null; }));
  if (state.quiet) chips.push(chipOf('without noise', () => { state.quiet = false; }));
  byId('chips').replaceChildren(...chips);
  byId('clear').hidden = !isAnythingFiltered();
}

function chip({ id, index, labels }, name) {
  return chipOf(`${id} ${labels[index.get(name)]}`, () => toggle(id, name));
}

function chipOf(text, undo) {
  const element = button('', () => {
    undo();
    update();
    byId('search').focus();
  });
  element.className = 'chip';
  said(element, text);
  element.setAttribute('aria-label', `Remove the filter ${element.textContent}`);
  return element;
}
