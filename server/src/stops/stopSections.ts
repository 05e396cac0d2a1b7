import type { StopCause, StopQuery } from '@packboard/contract'
import type { UnplannedSpans } from '@packboard/telemetry/read'
import { type BookStop, splitAtOverrun, type TimedPart } from './bookStops.ts'

type Times = BookStop['times']

/** Time of a stop that is in one row of stop time by reason. */
export type StopSection = Pick<StopCause, 'kind' | 'reason' | 'group' | 'cause'> & {
  readonly times: Times
}

/** What the plan and unit modes take out of the time around a stop, in order. */
export const spansIn = (
  spans: UnplannedSpans,
  { machineId, from, to }: Pick<BookStop, 'machineId' | 'from' | 'to'>,
) =>
  (spans.get(machineId) ?? []).filter(
    (span) =>
      span.under !== null &&
      span.under !== 'label' &&
      span.from < to.getTime() &&
      span.to > from.getTime(),
  )

/**
 * What a stop was, section by section: what a person said of it comes first, then what the plan or another unit mode takes out (D73), then
 * that it was short, and for the rest its cause (D18). All sections together are the time of the stop. No piece of it may hold an edge of `spans`.
 */
export function sectionsOf(stop: BookStop, spans: UnplannedSpans): StopSection[] {
  const { causeGroup: group, cause } = stop
  return stop.parts
    .flatMap((part): StopSection[] => {
      const reason = part.label?.reason ?? null
      const none = { reason, group: '', cause: '' }
      if (reason !== null) {
        if (!part.planned) return [{ kind: 'unplanned', ...none, times: part.times }]
        const { within, beyond } = splitAtOverrun(stop, part)
        return [
          { kind: 'planned', ...none, times: within },
          { kind: 'unplanned', ...none, times: beyond },
        ]
      }
      const { inside, outside } = splitAtSpans(stop, part, spans)
      return [
        { kind: 'plan', ...none, times: inside },
        stop.micro
          ? { kind: 'micro', ...none, times: outside }
          : { kind: 'withoutReason', reason, group, cause, times: outside },
      ]
    })
    .filter(({ times }) => times.length > 0)
}

/** The time of a part of a stop inside and outside of what is taken out. */
function splitAtSpans(
  stop: BookStop,
  part: TimedPart,
  spans: UnplannedSpans,
): { readonly inside: Times; readonly outside: Times } {
  const taken = spansIn(spans, stop)
  if (taken.length === 0) return { inside: [], outside: part.times }
  const pieces = stop.pieces.filter(({ from }) => part.from <= from && from < part.to)
  const isTaken = ({ from }: (typeof pieces)[number]) =>
    taken.some((span) => span.from <= from && from < span.to)
  return {
    inside: pieces.filter(isTaken).flatMap(({ times }) => times),
    outside: pieces.filter((piece) => !isTaken(piece)).flatMap(({ times }) => times),
  }
}

type OfSection = (section: StopSection) => boolean

const isPlannedTime: OfSection = ({ kind }) => kind !== 'planned' && kind !== 'plan'

/** Which sections a figure is made of, or what of them is lost; undefined where it is a figure of records alone. */
export function sectionsOfFigure({
  lost,
  ...selection
}: Figure & { readonly lost?: 'true' | 'false' }): OfSection | undefined {
  const isOf = chosenSections(selection)
  if (lost !== 'true') return isOf
  return (section) => isPlannedTime(section) && (isOf?.(section) ?? true)
}

type Figure = Pick<StopQuery, 'figure' | 'part' | 'partGroup'>

function chosenSections({ figure, part, partGroup }: Figure): OfSection | undefined {
  switch (figure) {
    case 'reason':
      return ({ kind, reason }) => kind === 'unplanned' && reason === part
    case 'plannedReason':
      return ({ kind, reason }) => kind === 'planned' && reason === part
    case 'unnamed':
      return ({ kind, group, cause }) =>
        kind === 'withoutReason' && group === partGroup && cause === part
    case 'micro':
    case 'plan':
      return ({ kind }) => kind === figure
    case 'unplanned':
      return isPlannedTime
    default:
      return undefined
  }
}
