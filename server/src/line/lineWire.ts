import type { LineAttribution, LineLossesWire, LineStopWire } from '@packboard/contract'
import {
  type AttributedStop,
  type Attribution,
  type ClientScope,
  type LineStop,
  shownName,
  unknownState,
} from '@packboard/model'
import type { KnownLine, LineReading } from './readLine.ts'
import type { LineLossesRead, LossSum } from './readLineLosses.ts'

const secondsOf = (ms: number) => ms / 1_000

type Shown = Pick<KnownLine, 'serialOf'> & Pick<LineReading, 'named' | 'recordOf' | 'range'>

/** The root of a stop in the words of the wire. */
export function attributionWire(
  scope: ClientScope,
  { serialOf, named }: Pick<Shown, 'serialOf' | 'named'>,
  stop: LineStop,
  attribution: Attribution,
): LineAttribution {
  const serial = (machineId: number | null) => (machineId === null ? null : serialOf(machineId))
  if (attribution.kind === 'withheld') {
    const { kind, why, neighbourId, clocks } = attribution
    const found = { kind, why, neighbour: serial(neighbourId) }
    if (clocks === undefined) return found
    const { machineId, skewMs, neighbourSkewMs, bufferMs } = clocks
    return {
      ...{ ...found, compared: serialOf(machineId), bufferSeconds: secondsOf(bufferMs) },
      // Receipt − source is positive where a clock is behind.
      ...{ skewMs: -skewMs, neighbourSkewMs: -neighbourSkewMs },
    }
  }
  const entry = attribution.named ? entryOf(named, stop) : undefined
  const namedBy = entry === undefined ? null : (shownName(scope, entry.by) ?? '')
  if (attribution.kind === 'own') return { kind: 'own', namedBy }
  const { kind, rootMachineId, rootStop, neighbourId, unmeasured } = attribution
  return {
    ...{ kind, unmeasured, namedBy },
    rootMachineId: serial(rootMachineId),
    rootFrom: rootStop && new Date(rootStop.from),
    group: rootStop?.group ?? '',
    cause: rootStop?.cause ?? '',
    waitsFor: serial(neighbourId),
  }
}

/** The last thing that a person said of a stop. */
const entryOf = (named: LineReading['named'], { machineId, from, to }: LineStop) =>
  named.findLast((one) => one.machineId === machineId && from <= one.at && one.at < to)

export function lineStopWire(
  scope: ClientScope,
  shown: Shown,
  { stop, attribution, ms, plannedMs }: AttributedStop,
): LineStopWire {
  const { machineId, from, to, group, cause, waits } = stop
  return {
    ...{ group, cause, waits },
    machineId: shown.serialOf(machineId),
    from: new Date(from),
    to: new Date(to),
    seconds: secondsOf(ms),
    plannedSeconds: secondsOf(plannedMs),
    goesOn: to === shown.range.to,
    state: shown.recordOf.get(stop)?.state ?? unknownState,
    attribution: attributionWire(scope, shown, stop, attribution),
    note: entryOf(shown.named, stop)?.note ?? '',
  }
}

export function lossesWire(
  { serialOf }: Pick<KnownLine, 'serialOf'>,
  { sums, rows, withheld, flow, lineMs, limits }: LineLossesRead,
): Omit<LineLossesWire, 'from' | 'to' | 'hasFlow'> {
  const shareOf = (ms: number) => (lineMs === 0 ? 0 : ms / lineMs)
  const counts = ({ keyMs, stops, keyStops, lostPacks }: LossSum<{ readonly keyMs: number }>) => ({
    ...{ keySeconds: secondsOf(keyMs), stops, keyStops, lostPacks },
  })
  return {
    stopSeconds: secondsOf(sums.stopMs),
    ownSeconds: secondsOf(sums.ownMs),
    inheritedSeconds: secondsOf(sums.inheritedMs),
    withheldSeconds: secondsOf(sums.withheldMs),
    plannedSeconds: secondsOf(sums.plannedMs),
    rows: rows.map(({ machineId, group, cause, ownMs, inheritedMs, ...row }) => ({
      machineId: machineId === null ? null : serialOf(machineId),
      ...{ group, cause },
      seconds: secondsOf(ownMs + inheritedMs),
      ownSeconds: secondsOf(ownMs),
      inheritedSeconds: secondsOf(inheritedMs),
      ...counts(row),
    })),
    withheld: withheld.map(({ why, ms, ...row }) => ({
      ...{ why, seconds: secondsOf(ms) },
      ...counts(row),
    })),
    bottleneck: limits.map(({ station, rootMs, limitingMs }) => ({
      station,
      machines: (flow[station]?.machines ?? []).map(serialOf),
      key: flow[station]?.key ?? false,
      rootShare: shareOf(rootMs),
      limitingShare: shareOf(limitingMs),
    })),
  }
}
