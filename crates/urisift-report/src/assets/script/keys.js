// Moving through the rows, by keys and by clicks.


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
    act(active);
    done = true;
  } else if (inTable) {
    done = moveBy(key, byId('rows').contains(target));
  } else if (!typing && /^[1-9]$/.test(key) && byId('views').children[key - 1]) {
    byId('views').children[key - 1].click();
    done = true;
  } else if (target.id === 'search' && (key === 'ArrowDown' || key === 'Enter')) {
    moveTo(active);
    done = true;
  } else if (target.id === 'search' && key === 'Escape' && typing) {
    target.value = state.query = '';
    update();
    done = true;
  }
  if (done) event.preventDefault();
}

// Opens a URI, or shows the URIs of a group.
function act(position) {
  if (position >= selection.length) return;
  if (isOfUris()) return open(position);
  const { id, names } = dimensions.get(unit());
  state.filters.set(id, new Set([names[selection[position]]]));
  if (state.view === 'changes') showChanges('uri', '');
  else showView('uris');
  byId('table').focus({ preventScroll: true });
}

function onRowClick(event) {
  const element = event.target.closest('[data-position]');
  // Whoever marks text wants to copy it.
  const marked = getSelection();
  if (!element || (!marked.isCollapsed && element.contains(marked.anchorNode))) return;
  act(Number(element.dataset.position));
}
