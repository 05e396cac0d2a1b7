/** How the word stands in a stretch without data. */
export type GapWord = 'across' | 'upright' | 'none'

/** A stretch narrower than this has no room for its word, in px. */
const leastForWord = 16

/**
 * The word stands across every stretch with room for it. Where none has the room it stands upright in the widest one: in a
 * dozen narrow stretches the same upright words would hide what is between them.
 */
export function gapWords(stretches: readonly { readonly wide: number }[], room: number): GapWord[] {
  const fits = ({ wide }: { readonly wide: number }) => wide >= room + 12
  if (stretches.some(fits)) return stretches.map((each) => (fits(each) ? 'across' : 'none'))
  const most = Math.max(...stretches.map(({ wide }) => wide))
  const widest = most >= leastForWord ? stretches.findIndex(({ wide }) => wide === most) : -1
  return stretches.map((_, index) => (index === widest ? 'upright' : 'none'))
}
