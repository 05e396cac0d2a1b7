import type { EarlierSearch, FilterSearch } from '../filter/filterSearch.ts'

/** What the second side of a bridge has in the place of what the filter says. */
export type OtherSide = {
  vsMachine?: string
  vsLine?: string
  vsProduct?: string
  vsTool?: string
  /** Days of the other window. */
  vsFrom?: string
  vsTo?: string
}

/** The address of the losses: the filter, its line, what they are compared with, and the bar that is open. */
export type LossSearch = FilterSearch &
  EarlierSearch &
  OtherSide & {
    line?: string
    /** `alarm`: rows by cause alone. */
    rows?: string
    bar?: string
  }

const otherKeys = ['vsMachine', 'vsLine', 'vsProduct', 'vsTool', 'vsFrom', 'vsTo'] as const
const ownKeys = [...otherKeys, 'line', 'rows', 'bar'] as const

/** Reads the part of an address that is of this page alone; a name may be `3`. */
export function readLossSearch(search: Record<string, unknown>): Omit<LossSearch, 'with'> {
  const read: Partial<Record<(typeof ownKeys)[number], string>> = {}
  for (const key of ownKeys) {
    const value = search[key]
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text === 'string' && text !== '' && text.length <= 2_600) read[key] = text
  }
  return read
}

/** The other side of an address; null: there is none, the same of an earlier window is compared. */
export function otherSideOf(search: OtherSide): OtherSide | null {
  const { vsMachine, vsLine, vsProduct, vsTool, vsFrom, vsTo } = search
  const other: OtherSide = {
    ...(vsMachine !== undefined && { vsMachine }),
    ...(vsLine !== undefined && { vsLine }),
    ...(vsProduct !== undefined && { vsProduct }),
    ...(vsTool !== undefined && { vsTool }),
    ...(vsFrom !== undefined && { vsFrom }),
    ...(vsTo !== undefined && { vsTo }),
  }
  return Object.keys(other).length === 0 ? null : other
}
