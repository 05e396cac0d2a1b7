import { badDay, type Delivery, noFaults, noListeners, sendDay } from '../src/faults/sendDay.ts'
import { simulateLine } from '../src/line/simulateLine.ts'
import { countersOf, firstRegisters } from '../src/machine/counters.ts'
import type { MachineDay } from '../src/machine/machineDay.ts'
import { historyCadence } from '../src/machine/readings.ts'
import type { FlowStation, MachineKind, PlantLine, PlantMachine } from '../src/plantLayout.ts'
import { factory } from '../src/plants/factory.ts'
import { Random } from '../src/random.ts'
import { productionDay } from '../src/shift/shifts.ts'
import { type TrueStops, trueStops } from '../src/truth/trueStops.ts'

export type { DayStop, StopCause, StopRoot } from '../src/machine/dayStop.ts'
export type { TrueStops }

type StationSize = {
  readonly machines: number
  readonly needs: number
  /** Capacity of the buffer before the station; of no meaning at the first one. */
  readonly bufferSeconds: number
  /** The share of the buffer that is full while everything runs, 0 … 1. */
  readonly restShare: number
}

const kinds: readonly MachineKind[] = ['formFillSeal', 'cartoner', 'casePacker', 'palletiser']

/**
 * A line that works day and night. Station s, from 1 on, has the machines `M-s1`, `M-s2` and so on; each clock differs from the right
 * one by up to `skewMs` either way. The same seed gives the same line.
 */
export function flowLine(
  seed: string,
  { stations, skewMs = 2_000 }: { stations: readonly StationSize[]; skewMs?: number },
): PlantLine {
  const random = new Random(seed, 'line')
  const built = factory().clients.flatMap(({ lines }) => lines)
  const like = built.find(({ flow }) => flow.length > 0)
  if (!like) throw new Error('The factory has no line with a flow')
  const ratesOf = (kind: MachineKind) =>
    like.machines.find((machine) => machine.kind === kind) ?? like.machines[0]
  const machines: PlantMachine[] = []
  const flow = stations.map((size, place): FlowStation => {
    const kind = kinds[Math.min(place, kinds.length - 1)] ?? 'palletiser'
    const model = ratesOf(kind)
    if (!model) throw new Error('The line has no machine')
    const serials = Array.from(
      { length: size.machines },
      (_, index) => `M-${place + 1}${index + 1}`,
    )
    for (const serialNo of serials) {
      machines.push({ ...model, serialNo, kind, clockMs: random.whole(-skewMs, skewMs) })
    }
    const bufferMs = place === 0 ? 0 : size.bufferSeconds * 1_000
    return { machines: serials, needs: size.needs, bufferMs, restShare: size.restShare }
  })
  return {
    ...like,
    name: seed,
    index: 0,
    pattern: 'threeShiftsDaily',
    inSeries: false,
    machines,
    flow,
  }
}

/** A line of three to six stations with one to three machines, and buffers of 10 s to 3 min. */
export function anyLine(seed: string): PlantLine {
  const random = new Random(seed, 'stations')
  const stations = Array.from({ length: random.whole(3, 6) }, (): StationSize => {
    const machines = random.whole(1, 3)
    const needs = random.whole(1, machines)
    return { machines, needs, bufferSeconds: random.whole(10, 180), restShare: random.next() }
  })
  return flowLine(seed, { stations })
}

export type PlayedLine = {
  readonly line: PlantLine
  /** What happened, by the right clock: of each production day, each machine. */
  readonly days: readonly MachineDay[]
  /** The true root of every stop. */
  readonly truth: readonly TrueStops[]
  /** What reaches the product, in the order of its arrival, with the clocks of the machines in the records. */
  readonly deliveries: readonly Delivery[]
}

/** Plays production days of a line. `bad`: with outages, losses, records that come late, deaths and repeats. */
export function playLine(
  line: PlantLine,
  played: { readonly seed: string; readonly days: readonly string[]; readonly bad: boolean },
): PlayedLine {
  const { seed, bad } = played
  const days = played.days.flatMap((day) =>
    simulateLine(line, productionDay(line.zone, day), { seed, live: true }),
  )
  const deliveries = [...Map.groupBy(days, ({ machine }) => machine.serialNo)].flatMap(
    ([serialNo, own]) => {
      const random = new Random(seed, serialNo, 'wire')
      const [first] = own
      let registers = first && firstRegisters(first.machine)
      return own.flatMap((day) => {
        const faults = bad ? badDay(day.from, day.to, random) : noFaults
        const counters = countersOf(
          day,
          registers ?? firstRegisters(day.machine),
          noListeners(faults),
        )
        registers = counters.end
        return sendDay(day, counters, faults, historyCadence, random).deliveries
      })
    },
  )
  return {
    line,
    days,
    truth: trueStops(days),
    deliveries: deliveries.sort((a, b) => a.receivedAt - b.receivedAt),
  }
}
