import { type RefCallback, useCallback, useEffect, useRef } from 'react'

const buttons = 'button:not(:disabled)'
/** For lists whose rows are links. */
export const linksOfList = 'a[href]'
/** For tables whose rows have both. */
export const buttonsAndLinks = `${buttons}, ${linksOfList}` as const

/**
 * Of all buttons inside an element, all links, or both, Tab stops at one, the one that was used last; arrows, Home and End lead to the others.
 * In a table up and down lead to the same place of another row.
 */
export function useOneStop<Group extends HTMLElement>(
  selector: typeof buttons | typeof linksOfList | typeof buttonsAndLinks = buttons,
): RefCallback<Group> {
  const group = useRef<Group>(null)
  const current = useRef<HTMLElement>(undefined)

  // At each rendering, because buttons come and go.
  useEffect(() => {
    if (group.current) current.current = keepOne(stopsOf(group.current, selector), current.current)
  })

  return useCallback(
    (element: Group) => {
      const focus = ({ target }: FocusEvent) => {
        const stops = stopsOf(element, selector)
        const stop = stops.find((button) => button === target)
        if (stop) current.current = keepOne(stops, stop)
      }
      const press = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
        const stops = stopsOf(element, selector)
        const from = stops.find((button) => button === event.target)
        const to = from && stopAfter(stops, from, event.key)
        if (!to) return
        event.preventDefault()
        to.focus()
      }
      group.current = element
      element.addEventListener('focusin', focus)
      element.addEventListener('keydown', press)
      return () => {
        group.current = null
        element.removeEventListener('focusin', focus)
        element.removeEventListener('keydown', press)
      }
    },
    [selector],
  )
}

const stopsOf = (group: HTMLElement, selector: string) => [
  ...group.querySelectorAll<HTMLElement>(selector),
]

function keepOne(
  stops: readonly HTMLElement[],
  wanted: HTMLElement | undefined,
): HTMLElement | undefined {
  const kept =
    stops.find((stop) => stop === wanted) ?? stops.find(({ tabIndex }) => tabIndex >= 0) ?? stops[0]
  for (const stop of stops) stop.tabIndex = stop === kept ? 0 : -1
  return kept
}

function stopAfter(
  stops: readonly HTMLElement[],
  from: HTMLElement,
  key: string,
): HTMLElement | undefined {
  const at = stops.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return stops[at + 1]
    case 'ArrowLeft':
      return stops[at - 1]
    case 'ArrowDown':
      return inRow(stops, from, 1)
    case 'ArrowUp':
      return inRow(stops, from, -1)
    case 'Home':
      return stops[0]
    case 'End':
      return stops.at(-1)
    default:
      return undefined
  }
}

/** The stop at the same place of the next or the previous row; without rows each stop is one. */
function inRow(
  stops: readonly HTMLElement[],
  from: HTMLElement,
  step: 1 | -1,
): HTMLElement | undefined {
  const rowOf = (stop: HTMLElement) => stop.closest('tr') ?? stop
  const rows = [...new Set(stops.map(rowOf))].map((row) =>
    stops.filter((stop) => rowOf(stop) === row),
  )
  const row = rows.findIndex((held) => held.includes(from))
  const next = rows[row + step]
  return next?.[Math.min(rows[row]?.indexOf(from) ?? 0, next.length - 1)]
}
