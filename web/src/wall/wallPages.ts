import type { Density } from '@packboard/model'

/** Tiles of one page: 4 × 2, so that their names can be read from five metres, or 5 × 3 for a wall that is read from three. */
export const tilesPerPage: Readonly<Record<Density, number>> = { comfortable: 8, compact: 15 }
/** How long a page is shown; one with a stop is held twice as long. */
export const pageMs = 20_000

/** Machines in the order of their lines, cut into pages. */
export function pagesOf<Machine>(
  machines: readonly Machine[],
  density: Density = 'comfortable',
): Machine[][] {
  const size = tilesPerPage[density]
  const pages: Machine[][] = []
  for (let first = 0; first < machines.length; first += size) {
    pages.push(machines.slice(first, first + size))
  }
  return pages
}

/** The page that is shown, and since when (milliseconds). */
export type Turn = { readonly page: number; readonly since: number }

/**
 * The page to show now. The hold is decided on the page as it is at the moment: a stop that begins on the
 * shown page keeps it, one that ends releases it. The same turn is returned while nothing changes.
 */
export function nextTurn(
  turn: Turn,
  { pages, hasStop, now }: { pages: number; hasStop: (page: number) => boolean; now: number },
): Turn {
  if (pages <= 1) return turn.page === 0 ? turn : { page: 0, since: now }
  // Machines were removed, or the clock was set back: begin anew.
  if (turn.page >= pages) return { page: 0, since: now }
  const shownMs = now - turn.since
  if (shownMs < 0) return { page: turn.page, since: now }
  const holdMs = hasStop(turn.page) ? 2 * pageMs : pageMs
  if (shownMs < holdMs) return turn
  return { page: (turn.page + 1) % pages, since: now }
}
