import { simulateLine } from './line/simulateLine.ts'
import { countersOf, type DayCounters, firstRegisters, type Registers } from './machine/counters.ts'
import type { MachineDay } from './machine/machineDay.ts'
import type { Plant, PlantLine } from './plantLayout.ts'
import { addDays, productionDay, productionDayAt } from './shift/shifts.ts'

export type CountedDay = { readonly day: MachineDay; readonly counters: DayCounters }

/** Where the counters of a line stood when a production day began. */
export type Checkpoint = { readonly day: string; readonly registers: readonly Registers[] }

/**
 * The days of one line, with their counters. What happens on a day stands alone; where its counters begin comes from
 * the days before, so those are played once, from the last checkpoint on.
 */
export class LineCalendar {
  readonly line: PlantLine
  readonly #seed: string
  readonly #isLive: (client: string, day: string) => boolean
  readonly #starts = new Map<string, readonly Registers[]>()
  #lastKnown: string

  constructor(
    line: PlantLine,
    options: {
      seed: string
      /** The first day of the plant's history. */
      firstDay: string
      checkpoint?: Checkpoint | undefined
      isLive: (client: string, day: string) => boolean
    },
  ) {
    this.line = line
    this.#seed = options.seed
    this.#isLive = options.isLive
    const start = options.checkpoint ?? {
      day: options.firstDay,
      registers: line.machines.map(firstRegisters),
    }
    this.#starts.set(start.day, start.registers)
    this.#lastKnown = start.day
  }

  day(day: string): CountedDay[] {
    const known = this.#starts.get(day)
    if (known) return this.#play(day, known)
    if (day < this.#lastKnown)
      throw new Error(`${this.line.name}: ${day} lies before the checkpoint.`)
    while (this.#lastKnown < day)
      this.#play(this.#lastKnown, this.#starts.get(this.#lastKnown) ?? [])
    return this.day(day)
  }

  checkpoint(day: string): Checkpoint {
    if (!this.#starts.has(day)) this.day(day)
    return { day, registers: this.#starts.get(day) ?? [] }
  }

  #play(day: string, registers: readonly Registers[]): CountedDay[] {
    const line = this.line
    const seed = this.#seed
    const live = this.#isLive(line.client, day)
    const days = simulateLine(line, productionDay(line.zone, day), { seed, live })
    const counted = days.map((machineDay, index) => ({
      day: machineDay,
      counters: countersOf(machineDay, registers[index] ?? firstRegisters(machineDay.machine)),
    }))
    const next = addDays(day, 1)
    this.#starts.set(
      next,
      counted.map(({ counters }) => counters.end),
    )
    if (next > this.#lastKnown) this.#lastKnown = next
    return counted
  }
}

/** The calendars of a plant, by `client line`. Each starts at its checkpoint when it has one that can be used. */
export function calendarsOf(
  plant: Plant,
  options: {
    seed: string
    historyFrom: number
    checkpoint?: (line: PlantLine) => Checkpoint | undefined
    isLive: (client: string, day: string) => boolean
  },
): Map<string, LineCalendar> {
  return new Map(
    plant.clients.flatMap((client) =>
      client.lines.map((line) => {
        const calendar = new LineCalendar(line, {
          seed: options.seed,
          firstDay: productionDayAt(line.zone, options.historyFrom).day,
          checkpoint: options.checkpoint?.(line),
          isLive: options.isLive,
        })
        return [calendarKey(line), calendar] as const
      }),
    ),
  )
}

export function calendarKey({ client, name }: PlantLine): string {
  return `${client} ${name}`
}
