import { simulateLine } from '../src/line/simulateLine.ts'
import type { TroubleName } from '../src/machine/conduct.ts'
import { type MachineDay, type Piece, partsOfPack } from '../src/machine/machineDay.ts'
import { externalStates, poweredOff } from '../src/machine/states.ts'
import { linesOf } from '../src/plantLayout.ts'
import { factory } from '../src/plants/factory.ts'
import { productionDays } from '../src/shift/shifts.ts'

const minuteMs = 60_000

/** What really happened in one minute in which a machine was on. */
export type PlayedMinute = {
  readonly start: number
  observedMs: number
  runMs: number
  packs: number
  rejects: number
  ownStops: number
  product: string
}

/** A machine of the factory as it was for some days, and when its setting was changed for the worse and back. */
export type PlayedMachine = {
  readonly minutes: readonly PlayedMinute[]
  readonly wrongSettings: readonly { readonly at: number; readonly back: number }[]
}

/**
 * Plays one machine of the factory. `trouble`: a setting that is changed each late shift brings so many troubles an hour; without
 * it nothing is wrong.
 */
export function playedMachine(
  serialNo: string,
  played: {
    readonly seed: string
    readonly from: number
    readonly until: number
    readonly trouble?: { readonly name: TroubleName; readonly perHour: number }
  },
): PlayedMachine {
  const line = linesOf(factory()).find(({ machines }) =>
    machines.some((machine) => machine.serialNo === serialNo),
  )
  if (!line) throw new Error(`The factory has no ${serialNo}`)
  const { trouble } = played
  const machines = line.machines.map(({ wrongSetting, ...machine }) => ({
    ...machine,
    ...(trouble && machine.serialNo === serialNo && { wrongSetting: wrong(trouble) }),
  }))
  const days = productionDays(line.zone, played.from, played.until).flatMap((day) =>
    simulateLine({ ...line, machines }, day, { seed: played.seed, live: false }).filter(
      ({ machine }) => machine.serialNo === serialNo,
    ),
  )
  return { minutes: minutesOf(days), wrongSettings: days.flatMap(wrongSettings) }
}

/** No other change of a setting is as large. */
const wrongBy = -9

const wrong = ({ name, perHour }: { readonly name: TroubleName; readonly perHour: number }) =>
  ({
    shift: 'Late',
    setting: 'sealFront',
    change: wrongBy,
    afterHours: [0.6, 1.4],
    hours: [4, 5.5],
    trouble: name,
    perHour,
  }) as const

function wrongSettings({ audits }: MachineDay): PlayedMachine['wrongSettings'] {
  const changes = audits.filter(
    ({ valueBefore, valueAfter }) =>
      Math.abs(Number(valueAfter) - Number(valueBefore)) === Math.abs(wrongBy),
  )
  const [first, second] = changes
  return first && second ? [{ at: first.at, back: second.at }] : []
}

function minutesOf(days: readonly MachineDay[]): PlayedMinute[] {
  const minutes = new Map<number, PlayedMinute>()
  let ran = false
  for (const { pieces, to } of days) {
    for (const [i, piece] of pieces.entries()) {
      if (piece.state === poweredOff) continue
      const runs = piece.paceTenths > 0
      const isOwnStop = ran && !runs && !externalStates.includes(piece.state)
      ran = runs
      paint(minutes, piece, pieces[i + 1]?.from ?? to)
      const first = minutes.get(Math.floor(piece.from / minuteMs) * minuteMs)
      if (first && isOwnStop) first.ownStops += 1
    }
  }
  return [...minutes.values()].sort((a, b) => a.start - b.start)
}

function paint(minutes: Map<number, PlayedMinute>, piece: Piece, end: number): void {
  for (let from = piece.from; from < end; ) {
    const start = Math.floor(from / minuteMs) * minuteMs
    const to = Math.min(end, start + minuteMs)
    const minute = minutes.get(start) ?? {
      ...{ start, observedMs: 0, runMs: 0, packs: 0, rejects: 0, ownStops: 0 },
      product: piece.product,
    }
    minutes.set(start, minute)
    const packs = ((to - from) * piece.paceTenths) / partsOfPack
    minute.observedMs += to - from
    if (piece.paceTenths > 0) minute.runMs += to - from
    minute.packs += packs
    minute.rejects += (packs * piece.rejectsPer10k) / 10_000
    from = to
  }
}
