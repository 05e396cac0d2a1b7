import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { dayMs, minuteMs } from '../ledger/fold/minute.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import type { MachineTime } from './sortOut.ts'

const minutesOfDay = dayMs / minuteMs
/** Days of machines that are cached, at 3 KB each. */
const daysCached = 4_000
/** The engine takes form fields of up to 128 KB; this many numbers of 10 digits stay well below. */
const daysQueriedAtOnce = 5_000

/** A day of UTC of a machine, by its number since 1970. */
export type MachineDay = MachinePlace & { readonly day: number }

/** More days than any retention. */
const daysEver = 1e6
export const dayKey = (machineId: number, day: number) => machineId * daysEver + day

/** Queries days of machines, the oldest first, in pieces that fit into one query. */
export async function queryDays(
  days: readonly MachineDay[],
  query: (lists: DayLists, piece: readonly MachineDay[]) => Promise<void>,
): Promise<void> {
  const sorted = days.toSorted((a, b) => a.day - b.day)
  for (let i = 0; i < sorted.length; i += daysQueriedAtOnce) {
    const piece = sorted.slice(i, i + daysQueriedAtOnce)
    await query(dayLists(piece), piece)
  }
}

/** Days as the parameters of a query. */
export type DayLists = ReturnType<typeof dayLists>
const dayLists = (days: readonly MachineDay[]) => ({
  clients: [...new Set(days.map(({ clientId }) => clientId))],
  machines: days.map(({ machineId }) => machineId),
  days: days.map(({ day }) => day),
  from: new Date((days[0]?.day ?? 0) * dayMs),
  to: new Date(((days.at(-1)?.day ?? 0) + 1) * dayMs),
})

/** The tables of records: where a record lies, its own time, and how much later than where it lies that may be. */
const tables = {
  /** A flagged sample lies at its time of receipt, which is up to a day before its source time (D9). */
  sample: { at: 'at', time: 'source_at', aheadMs: dayMs },
  alarm: { at: 'raised_at', time: 'raised_at', aheadMs: 0 },
  audit: { at: 'at', time: 'at', aheadMs: 0 },
} as const

/** The newest time that a table holds of each minute of some days. */
const sql = `
  SELECT machine_id AS machineId, max({time:Identifier}) AS newest
  FROM {table:Identifier}
  WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
    AND {at:Identifier} >= {from:DateTime64(3,'UTC')} AND {at:Identifier} < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp64Milli({time:Identifier}), 86400000))) IN (
      SELECT day.1, day.2 FROM (SELECT arrayJoin(arrayZip({machines:Array(UInt32)}, {days:Array(UInt32)})) AS day)
    )
  GROUP BY machine_id, intDiv(toUnixTimestamp64Milli({time:Identifier}), 60000)
`

type TimeOf = Pick<MachineTime, 'machineId' | 'time'>

/**
 * The newest time that a table holds of each minute of a machine, as far as it was queried. History, and what a machine
 * buffered while its line was cut, falls into minutes that hold nothing, or comes after what they hold: such a record
 * cannot be a repeat, and the store is not queried for it, however few records come at once.
 */
export class CachedTimes {
  readonly #context: TelemetryContext
  readonly #table: keyof typeof tables
  /** Of each minute of a day the newest time, in ms since the minute began, plus one; 0 where nothing is held. */
  readonly #days = new Map<number, Uint16Array>()

  constructor(context: TelemetryContext, table: keyof typeof tables) {
    this.#context = context
    this.#table = table
  }

  /** Queries the store about the days of these records that are not known yet. */
  async learn(times: readonly MachineTime[]): Promise<void> {
    if (this.#days.size > daysCached) this.forget()
    const unknown = new Map<number, MachineDay>()
    for (const { clientId, machineId, time } of times) {
      const day = Math.floor(time / dayMs)
      const key = dayKey(machineId, day)
      if (!this.#days.has(key)) unknown.set(key, { clientId, machineId, day })
    }
    await queryDays([...unknown.values()], (lists, days) => this.#query(lists, days))
  }

  /** Whether the store may hold a record of this machine and time; a day that was not queried may hold anything. */
  mayHold({ machineId, time }: TimeOf): boolean {
    const minutes = this.#days.get(dayKey(machineId, Math.floor(time / dayMs)))
    return minutes === undefined || (minutes[minuteOfDay(time)] ?? 0) >= placeInMinute(time)
  }

  /** Whether the store holds nothing of a machine's day; a day that was not queried may hold anything. */
  isEmptyDay(machineId: number, day: number): boolean {
    return this.#days.get(dayKey(machineId, day))?.every((newest) => newest === 0) === true
  }

  /** These records are being stored. */
  add({ machineId, time }: TimeOf): void {
    const minutes = this.#days.get(dayKey(machineId, Math.floor(time / dayMs)))
    if (minutes !== undefined) raise(minutes, time)
  }

  /** Nothing is certain any more: a write may or may not have been done. */
  forget(): void {
    this.#days.clear()
  }

  async #query(lists: DayLists, days: readonly MachineDay[]): Promise<void> {
    const { at, time, aheadMs } = tables[this.#table]
    const found = new Map(
      days.map(({ machineId, day }) => [dayKey(machineId, day), new Uint16Array(minutesOfDay)]),
    )
    await selectRows(
      this.#context,
      {
        name: `write.cachedTimes.${this.#table}`,
        sql,
        params: {
          ...lists,
          ...{ table: this.#table, at, time },
          from: new Date(lists.from.getTime() - aheadMs),
        },
        columns: { machineId: 'UInt32', newest: 'DateTime64' },
      },
      (rows) => {
        for (const { machineId, newest } of rows) {
          const minutes = found.get(dayKey(machineId, Math.floor(newest / dayMs)))
          if (minutes !== undefined) raise(minutes, newest)
        }
      },
    )
    for (const [key, minutes] of found) this.#days.set(key, minutes)
  }
}

const minuteOfDay = (time: number) => Math.floor(time / minuteMs) % minutesOfDay
const placeInMinute = (time: number) => (time % minuteMs) + 1

function raise(minutes: Uint16Array, time: number): void {
  const minute = minuteOfDay(time)
  minutes[minute] = Math.max(minutes[minute] ?? 0, placeInMinute(time))
}
