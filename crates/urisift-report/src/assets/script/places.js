// The places of a URI, which are read when it is opened.

const PLACES_DRAWN = 100;
const SHOWN_FOUND = 4000;


const unpacked = new Map();
const BLOCKS_HELD = 4;

async function placeBlock(index) {
  if (!unpacked.has(index)) {
    unpacked.set(index, unpack(placeBlocks[index]));
    if (unpacked.size > BLOCKS_HELD) unpacked.delete(unpacked.keys().next().value);
  }
  return unpacked.get(index);
}

// Reads so many places from where the last reading ended.
async function readFinds(cursor, most, uri) {
  const list = [];
  while (list.length < most && cursor.left > 0 && cursor.block < placeBlocks.length) {
    const reader = new Reader(await placeBlock(cursor.block), cursor.offset);
    for (; reader.more && list.length < most && cursor.left > 0; cursor.left--) list.push(readFind(reader, uri, cursor.find++));
    cursor.offset = reader.at;
    if (!reader.more) { cursor.block++; cursor.offset = 0; }
  }
  return list;
}

function placesTitle({ kept, count }) {
  if (kept < count) return `The first ${digits.format(kept)} of ${counted(count, 'place', 'places')}`;
  return counted(count, 'place', 'places');
}

function drawPlaces(index, data, token) {
  const list = make('ol', 'places');
  const cursor = { block: data.block, offset: data.offset, left: data.kept, find: held.find[index] };
  const section = headed(placesTitle(data), list);
  const more = button('', () => add());
  more.id = 'more';
  const add = async () => {
    const read = await readFinds(cursor, PLACES_DRAWN, data.uri);
    if (token !== opening) return;
    list.append(...read.map((find) => drawFind(find)));
    more.textContent = `${digits.format(Math.min(PLACES_DRAWN, cursor.left))} more`;
    if (cursor.left > 0 && read.length > 0) section.append(more);
    else removeButton(more);
  };
  add();
  return section;
}

// The keys go on to work where the button was.
function removeButton(element) {
  if (element === document.activeElement) byId('content').focus({ preventScroll: true });
  element.remove();
}

function drawWhere(find) {
  const where = make('div', 'where input');
  show(where, paths[finds.path[find.index]] ?? new Uint8Array());
  if (find.line > 0) where.append(`:${find.line}`);
  if (find.line > 0 && find.column > 0) where.append(`:${find.column}`);
  return where;
}

function drawFind(find) {
  const item = make('li', keptOut[find.index] === 0 ? '' : 'unwanted');
  const facts = make('dl');
  const fact = (name, value) => facts.append(make('dt', '', name), value);
  const message = messages[finds.message[find.index]] ?? {};
  if (find.line === 0) fact('byte', make('dd', '', digits.format(find.start)));
  if (find.part.length > 0) fact('part', shown('dd', '', find.part));
  for (const [name, text] of messageFacts(message)) if (text) fact(name, said(make('dd'), text));
  const linkText = linkTexts[finds.text[find.index]];
  if (linkText) fact('link text', said(make('dd'), linkText));
  const wrapper = meta.wrappers[finds.wrapper[find.index]] ?? 'none';
  if (wrapper !== 'none') fact('wrapper', make('dd', '', wrapper));
  if (find.flags & DECODED) fact('text', make('dd', '', 'decoded from what the file has'));
  if (find.flags & WRITTEN_OTHERWISE) fact('written', shown('dd', '', start(find.raw, SHOWN_FOUND)));
  if (find.second.length > 0) fact('or read as', shown('dd', '', find.second));
  item.append(drawWhere(find));
  if (facts.firstChild) item.append(facts);
  item.append(...drawAround(find));
  if (messageLabel(message) !== NONE) item.append(messageButton(finds.message[find.index]));
  return item;
}

function messageFacts({ subject, from, fromName, id, date, list }) {
  const sender = fromName ? `${fromName} <${from}>` : from;
  return [['subject', subject], ['from', sender], ['message', id], ['date', date], ['list', list]];
}

// Shows the URIs that a filter wants, and no other.
function showOnly(filter) {
  closeDetail();
  clearState();
  state.view = 'uris';
  filter();
  update();
  byId('table').focus({ preventScroll: true });
}

function messageButton(number) {
  const filter = () => toggle('message', dimensions.get('message').names[number]);
  const element = button('All URIs of this message', () => showOnly(filter));
  element.className = 'of-message';
  return element;
}

// Ends of lines are not worth an escape.
const withoutReturns = (bytes) => bytes.filter((byte, i) => byte !== 0x0d || (i + 1 < bytes.length && bytes[i + 1] !== 0x0a));

function drawAround(find) {
  const before = withoutReturns(find.before), after = withoutReturns(find.after);
  const text = make('pre');
  const draw = (around, found) => {
    const left = tail(before, around), right = start(after, around), middle = start(find.raw, found);
    text.replaceChildren(left.length < before.length ? '…' : '');
    show(text, left, '\n\t');
    text.append(show(make('mark', ''), withoutReturns(middle), '\n\t'), middle.length < find.raw.length ? '…' : '');
    show(text, right, '\n\t');
    if (right.length < after.length) text.append('…');
    return left.length + middle.length + right.length === before.length + find.raw.length + after.length;
  };
  if (draw(SHOWN_AROUND, SHOWN_FOUND)) return [text];
  const all = button('Whole text', () => { draw(Infinity, Infinity); removeButton(all); });
  return [text, all];
}
