import type { LineNowWire } from '@packboard/contract'
import { formatCount } from '../i18n/formatNumber.ts'
import type { Say } from '../i18n/useTexts.ts'

type Stations = LineNowWire['stations']
type Root = NonNullable<LineNowWire['root']>

/** What is true of a line at this moment, as the one line that its page and its wall open with. */
export type LineHeadline =
  /** `root` keeps the line from running. */
  | { readonly kind: 'held'; readonly root: Root }
  /** Machines that stand for themselves, and keep no other one waiting. */
  | { readonly kind: 'runs'; readonly stops: readonly string[] }
  /** It stands, and the root of the stop of these machines cannot be decided. */
  | { readonly kind: 'undecided'; readonly machines: readonly string[] }
  /** These machines send nothing: whether it runs is not known. */
  | { readonly kind: 'unknown'; readonly machines: readonly string[] }
  /** It stands, and no machine that is counted has a stop: the time is planned. */
  | { readonly kind: 'planned' }

/** The line is what its key station is; without one it runs where every station does. */
export function lineHeadline({ stations, root }: LineNowWire): LineHeadline {
  if (root !== null && holdsLine(stations, root)) return { kind: 'held', root }
  const key = stations.filter((station) => station.key)
  const counted = key.length > 0 ? key : stations
  const down = counted.filter(({ running, needs }) => running < needs)
  const machines = down.flatMap((station) => station.machines)
  const of = (kind: 'own' | 'withheld', from: Stations = down) =>
    from
      .flatMap((station) => station.machines)
      .flatMap(({ machineId, attribution }) => (attribution?.kind === kind ? [machineId] : []))
  if (down.length === 0) return { kind: 'runs', stops: of('own', stations) }
  const undecided = of('withheld')
  if (undecided.length > 0) return { kind: 'undecided', machines: undecided }
  const silent = machines.filter(({ state }) => state === null).map(({ machineId }) => machineId)
  return silent.length > 0 ? { kind: 'unknown', machines: silent } : { kind: 'planned' }
}

/** A stop that no other machine waits for holds the line where its own station, counted for the line, has too few machines left. */
function holdsLine(stations: Stations, root: Root): boolean {
  if (root.waiting.length > 0) return true
  const hasKey = stations.some(({ key }) => key)
  return stations.some(
    ({ key, running, needs, machines }) =>
      (key || !hasKey) &&
      running < needs &&
      machines.some(({ machineId }) => machineId === root.machineId),
  )
}

/** `Line 1 runs` and `472 of 480 ppm, FW-103 has a stop of its own`, of a line that no machine holds. */
export function headlineWords(
  headline: Exclude<LineHeadline, { kind: 'held' }>,
  { speedPpm, targetPpm }: Pick<LineNowWire, 'speedPpm' | 'targetPpm'>,
  line: string,
  say: Say<'line'>,
): { readonly title: string; readonly detail: string } {
  const listed = (machines: readonly string[]) => ({
    count: machines.length,
    machines: machines.join(', '),
  })
  if (headline.kind === 'planned') {
    return { title: say('lineStands', { line }), detail: say('standsAsPlanned') }
  }
  if (headline.kind === 'undecided') {
    const detail = say('standsUndecided', { machines: headline.machines.join(', ') })
    return { title: say('lineStands', { line }), detail }
  }
  if (headline.kind === 'unknown') {
    const detail = say('sendsNothing', listed(headline.machines))
    return { title: say('lineUnknown', { line }), detail }
  }
  const speed = [
    speedPpm === null ? '' : formatCount(speedPpm),
    speedPpm === null
      ? ''
      : targetPpm === null
        ? 'ppm'
        : say('ofPpm', { target: formatCount(targetPpm) }),
  ].join(' ')
  const stops = headline.stops.length > 0 ? say('ownStops', listed(headline.stops)) : ''
  const detail = [speed.trim(), stops].filter(Boolean).join(', ')
  return { title: say('lineRuns', { line }), detail }
}
