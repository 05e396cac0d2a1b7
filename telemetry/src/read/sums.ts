import type { ClientScope } from '@packboard/model'
import type { Columns, RowOf } from '../clickhouse/readRows.ts'
import { bulkLimits, type screenLimits, selectRows } from '../clickhouse/select.ts'
import { hourOf, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { CachedSums, MachineRange } from '../ledger/pieceGrain.ts'
import type { CachedContext, SpareField } from '../ledger/pieceRows.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { checkRows } from './answerRows.ts'
import { type ContextFilter, filterLists, matches } from './contextFilter.ts'
import {
  type Cell,
  type Dimension,
  type DimensionRow,
  type Dimensions,
  dimensions,
  externalStates,
  type MeasureRow,
  measures,
  type Numbers,
  type OpenSums,
  type Owner,
  readings,
} from './measures.ts'
import { isStandingCount, movedCounts } from './movedCounts.ts'
import { type MovedTime, movedTimes } from './movedTimes.ts'
import { type FoldEvent, partOf, pieceOf } from './namedFold.ts'
import { type CachedStretch, readWindow } from './readWindow.ts'
import { hoursPay, noHours, rowSteps } from './rowSteps.ts'
import { partsOf } from './timeSteps.ts'
import {
  CountPlaces,
  isMoved,
  type Place,
  plannedAlone,
  type SpanMark,
  SpanPlaces,
  type UnplannedSpans,
} from './unplannedSpans.ts'
import type { WindowOfMachines } from './windowQuestion.ts'

type Reading = keyof typeof readings

/** What is added up, of which machines and window, and what divides it. */
export type SumsQuestion<Of extends Reading, By extends Dimension> = WindowOfMachines & {
  /** Sent to the engine, so that a slow chart can be traced to its question. */
  readonly name: string
  readonly numbers: Of
  readonly by: readonly By[]
  readonly filter?: ContextFilter
  /** Where parts begin: whole minutes in order, ms, the first at or before the window. Without it the window is one part. */
  readonly starts?: readonly number[]
  /** Of speeds by machine without a filter: all parts are this long, ms, and begin at whole multiples of it. */
  readonly partMs?: number
  /** What takes time out of planned time: a sum for each mark. Of labels and modes, which may begin at any ms, time alone is moved. */
  readonly spans?: UnplannedSpans | undefined
  /** More sums than this are refused. */
  readonly most?: number
  readonly limits?: typeof screenLimits
}

/** A sum, the index of its part, and what the spans say of it. */
export type Sum<Of extends Reading, By extends Dimension> = {
  readonly part: number
  readonly mark: SpanMark
  readonly total: Pick<Dimensions, By> & Pick<Numbers, (typeof readings)[Of]['numbers'][number]>
}

/**
 * Sums of machines over a window, in any order: one for each part, mark and value of `by` that has any. Rows of hours and minutes, what is
 * cached of them and raw records are added up by the same rules.
 */
export async function sums<Of extends Reading, By extends Dimension>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: SumsQuestion<Of, By>,
): Promise<Sum<Of, By>[]> {
  const { context } = telemetry
  const division = divided(question)
  const { places, moves, counts, byUser, byHours } = division
  const { name, most, limits = bulkLimits } = question
  const found = await readWindow<Sums>(telemetry, scope, question, {
    named: isNamed(question),
    begin: () => new Sums(question, division),
    ...(byHours && { cutsOf: (machineId) => places.edgesOf(machineId) }),
    cachedCut: (sums, stretch, contexts) => sums.addContexts(stretch, contexts),
    rows: async (sums, stretches, view, addedHours) => {
      const { params, ...chosen } = statement(question, division, stretches, view, addedHours)
      const allowed = { limits, mostGroups: most ?? 0 }
      const limited = { ...params, most: (most ?? anyNumber) + 1 }
      await selectRows(context, { name, ...chosen, ...allowed, params: limited }, (rows) =>
        sums.addRows(rows),
      )
    },
    ...(!byUser && { cached: (sums, stretch, pieces) => sums.addCached(stretch, pieces) }),
    ...(moves && {
      wholeMinutes: async (sums, stretches, view) => {
        const [times, counted] = await Promise.all([
          movedTimes(context, view, stretches, moves, byUser),
          counts ? movedCounts(context, view, stretches, counts, byUser) : [],
        ])
        sums.move(times)
        sums.move(counted)
      },
    }),
    events: (sums, events) => sums.addEvents(events),
  })
  return found.all()
}

/** Adds up what is folded by the caller, of whatever rule, to the ms: the same sums. */
export function sumsOfEvents<Of extends Reading, By extends Dimension>(
  question: SumsQuestion<Of, By>,
): { add(events: readonly FoldEvent[]): void; all(): Sum<Of, By>[] } {
  const exact = { ...question, receivedUntil: question.period.to }
  const found = new Sums(question, divided(exact))
  return { add: (events) => found.addEvents(events), all: () => found.all() }
}

/** Where a question sets no limit: more sums than any has. */
const anyNumber = 4_000_000_000

/** How many sums the rows of whole minutes have, counted in the engine up to `most`: enough to refuse a file. */
export async function countSums<Of extends Reading, By extends Dimension>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: SumsQuestion<Of, By> & { readonly most: number },
): Promise<number> {
  const { name, most, limits = bulkLimits } = question
  const division = divided(question)
  const counted = await readWindow(telemetry, scope, question, {
    named: false,
    begin: () => ({ sums: 0 }),
    rows: async (counted, stretches, view) => {
      const { sql, params } = statement(question, division, stretches, view)
      const countSql = `SELECT toUInt32(count()) AS sums FROM (${sql})` as const
      const columns = { sums: 'UInt32' } as const
      const query = { name, sql: countSql, columns, limits, params: { ...params, most } }
      await selectRows(telemetry.context, query, ([row]) => {
        counted.sums = row?.sums ?? 0
      })
    },
    events: () => {},
  })
  return counted.sums
}

/** What a question is divided by. Rows are whole minutes, on which a plan lies; what labels and modes decide is read once more, and moved. */
type Division = {
  readonly places: SpanPlaces
  readonly moves: SpanPlaces | null
  /** Where counts of standing machines belong; null where that is where all else does, or the question does not know how machines stood. */
  readonly counts: CountPlaces | null
  /** Parts are long enough that hours are worth reading. */
  readonly byHours: boolean
  readonly byUser: boolean
}

type AnyQuestion = SumsQuestion<Reading, Dimension>

function divided({ machineIds, period, by, receivedUntil, ...question }: AnyQuestion): Division {
  const { starts = [minuteOf(period.from.getTime())], spans = noSpans } = question
  const exact = new SpanPlaces(starts, spans, machineIds)
  const moves = exact.isMoved && receivedUntil === undefined ? exact : null
  const plain = exact.isMoved ? new SpanPlaces(starts, plannedAlone(spans), machineIds) : exact
  const knowsHow = question.numbers === 'contexts' && by.includes('category')
  const counts =
    exact.isMoved && knowsHow ? new CountPlaces(plain, exact, period.from.getTime()) : null
  const byUser = by.includes('user')
  const byHours = !byUser && hoursPay(starts)
  return { places: moves ? plain : exact, moves, counts, byUser, byHours }
}

const noSpans: UnplannedSpans = new Map()

/** Only then alarms are read, and later records may change the answer. */
const isNamed = ({ by, filter }: AnyQuestion) =>
  by.includes('causeGroup') || by.includes('cause') || filter?.causeGroup !== undefined

function statement(
  { numbers, by, filter = {} }: AnyQuestion,
  { places, byHours }: Division,
  stretches: readonly MachineStretch[],
  view: LedgerView,
  addedHours: readonly MachineRange[] | null = null,
) {
  const hours = byHours ? view.hours : noHours
  const cuts = addedHours === null ? places.edges : cutsLeft(places, stretches, addedHours)
  const { tables, ...steps } = rowSteps(stretches, hours, cuts, addedHours ?? [])
  const { sql, columns } = readings[numbers]
  const lists = { ...filterLists(filter), by, externalStates }
  return { sql: sql[tables], columns, params: { ...steps, ...places.params(stretches), ...lists } }
}

/** Hours may have become current since the others were added. */
function cutsLeft(
  places: SpanPlaces,
  stretches: readonly MachineStretch[],
  addedHours: readonly MachineRange[],
): number[] {
  const added = new Set(addedHours.map(({ machineId, from }) => `${machineId} ${from}`))
  return stretches.flatMap(({ machineId, from, to }) =>
    places
      .edgesOf(machineId)
      .filter((edge) => edge > from && edge < (to ?? edge + 1))
      .filter((edge) => !added.has(`${machineId} ${hourOf(edge)}`)),
  )
}

/** What the question adds up, and divides by, is in it, and nothing else. */
type Total = Dimensions & OpenSums
type Group = Pick<Place, 'part' | 'mark'> & { readonly total: Total }
/** Time that did not run, and what was counted in it. */
type StoodTime = Pick<CachedContext, 'ms' | Exclude<Dimension, keyof Owner>> &
  Partial<Pick<CachedContext, 'packs' | 'rejects'>> &
  Owner

/** The sums of a window while they are added up. */
class Sums {
  readonly #question: AnyQuestion
  readonly #division: Division
  readonly #dimensions: readonly DimensionRow<string | number>[]
  readonly #measures: readonly MeasureRow[]
  readonly #spare: readonly SpareField[]
  readonly #nothing: Record<string, unknown>
  /** How each column of a row is read. */
  readonly #readers: readonly { readonly column: string; read(cell: Cell): string | number }[]
  readonly #adders: readonly { readonly column: string; readonly add: MeasureRow['addCell'] }[]
  /** By the key of the place, then by the values. */
  readonly #groups = new Map<string, Map<string | number, Group>>()
  #size = 0

  constructor(question: AnyQuestion, division: Division) {
    this.#question = question
    this.#division = division
    this.#dimensions = question.by.map((name) => dimensions[name])
    const { by, filter = {} } = question
    this.#spare = spareFields.filter(
      (name) => !by.includes(name) && (name === 'cause' || filter[name] === undefined),
    )
    this.#measures = readings[question.numbers].numbers.map((name) => measures[name])
    this.#readers = question.by.map((name) => ({
      column: `by_${name}`,
      read: dimensions[name].read,
    }))
    this.#adders = this.#measures.map(({ name, addCell }) => ({
      ...{ column: `sum_${name}`, add: addCell },
    }))
    // With the names of the dimensions, so that a group only fills in what is there.
    this.#nothing = Object.fromEntries([
      ...question.by.map((name) => [name, '']),
      ...this.#measures.map(({ name, none }) => [name, none]),
    ])
  }

  addRows(rows: readonly RowOf<Columns>[]): void {
    for (const row of rows) {
      const place = this.#division.places.ofRow(Number(row.place))
      const values = this.#readers.map(({ column, read }) => read(row[column] ?? null))
      const total = this.#totalOf(place, values)
      for (const { column, add } of this.#adders) add(total, row[column] ?? null)
    }
    this.#check()
  }

  addCached({ machineId, from, to }: CachedStretch, pieces: CachedSums): void {
    const { places } = this.#division
    const { partMs } = this.#question
    const owner = { machineId, user: '' }
    if (partMs !== undefined) {
      for (const { start, ms, sum, min, max } of pieces.speeds(from, to, partMs)) {
        const piece = { ...nothing, speedMs: ms, speedSum: sum, speedMin: min, speedMax: max }
        this.#add(places.placeAt(machineId, start), piece, owner)
      }
      return
    }
    for (const [first, last] of partsOf(places.edgesOf(machineId), from, to)) {
      const place = places.placeAt(machineId, first)
      for (const piece of pieces.contexts(first, last, this.#spare)) this.#add(place, piece, owner)
    }
    this.#check()
  }

  /** Of time in one place, by the place of its beginning. */
  addContexts({ machineId, from }: MachineRange, contexts: readonly CachedContext[]): void {
    const place = this.#division.places.placeAt(machineId, from)
    for (const context of contexts) this.#add(place, context, { machineId, user: '' })
  }

  addEvents(events: readonly FoldEvent[]): void {
    const { places, moves, counts } = this.#division
    for (const event of events) {
      const { machineId, from, to, ms, category } = event
      // Packs belong to the part of the later sample, which is where they were counted.
      if (ms === 0) {
        const judges = counts !== null && isStandingCount(event) ? counts : places
        this.#add(judges.placeAt(machineId, to), pieceOf(event), event)
      } else {
        for (const part of places.piecesOf(machineId, from, to)) {
          this.#add(part.place, pieceOf(partOf(event, part)), event)
        }
      }
      if (moves === null || ms === 0 || category === 'run') continue
      for (const part of moves.piecesOf(machineId, from, to)) {
        const time = { ...partOf(event, part), packs: 0n, rejects: null }
        if (isMoved(part.place)) this.#move(from, part.place, time)
      }
    }
  }

  /** What labels and modes decide in whole minutes. */
  move(times: readonly MovedTime[]): void {
    for (const time of times) this.#move(time.at, time.place, { user: '', ...time })
    this.#check()
  }

  /** Takes time, or what was counted, from where the plan has it, at an instant, to where it belongs. */
  #move(at: number, place: Place, time: StoodTime): void {
    const { machineId, state, category, product, tool, causeGroup, cause, ms } = time
    const { packs = 0n, rejects = null } = time
    const context = { ...nothing, state, category, product, tool, causeGroup, cause }
    const less = { ms: -ms, packs: -packs, rejects: rejects === null ? null : -rejects }
    this.#add(this.#division.places.placeAt(machineId, at), { ...context, ...less }, time)
    this.#add(place, { ...context, ms, packs, rejects }, time)
  }

  /** What the filter leaves out, and what says nothing, is passed over; also what lies before the first part. */
  #add(place: Place | undefined, piece: CachedContext, owner: Owner): void {
    const { numbers, filter = {} } = this.#question
    if (place === undefined || !matches(filter, piece) || !readings[numbers].keeps(piece)) return
    const values = this.#dimensions.map(({ of }) => of(piece, owner))
    const total = this.#totalOf(place, values)
    for (const { addPiece } of this.#measures) addPiece(total, piece)
  }

  #totalOf(place: Place, values: readonly (string | number)[]): Total {
    const ofPlace = this.#groups.get(place.key) ?? new Map<string | number, Group>()
    const [only = ''] = values
    // A text for each of many groups costs more than to add them up.
    const key = values.length === 1 ? only : values.join('\u0000')
    const known = ofPlace.get(key)
    if (known !== undefined) return known.total
    if (ofPlace.size === 0) this.#groups.set(place.key, ofPlace)
    const fields = { ...this.#nothing }
    const { by } = this.#question
    for (let index = 0; index < by.length; index++) fields[by[index] ?? ''] = values[index]
    const total = fields as Total
    ofPlace.set(key, { part: place.part, mark: place.mark, total })
    this.#size++
    return total
  }

  #check(): void {
    checkRows(this.#size, this.#question.most ?? anyNumber)
  }

  /** What was moved as a whole leaves nothing, unless stops began in it. */
  all(): Group[] {
    this.#check()
    const rows = this.#measures
    const isNothing = ({ total }: Group) => rows.every(({ name, none }) => total[name] === none)
    return [...this.#groups.values()]
      .flatMap((ofPlace) => [...ofPlace.values()])
      .filter((group) => rows.length === 0 || !isNothing(group))
  }
}

const spareFields = ['product', 'tool', 'causeGroup', 'cause'] as const

const nothing = {
  state: 0,
  category: 'unknown',
  product: '',
  tool: '',
  causeGroup: '',
  cause: '',
  ms: 0,
  packs: 0n,
  rejects: null,
  speedMs: 0,
  speedSum: 0n,
  speedMin: null,
  speedMax: null,
  samples: 0,
  stops: 0,
} as const satisfies CachedContext
