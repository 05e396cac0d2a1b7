// Search and colours of the documentation. Without it every page can be read, in the colours of the last choice.
import MiniSearch from './minisearch.js'
import { searchOptions } from './search.js'

const { top } = document.querySelector('script[data-top]').dataset
const form = document.querySelector('.search')
const input = form.querySelector('input')
const found = document.getElementById('found')
const most = 12
let index

form.hidden = false
form.addEventListener('submit', (event) => {
  event.preventDefault()
  found.querySelector('a')?.click()
})
input.addEventListener('focus', () => load(), { once: true })
input.addEventListener('input', () => void show())
document.addEventListener('keydown', (event) => {
  const typing = /^(input|textarea|select)$/i.test(document.activeElement?.tagName ?? '')
  if (event.key === '/' && !typing) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape') close()
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event)
})
document.addEventListener('click', (event) => {
  if (!form.contains(event.target)) close()
})

/** The sections are read when a person wants to search, once. */
function load() {
  index ??= fetch(`${top}assets/sections.json`)
    .then((answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`)
      return answer.json()
    })
    .then((sections) => {
      const made = new MiniSearch(searchOptions)
      made.addAll(sections)
      return made
    })
  return index
}

async function show() {
  const words = input.value.trim()
  if (words === '') return close()
  let results
  try {
    results = (await load()).search(words)
  } catch {
    index = undefined
    return say('The search could not be loaded. Type again to retry.')
  }
  if (input.value.trim() !== words) return
  if (results.length === 0) return say(`Nothing found for “${words}”.`)
  const list = document.createElement('ul')
  list.append(...results.slice(0, most).map(itemOf))
  found.replaceChildren(countOf(results.length), list)
  found.hidden = false
}

function itemOf({ address, heading, title, text, terms }) {
  const link = document.createElement('a')
  link.href = top + address
  const head = document.createElement('strong')
  head.textContent = heading
  const place = document.createElement('small')
  place.textContent = title
  const piece = document.createElement('span')
  piece.textContent = pieceOf(text, terms)
  link.append(head, ...(heading === title ? [] : [place]), piece)
  link.addEventListener('click', close)
  const item = document.createElement('li')
  item.append(link)
  return item
}

/** The words around the first one that was found. */
function pieceOf(text, terms) {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const from = Math.max(0, Math.min(...places, text.length) - 50)
  const start = places.length === 0 ? 0 : from
  return `${start > 0 ? '…' : ''}${text.slice(start, start + 140)}${start + 140 < text.length ? '…' : ''}`
}

function countOf(count) {
  const line = document.createElement('p')
  line.setAttribute('role', 'status')
  line.textContent =
    count > most
      ? `The first ${most} of ${count} sections`
      : `${count} ${count === 1 ? 'section' : 'sections'}`
  return line
}

function say(sentence) {
  const line = document.createElement('p')
  line.setAttribute('role', 'status')
  line.textContent = sentence
  found.replaceChildren(line)
  found.hidden = false
}

function close() {
  found.hidden = true
}

/** Arrows lead from the field through what was found. */
function step(event) {
  if (found.hidden || !form.contains(document.activeElement)) return
  event.preventDefault()
  const stops = [input, ...found.querySelectorAll('a')]
  const next = stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
  stops[Math.max(0, Math.min(stops.length - 1, next))].focus()
}

// The choice is that of the screens, which are served from the same address.
const scheme = document.querySelector('.scheme')
const shown = document.documentElement.dataset
scheme.hidden = false
label()
scheme.addEventListener('click', () => {
  shown.mantineColorScheme = shown.mantineColorScheme === 'light' ? 'dark' : 'light'
  try {
    localStorage.setItem('packboard.colourScheme', shown.mantineColorScheme)
  } catch {
    // Without storage the choice is that of this page.
  }
  label()
})
function label() {
  scheme.textContent = shown.mantineColorScheme === 'light' ? 'Dark' : 'Light'
  scheme.setAttribute('aria-label', `${scheme.textContent} colours`)
}
