// Chromium's accessibility tree as the lines of a screen reader in browse mode: what stands in the document order, a line
// per stop, containers announced as they are entered.

const landmarks = {
  banner: 'banner',
  navigation: 'navigation',
  main: 'main',
  contentinfo: 'content information',
  complementary: 'complementary',
  search: 'search',
  region: 'region',
  form: 'form',
}
const containers = {
  dialog: 'dialog',
  alertdialog: 'alert dialog',
  table: 'table',
  grid: 'grid',
  list: 'list',
  listbox: 'list box',
  menu: 'menu',
  group: 'group',
  radiogroup: 'radio group',
  article: 'article',
  figure: 'figure',
  toolbar: 'toolbar',
  tablist: 'tab list',
  tabpanel: 'tab panel',
  status: 'status',
  alert: 'alert',
  log: 'log',
}
/** Read as a whole by their name; nothing inside of them is a stop of its own. */
const stops = {
  inputtime: 'time edit',
  date: 'date edit',
  datetime: 'date edit',
  button: 'button',
  link: 'link',
  textbox: 'edit',
  searchbox: 'search edit',
  combobox: 'combo box',
  checkbox: 'check box',
  radio: 'radio button',
  switch: 'switch',
  option: 'option',
  menuitem: 'menu item',
  tab: 'tab',
  spinbutton: 'spin button',
  slider: 'slider',
  progressbar: 'progress bar',
  meter: 'meter',
  image: 'graphic',
  img: 'graphic',
  graphicssymbol: 'graphic',
  disclosuretriangle: 'button',
}
/** Read in one piece when they contain only words. */
const oneLine = ['paragraph', 'listitem', 'labeltext', 'term', 'definition', 'note', 'time']
const inWords = ['emphasis', 'strong', 'mark', 'time', 'generic', 'abbr']
const cells = ['cell', 'gridcell', 'columnheader', 'rowheader']

/** The lines of a tree that Accessibility.getFullAXTree returns. An open modal hides what is behind it. */
export function linesOf(nodes) {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const top = nodes.find(({ parentId }) => parentId === undefined)
  const modal = nodes.findLast((node) => !node.ignored && propertyOf(node, 'modal') === true)
  const lines = [`document: ${nameOf(top)}`]
  read(modal ?? top, { byId, lines, depth: 0 })
  return lines
}

function read(node, { byId, lines, depth, inLive = false }) {
  const role = roleOf(node)
  const inside = { byId, lines, depth, inLive }
  const say = (text) => lines.push(`${'  '.repeat(depth)}${text}`)
  const children = () => (node.childIds ?? []).map((id) => byId.get(id)).filter(Boolean)
  const goOn = (next = inside) => {
    for (const child of children()) read(child, next)
  }
  const deeper = { ...inside, depth: depth + 1 }
  const mute = node.ignored || ['none', 'generic', ...oneLine].includes(role)
  if (mute && !startsLive(node, inLive) && isPlain(node, byId)) {
    const text = textBelow(node, byId)
    if (text !== '') say(text)
    return
  }
  if (node.ignored) return goOn()
  if (role === 'statictext') {
    if (nameOf(node)) say(nameOf(node))
    return
  }
  if (role === 'heading') {
    say(`heading level ${propertyOf(node, 'level')}: ${nameOf(node)}${extras(node)}`)
    return
  }
  if (role === 'row') {
    const parts = children().filter((cell) => !cell.ignored)
    if (parts.every((cell) => cells.includes(roleOf(cell)))) {
      say(`row: ${parts.map((cell) => cellText(cell, byId)).join(' | ')}`)
      return
    }
  }
  if (landmarks[role] !== undefined && (nameOf(node) || !['region', 'form'].includes(role))) {
    say(`[${landmarks[role]} landmark${named(node)}${extras(node)}]`)
    return goOn(deeper)
  }
  if (role in containers) {
    const live = propertyOf(node, 'live')
    if (role === 'group' && !nameOf(node)) return goOn()
    if (live && (node.childIds ?? []).length === 0) return
    const says = live && !inLive ? `, live ${live}` : ''
    say(`[${containers[role]}${named(node)}${extras(node)}${says}]`)
    return goOn({ ...deeper, inLive: inLive || live !== undefined })
  }
  if (role in stops) {
    // Chromium cuts long names; the text below is read whole.
    const below =
      role === 'link'
        ? children()
            .map((child) => textBelow(child, byId))
            .join(' ')
        : ''
    const name = below.length > nameOf(node).length ? `, ${below}` : named(node)
    say(`${stops[role]}${name || ' WITHOUT A NAME'}${value(node)}${extras(node)}`)
    return
  }
  if (startsLive(node, inLive) && textBelow(node, byId) !== '') {
    say(`[live ${propertyOf(node, 'live')}]`)
    return goOn({ ...deeper, inLive: true })
  }
  return goOn()
}

/** Every part of a live region is marked as live: only the outermost is announced. */
const startsLive = (node, inLive) =>
  !inLive &&
  !node.ignored &&
  !['rootwebarea', 'statictext'].includes(roleOf(node)) &&
  propertyOf(node, 'live') !== undefined

function isPlain(node, byId) {
  return (node.childIds ?? []).every((id) => {
    const child = byId.get(id)
    if (!child || child.ignored) return !child || isPlain(child, byId)
    const role = roleOf(child)
    return role === 'statictext' || (inWords.includes(role) && isPlain(child, byId))
  })
}

/** A cell with its text and, as a screen reader does, its buttons and links. */
function cellText(cell, byId) {
  const text = textBelow(cell, byId)
  const sorted = propertyOf(cell, 'sort') ?? ''
  const header =
    roleOf(cell) === 'columnheader' ? ' (column)' : roleOf(cell) === 'rowheader' ? ' (row)' : ''
  const said = header && nameOf(cell) && nameOf(cell) !== text ? `${nameOf(cell)} {${text}}` : text
  return `${said || 'blank'}${header}${sorted && sorted !== 'none' ? ` sorted ${sorted}` : ''}`
}

function textBelow(node, byId) {
  const parts = []
  const walk = (at) => {
    if (!at) return
    const role = roleOf(at)
    if (!at.ignored && role === 'statictext') {
      if (nameOf(at)) parts.push(nameOf(at))
      return
    }
    if (!at.ignored && role in stops) {
      parts.push(`<${stops[role]}${named(at) || ' WITHOUT A NAME'}${value(at)}${extras(at)}>`)
      return
    }
    for (const id of at.childIds ?? []) walk(byId.get(id))
  }
  walk(node)
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}

const roleOf = (node) => String(node.role?.value ?? '').toLowerCase()
const nameOf = (node) =>
  String(node.name?.value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
const propertyOf = (node, wanted) =>
  node.properties?.find(({ name }) => name === wanted)?.value?.value
const named = (node) => (nameOf(node) ? `, ${nameOf(node)}` : '')

function value(node) {
  const reported = node.value?.value
  return reported === undefined || reported === '' || String(reported) === nameOf(node)
    ? ''
    : `: ${reported}`
}

/** States and descriptions, in the order in which they are announced. */
function extras(node) {
  const is = (name) => propertyOf(node, name)
  const words = []
  if (is('checked') !== undefined)
    words.push(String(is('checked')) === 'true' ? 'checked' : 'not checked')
  if (String(is('pressed')) === 'true') words.push('pressed')
  if (is('expanded') !== undefined) words.push(is('expanded') ? 'expanded' : 'collapsed')
  if (is('selected')) words.push('selected')
  if (is('disabled')) words.push('unavailable')
  if (is('required')) words.push('required')
  if (String(is('invalid') ?? 'false') !== 'false') words.push('invalid entry')
  if (is('hasPopup')) words.push(`opens ${is('hasPopup')}`)
  if (is('readonly')) words.push('read only')
  const description = node.description?.value?.replace(/\s+/g, ' ').trim()
  if (description && description !== nameOf(node)) words.push(`(${description})`)
  return words.length > 0 ? `, ${words.join(', ')}` : ''
}
