import type { StopFigure, StopSort } from '@packboard/contract'

/** The figure whose stops are listed and highlighted, and which part of it. */
export type StopSelection = {
  readonly figure: StopFigure
  readonly part: string
  /** The alarm group of a cause. */
  readonly partGroup: string
}

/** The same in an address, and an instant of the stop that is open: it names the stop in every window that holds it. */
export type StopSearch = {
  of?: StopFigure
  part?: string
  group?: string
  stop?: string
  /** Whose stop it is, where the page has several machines. */
  on?: string
  /** What the list is sorted by, with a minus where it falls. */
  sort?: StopSort | `-${StopSort}`
}

/** Not read from the contract: each page loads this file with the route table, and the shapes of stops only with a list of them. */
const figures: Readonly<Record<StopFigure, true>> = {
  ...{ all: true, cause: true, state: true, alarmGroup: true, product: true },
  ...{ idle: true, alarm: true, ancillary: true, unknown: true },
  ...{ reason: true, plannedReason: true, unnamed: true, micro: true, plan: true, unplanned: true },
}
const isFigure = (word: unknown): word is StopFigure =>
  typeof word === 'string' && Object.hasOwn(figures, word)

/** What a list of stops can be sorted by. */
const sorts: Readonly<Record<StopSort, true>> = {
  ...{ start: true, seconds: true, cause: true, state: true, product: true, tool: true },
  ...{ user: true, machine: true, lostPacks: true, coverage: true },
}
export const isStopSort = (word: string): word is StopSort => Object.hasOwn(sorts, word)

/** The newest first, where an address says nothing else. */
const usualOrder = { sort: 'start', order: 'descending' } as const

/** The order of a list. */
export type StopOrder = {
  readonly sort: StopSort
  readonly order: 'ascending' | 'descending'
}

function readSort(word: unknown): StopSearch['sort'] {
  if (typeof word !== 'string') return undefined
  const sort = word.replace('-', '')
  if (!isStopSort(sort)) return undefined
  return word.startsWith('-') ? `-${sort}` : sort
}

export function orderOf({ sort }: StopSearch): StopOrder {
  if (sort === undefined) return usualOrder
  const column = sort.replace('-', '')
  if (!isStopSort(column)) return usualOrder
  return { sort: column, order: sort.startsWith('-') ? 'descending' : 'ascending' }
}

/** An order as an address carries it. */
export function searchOfOrder({ sort, order }: StopOrder): Pick<StopSearch, 'sort'> {
  if (sort === usualOrder.sort && order === usualOrder.order) return {}
  return { sort: order === 'descending' ? `-${sort}` : sort }
}

const longest = 2_000
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Reads an address that may have been typed or cut: values of the wrong shape are ignored. */
export function readStopSearch(search: Record<string, unknown>): StopSearch {
  const of = isFigure(search.of) ? search.of : undefined
  const text = (value: unknown) => {
    const read = typeof value === 'number' ? String(value) : value
    return typeof read === 'string' && read !== '' && read.length <= longest ? read : undefined
  }
  const part = text(search.part)
  const group = text(search.group)
  const { stop } = search
  const on = text(search.on)
  const sort = readSort(search.sort)
  const isInstant =
    typeof stop === 'string' && instant.test(stop) && !Number.isNaN(Date.parse(stop))
  return {
    ...(of && { of }),
    ...(of && part !== undefined && { part }),
    ...(of && group !== undefined && { group }),
    ...(isInstant && { stop }),
    ...(isInstant && on !== undefined && { on }),
    ...(sort && { sort }),
  }
}

export function selectionOf({ of, part = '', group = '' }: StopSearch): StopSelection | null {
  return of === undefined ? null : { figure: of, part, partGroup: group }
}

/** A selection as an address carries it. */
export const searchOfSelection = ({ figure, part, partGroup }: StopSelection): StopSearch => ({
  of: figure,
  ...(part !== '' && { part }),
  ...(partGroup !== '' && { group: partGroup }),
})

export const sameSelection = (a: StopSelection | null, b: StopSelection | null) =>
  a?.figure === b?.figure && a?.part === b?.part && a?.partGroup === b?.partGroup

/** Every stop of the window. */
export const everyStop: StopSelection = { figure: 'all', part: '', partGroup: '' }
