import { hourMs, hourOf } from '../ledger/fold/minute.ts'
import type { CurrentHours } from '../ledger/hourBook.ts'
import type { MachineRange } from '../ledger/pieceGrain.ts'
import { type MachineStretch, minuteInStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'

/** Fewer hours than this are read as minutes: a second table costs the engine more than they save. */
export const leastHours = 6
/** Reads a window by its minutes alone. */
export const noHours: Pick<CurrentHours, 'current'> = { current: () => null }
/** Parts shorter than this, that begin at no whole hours, would have most hours cut. */
const leastCutMs = 4 * hourMs

/** Whether the parts that begin here are long enough that hour rows are worth reading. */
export function hoursPay(starts: readonly number[]): boolean {
  const [first = 0, ...later] = starts
  if (later.every((start) => start % hourMs === 0)) return true
  return ((starts.at(-1) ?? 0) - first) / later.length >= leastCutMs
}

/** Machines whose hours end this close to those of the others are read with them. */
const closeMs = 6 * hourMs

/**
 * How sums of a window are read: whole hours of UTC from the hour rows, the ragged ends from the minutes. The one place that decides
 * it. `cuts`: instants that divide the sums; an hour with one inside is read as minutes, so that days of zones of 30 and 45
 * minutes are exact. `added`: hours of machines that are left out, because they were added up already.
 */
export function rowSteps(
  stretches: readonly MachineStretch[],
  hours: Pick<CurrentHours, 'current'>,
  cuts: readonly number[] = [],
  added: readonly MachineRange[] = [],
) {
  const coarse = stretches.map(({ machineId, from, to }) => {
    const range = to === null ? null : hours.current(machineId, from, to)
    return range && range.to - range.from >= leastHours * hourMs ? range : null
  })
  const ranges = coarse.filter((range) => range !== null)
  const least = (pick: (range: TimeRange) => number) => Math.min(...ranges.map(pick))
  const most = (pick: (range: TimeRange) => number) => Math.max(...ranges.map(pick))
  const first = least(({ from }) => from)
  const last = most(({ to }) => to)
  // One machine that is far behind must not make the engine look through the minutes of all others.
  const near = ranges.filter(({ from, to }) => from <= first + closeMs && to >= last - closeMs)
  const apart = stretches.filter((_, i) => {
    const range = coarse[i]
    return !range || !near.includes(range)
  })
  const cutHours = cuts.filter((cut) => cut % hourMs !== 0).map((cut) => hourOf(cut) / 1_000)
  const isCut = ({ from, to }: TimeRange) =>
    cutHours.some((hour) => hour * 1_000 >= from && hour * 1_000 < to)
  const whole = stretches.every(({ from, to }, i) => {
    const range = coarse[i]
    return range && range.from === from && range.to === to && !isCut(range)
  })
  const tables: Tables = whole ? 'hours' : ranges.length > 0 ? 'both' : 'minutes'
  return {
    /** Which of the texts reads these rows: each table costs the engine some 15 ms before it has read a row. */
    tables,
    ...stretchLists(stretches),
    hourStarts: coarse.map((range) => BigInt(range?.from ?? 0)),
    hourEnds: coarse.map((range) => BigInt(range?.to ?? 0)),
    hoursFrom: new Date(ranges.length > 0 ? first : 0),
    hoursTo: new Date(ranges.length > 0 ? last : 0),
    apart: apart.map(({ machineId }) => machineId),
    headTo: new Date(Math.max(0, ...near.map(({ from }) => from))),
    tailFrom: new Date(near.length > 0 ? Math.min(...near.map(({ to }) => to)) : 0),
    cutHours: [...new Set(cutHours)],
    added: added.map(({ machineId, from }) => BigInt(machineId) * hourKeys + BigInt(from / 1_000)),
  }
}

/** Seconds since 1970 fit below it until 2106. */
const hourKeys = 4_294_967_296n

const hourRows = `
    SELECT machine_id, toUnixTimestamp(hour) AS at, state, category, product, tool, cause_group, cause, '' AS user,
      ms, packs, rejects, speed_ms, speed_sum, speed_min, speed_max, samples, stops
    FROM hour_ledger FINAL
    WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND hour >= {hoursFrom:DateTime64(3,'UTC')} AND hour < {hoursTo:DateTime64(3,'UTC')}
      AND toUnixTimestamp(hour) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {hourStarts:Array(Int64)}, toInt64(0))
      AND toUnixTimestamp(hour) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {hourEnds:Array(Int64)}, toInt64(0))
      AND toUnixTimestamp(hour) NOT IN {cutHours:Array(UInt32)}
      AND toUInt64(machine_id) * 4294967296 + toUnixTimestamp(hour) NOT IN {added:Array(UInt64)}` as const

const minuteRows = `
    SELECT machine_id, toUnixTimestamp(minute) AS at, pieces.state AS state, pieces.category AS category,
      pieces.product AS product, pieces.tool AS tool, pieces.cause_group AS cause_group, pieces.cause AS cause,
      pieces.user AS user,
      pieces.ms AS ms, pieces.packs AS packs, pieces.rejects AS rejects, (pieces.ms - pieces.speedless_ms) AS speed_ms,
      pieces.speed_sum AS speed_sum, pieces.speed_min AS speed_min, pieces.speed_max AS speed_max,
      pieces.samples AS samples, pieces.stops AS stops
    FROM minute_ledger FINAL
    ARRAY JOIN pieces
    PREWHERE ${minuteInStretch}
      AND (minute < {headTo:DateTime64(3,'UTC')} OR minute >= {tailFrom:DateTime64(3,'UTC')}
        OR minute IN (SELECT toDateTime(arrayJoin({cutHours:Array(UInt32)}) + 60 * arrayJoin(range(60)), 'UTC'))
        OR machine_id IN {apart:Array(UInt32)})
      AND (toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {hourStarts:Array(Int64)}, toInt64(0))
        OR toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {hourEnds:Array(Int64)}, toInt64(0))
        OR toUnixTimestamp(toStartOfHour(minute)) IN {cutHours:Array(UInt32)})
      AND toUInt64(machine_id) * 4294967296 + toUnixTimestamp(toStartOfHour(minute)) NOT IN {added:Array(UInt64)}` as const

/**
 * The rows of a window as `rowSteps` has decided; every condition is one on the key, which PREWHERE may look at before rows are
 * replaced. `at` is their hour or minute in seconds since 1970.
 */
export const fromHours = `FROM (${hourRows})` as const
export const fromMinutes = `FROM (${minuteRows})` as const
export const fromBoth = `FROM (${hourRows} UNION ALL ${minuteRows})` as const

/** The tables that a window needs. */
type Tables = 'hours' | 'minutes' | 'both'
