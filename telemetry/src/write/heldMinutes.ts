import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { MachineTime } from './sortOut.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const minutesOfDay = dayMs / minuteMs
/** Days of machines that are remembered, at 1.5 KB each. */
const daysRemembered = 4_000
/** The engine takes form fields of up to 128 KB; this many numbers of 10 digits stay well below. */
const daysQueriedAtOnce = 5_000

/** The three tables of records; which minutes of which days each of them holds records of. */
const questions = {
  /** A flagged sample lies at its time of receipt, which is up to a day before its source time (D9). */
  sample: `
    SELECT DISTINCT machine_id AS machineId, toUInt32(intDiv(toUnixTimestamp64Milli(source_at), 60000)) AS minute
    FROM sample
    WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
      AND at >= {from:DateTime64(3,'UTC')} - INTERVAL 1 DAY AND at < {to:DateTime64(3,'UTC')}
      AND (machine_id, toUInt32(intDiv(toUnixTimestamp64Milli(source_at), 86400000))) IN (
        SELECT day.1, day.2 FROM (SELECT arrayJoin(arrayZip({machines:Array(UInt32)}, {days:Array(UInt32)})) AS day)
      )`,
  alarm: `
    SELECT DISTINCT machine_id AS machineId, toUInt32(intDiv(toUnixTimestamp64Milli(raised_at), 60000)) AS minute
    FROM alarm
    WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
      AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
      AND (machine_id, toUInt32(intDiv(toUnixTimestamp64Milli(raised_at), 86400000))) IN (
        SELECT day.1, day.2 FROM (SELECT arrayJoin(arrayZip({machines:Array(UInt32)}, {days:Array(UInt32)})) AS day)
      )`,
  audit: `
    SELECT DISTINCT machine_id AS machineId, toUInt32(intDiv(toUnixTimestamp64Milli(at), 60000)) AS minute
    FROM audit
    WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
      AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
      AND (machine_id, toUInt32(intDiv(toUnixTimestamp64Milli(at), 86400000))) IN (
        SELECT day.1, day.2 FROM (SELECT arrayJoin(arrayZip({machines:Array(UInt32)}, {days:Array(UInt32)})) AS day)
      )`,
} as const

type MinuteOf = Pick<MachineTime, 'machineId' | 'time'>
type Day = { readonly clientId: number; readonly machineId: number; readonly day: number }

/**
 * The minutes of each machine in which a table holds records, as far as they were queried. History, and what a
 * machine buffered while its line was cut, falls into minutes that hold nothing: such a record cannot be a repeat.
 */
export class HeldMinutes {
  readonly #context: TelemetryContext
  readonly #table: keyof typeof questions
  readonly #days = new Map<number, Uint8Array>()

  constructor(context: TelemetryContext, table: keyof typeof questions) {
    this.#context = context
    this.#table = table
  }

  /** Queries the store about the days of these records that are not known yet. */
  async learn(times: readonly MachineTime[]): Promise<void> {
    if (this.#days.size > daysRemembered) this.forget()
    const unknown = new Map<number, Day>()
    for (const { clientId, machineId, time } of times) {
      const day = Math.floor(time / dayMs)
      const key = keyOf(machineId, day)
      if (!this.#days.has(key)) unknown.set(key, { clientId, machineId, day })
    }
    const days = [...unknown.values()].sort((a, b) => a.day - b.day)
    for (let i = 0; i < days.length; i += daysQueriedAtOnce) {
      await this.#ask(days.slice(i, i + daysQueriedAtOnce))
    }
  }

  /** Whether the store may hold a record of this machine and minute; a day that was not queried may hold anything. */
  mayHold({ machineId, time }: MinuteOf): boolean {
    const minutes = this.#days.get(keyOf(machineId, Math.floor(time / dayMs)))
    return minutes === undefined || minutes[Math.floor(time / minuteMs) % minutesOfDay] !== 0
  }

  /** Whether the store holds nothing of a machine's day; a day that was not queried may hold anything. */
  isEmptyDay(machineId: number, day: number): boolean {
    return this.#days.get(keyOf(machineId, day))?.includes(1) === false
  }

  /** These records are being stored. */
  add({ machineId, time }: MinuteOf): void {
    const minutes = this.#days.get(keyOf(machineId, Math.floor(time / dayMs)))
    if (minutes !== undefined) minutes[Math.floor(time / minuteMs) % minutesOfDay] = 1
  }

  /** Nothing is certain any more: a write may or may not have been done. */
  forget(): void {
    this.#days.clear()
  }

  async #ask(days: readonly Day[]): Promise<void> {
    const found = new Map(
      days.map(({ machineId, day }) => [keyOf(machineId, day), new Uint8Array(minutesOfDay)]),
    )
    await selectRows(
      this.#context,
      {
        name: `write.heldMinutes.${this.#table}`,
        sql: questions[this.#table],
        params: {
          clients: [...new Set(days.map(({ clientId }) => clientId))],
          machines: days.map(({ machineId }) => machineId),
          days: days.map(({ day }) => day),
          from: new Date((days[0]?.day ?? 0) * dayMs),
          to: new Date(((days.at(-1)?.day ?? 0) + 1) * dayMs),
        },
        columns: { machineId: 'UInt32', minute: 'UInt32' },
      },
      (rows) => {
        for (const { machineId, minute } of rows) {
          const held = found.get(keyOf(machineId, Math.floor(minute / minutesOfDay)))
          if (held !== undefined) held[minute % minutesOfDay] = 1
        }
      },
    )
    for (const [key, minutes] of found) this.#days.set(key, minutes)
  }
}

/** More days than any retention. */
const daysEver = 1e6
const keyOf = (machineId: number, day: number) => machineId * daysEver + day
