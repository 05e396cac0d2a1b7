import { formatDecimals } from '../i18n/formatNumber.ts'

/** A part of a ring: its name, its value, its look. */
export type Slice = {
  /** Unique; the name that a click reports. */
  readonly name: string
  /** The label, where it differs from the name. */
  readonly word?: string
  readonly value: number
  readonly colour: string
  /** One or two letters on the slice and in the legend. */
  readonly code?: string
  /** A shape of the state vocabulary in place of letters. */
  readonly shape?: 'square' | 'play' | 'pause' | 'diamond' | 'slash'
}

export type RingPart = Slice & {
  /** 0 to 1 of the ring. */
  readonly share: number
  /** Of the middle of the part, in radians clockwise from the top. */
  readonly angle: number
  /** Letters or shape fit on it. */
  readonly marked: boolean
  /** Another part is chosen: this one is dimmed. */
  readonly faded: boolean
}

/** A part must be this much of the ring to carry its letters. */
const leastMarked = 0.055

/** A part is drawn at least this large, so that a single alarm among thousands is seen. */
const leastDrawn = 0.004

/** Slices as parts of a ring, in the order given; those without a value are left out. */
export function ringSeries(slices: readonly Slice[], chosen: string | null): RingPart[] {
  const known = slices.filter(({ value }) => value > 0)
  const total = known.reduce((sum, { value }) => sum + value, 0)
  const drawn = known.map((slice) => ({ slice, size: Math.max(slice.value / total, leastDrawn) }))
  const whole = drawn.reduce((sum, { size }) => sum + size, 0)
  const isChosen = known.some(({ name }) => name === chosen)
  let before = 0
  return drawn.map(({ slice, size }) => {
    const share = size / whole
    const angle = 2 * Math.PI * (before + share / 2)
    before += share
    return {
      ...slice,
      share,
      angle,
      marked: share > leastMarked,
      faded: isChosen && slice.name !== chosen,
    }
  })
}

/** A share of a total, in percent with the requested decimals; below a tenth of the last digit it says so. */
export function shareText(value: number, total: number, decimals: 0 | 1): string {
  if (total <= 0) return ''
  const percent = (100 * value) / total
  const least = decimals === 0 ? 1 : 0.1
  if (percent > 0 && percent < least / 2) return `< ${formatDecimals(least, decimals)} %`
  return `${formatDecimals(percent, decimals)} %`
}
