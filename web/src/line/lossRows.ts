import type { LineLossesWire } from '@packboard/contract'
import { addParts, grouped, msOf, noParts, type StopParts, stopMs } from './attributed.ts'

/** What the rows are made of: root machines with their causes, or causes of all machines. */
export type LossBy = 'root' | 'cause'
/** Whose stop time counts: of the machines of the key station, or of all machines of the line. */
export type LossOf = 'key' | 'all'

export type LossRow = {
  readonly key: string
  /** null: outside the line; undefined: not of one machine. */
  readonly machineId: string | null | undefined
  /** Alarm group and text of a cause; null in a row of a whole machine. */
  readonly cause: { readonly group: string; readonly cause: string } | null
  /** Why it is not decided; null in other rows. */
  readonly why: LineLossesWire['withheld'][number]['why'] | null
  readonly parts: StopParts
  readonly stops: number | null
  readonly lostPacks: number | null
  /** Percent of all rows. */
  readonly share: number
  readonly cumulative: number
  /** 0 to 1 of the longest row. */
  readonly bar: number
  readonly causes: readonly LossRow[]
}

export type LossTable = {
  readonly rows: readonly LossRow[]
  readonly sum: StopParts
  readonly stops: number | null
  readonly lostPacks: number | null
  /** What the rows leave of the stop time of the answer, ms: 0, or no parts are shown. */
  readonly leftOver: number
}

type Cells = Omit<LossRow, 'share' | 'cumulative' | 'bar' | 'causes'>

const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)

const together = (all: Cells, one: Cells): Cells => ({
  ...all,
  parts: addParts(all.parts, one.parts),
  stops: plus(all.stops, one.stops),
  lostPacks: plus(all.lostPacks, one.lostPacks),
})

/** The rows of an answer, longest first, with the undecided time as one of them. */
export function lossTable(
  answer: LineLossesWire,
  by: LossBy,
  of: LossOf,
  /** The machines of the key station. */
  key: ReadonlySet<string>,
): LossTable {
  const decided = answer.rows.map((row): Cells => {
    const { machineId, group, cause } = row
    const isKey = machineId !== null && key.has(machineId)
    const keyMs = msOf(row.keySeconds)
    const ofKey = { ...noParts, [isKey ? 'own' : 'inherited']: keyMs }
    const ofAll = { own: msOf(row.ownSeconds), inherited: msOf(row.inheritedSeconds), withheld: 0 }
    return {
      ...{ key: JSON.stringify([machineId, group, cause]), machineId, cause: { group, cause } },
      ...{ why: null, parts: of === 'key' ? ofKey : ofAll, lostPacks: row.lostPacks },
      stops: of === 'key' ? (row.keyStops ?? null) : row.stops,
    }
  })
  const open = answer.withheld.map(
    (row): Cells => ({
      ...{ key: row.why, machineId: undefined, cause: null, why: row.why },
      parts: { ...noParts, withheld: msOf(of === 'key' ? row.keySeconds : row.seconds) },
      stops: of === 'key' ? (row.keyStops ?? null) : row.stops,
      lostPacks: row.lostPacks ?? null,
    }),
  )
  const groups = [
    ...grouped<Cells, unknown>(decided.filter(isLong), by === 'root' ? rootOf : causeOf).values(),
    open.filter(isLong),
  ].filter((group) => group.length > 0)
  const cells = groups.map((group) => ({ whole: wholeOf(group, by), group }))
  const all = cells.map(({ whole }) => whole)
  const sum = all.reduce((parts, row) => addParts(parts, row.parts), noParts)
  const whole = stopMs(sum)
  const longest = Math.max(0, ...all.map(({ parts }) => stopMs(parts)))
  let before = 0
  const rows = cells
    .toSorted((a, b) => stopMs(b.whole.parts) - stopMs(a.whole.parts))
    .map(({ whole: row, group }): LossRow => {
      before += stopMs(row.parts)
      return {
        ...measured(row, before, whole, longest),
        causes:
          by === 'cause'
            ? []
            : group
                .toSorted((a, b) => stopMs(b.parts) - stopMs(a.parts))
                .map((one) => ({ ...measured(one, 0, whole, longest), causes: [] })),
      }
    })
  const counted = all.reduce((sums, row) => together(sums, row), {
    ...{ key: '', machineId: undefined, cause: null, why: null },
    ...{ parts: noParts, stops: 0, lostPacks: 0 },
  } as Cells)
  return {
    ...{ rows, sum, stops: counted.stops, lostPacks: counted.lostPacks },
    leftOver: leftOver(answer),
  }
}

/** The machines that the line is counted at, at the end of the window. */
export const keyMachines = ({ bottleneck }: LineLossesWire): readonly string[] =>
  bottleneck.find(({ key }) => key)?.machines ?? []

const isLong = ({ parts }: Cells) => stopMs(parts) > 0
const rootOf = ({ machineId }: Cells) => machineId
const causeOf = ({ cause }: Cells) => JSON.stringify(cause)

function wholeOf(group: readonly Cells[], by: LossBy): Cells {
  const [first, ...others] = group
  if (first === undefined) throw new Error('a group of rows is never empty')
  const sum = others.reduce(together, first)
  const isOpen = first.why !== null
  return {
    ...sum,
    key: isOpen ? 'withheld' : by === 'root' ? JSON.stringify([first.machineId]) : first.key,
    machineId: by === 'root' && !isOpen ? first.machineId : undefined,
    cause: by === 'root' ? null : first.cause,
    why: isOpen ? first.why : null,
  }
}

const measured = (row: Cells, before: number, whole: number, longest: number) => ({
  ...row,
  share: whole > 0 ? (100 * stopMs(row.parts)) / whole : 0,
  cumulative: whole > 0 ? (100 * before) / whole : 0,
  bar: longest > 0 ? stopMs(row.parts) / longest : 0,
})

/** Stop seconds less their three parts and less the rows, of all machines; ms. */
function leftOver(answer: LineLossesWire): number {
  const { stopSeconds, ownSeconds, inheritedSeconds, withheldSeconds } = answer
  const parts = msOf(ownSeconds) + msOf(inheritedSeconds) + msOf(withheldSeconds)
  const rows =
    answer.rows.reduce((sum, row) => sum + msOf(row.ownSeconds) + msOf(row.inheritedSeconds), 0) +
    answer.withheld.reduce((sum, { seconds }) => sum + msOf(seconds), 0)
  const whole = msOf(stopSeconds)
  return Math.max(Math.abs(whole - parts), Math.abs(whole - rows))
}
