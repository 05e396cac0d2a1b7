/** How wide a card may be, in px, with the gap beside it. */
export type CardWidths = { readonly least: number; readonly most: number }

/** The looks of a card and their widths: with all its fields, and in the compact density with and without its four kinds of time. */
export const cardWidths = {
  whole: { least: 330, most: 420 },
  times: { least: 280, most: 350 },
  small: { least: 190, most: 240 },
} as const satisfies Record<string, CardWidths>
export type CardLook = keyof typeof cardWidths

/** Up to so many machines a compact card has room for its four kinds of time. */
const mostWithTimes = 24

/** How the cards of so many machines look. */
export function cardLook(compact: boolean, machines: number): CardLook {
  if (!compact) return 'whole'
  return machines <= mostWithTimes ? 'times' : 'small'
}

/** So many cards of a block stand side by side; more wrap inside the block. */
export const blockColumns = (machines: number, columns: number) =>
  Math.max(1, Math.min(machines, columns))

/**
 * The cells that stay empty when blocks of so many cards flow side by side in their order and wrap. Blocks beside each other take the
 * height of the highest of them.
 */
export function emptyCells(blocks: readonly number[], columns: number): number {
  let cells = 0
  let machines = 0
  let taken = 0
  let high = 0
  for (const own of blocks) {
    const wide = blockColumns(own, columns)
    if (taken + wide > columns) {
      cells += columns * high
      taken = 0
      high = 0
    }
    taken += wide
    high = Math.max(high, Math.ceil(own / wide))
    machines += own
  }
  return cells + columns * high - machines
}

/**
 * The number of columns for blocks of so many cards in this width, in px: of those in which a card is neither too narrow nor too wide
 * the one with the fewest empty cells, of equal ones the greatest (visual guide 13.7).
 */
export function columnsFor(
  width: number,
  blocks: readonly number[],
  { least, most }: CardWidths,
): number {
  const fewest = Math.max(1, Math.floor(width / most))
  const greatest = Math.max(fewest, Math.floor(width / least))
  let best = greatest
  for (let columns = greatest - 1; columns >= fewest; columns -= 1) {
    if (emptyCells(blocks, columns) < emptyCells(blocks, best)) best = columns
  }
  return best
}
