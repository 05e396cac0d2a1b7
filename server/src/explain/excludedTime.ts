import type { ExcludedTime } from '@packboard/contract'
import { addSeconds, notRunUnder, notScheduledSeconds } from '@packboard/model'
import { secondsOf } from '../figures/contextSums.ts'
import type { FigureBasis } from '../figures/readBasis.ts'
import type { Explained } from '../figures/sliceFilter.ts'
import { timeOfBasis } from '../figures/timeOf.ts'

/**
 * What a figure leaves out of the window, so that its pie's parts and this list together are the window, to the
 * millisecond (D12). Packs and alarms are counted, not measured in time: they leave out nothing here.
 */
export function excludedTime({ figure }: Explained, basis: FigureBasis): ExcludedTime[] {
  const time = timeOfBasis(basis)
  // Offline in closed time of the plan (D73).
  const notScheduled = { what: 'notScheduled' as const, seconds: notScheduledSeconds(time) }
  // Offline: no sample of the machine within its hold limit (D11).
  const offline = {
    what: 'offline' as const,
    seconds: addSeconds(time.offline, -notScheduled.seconds),
  }
  // What the plan takes out of the planned time (D72).
  const inBreaks = { what: 'break' as const, seconds: notRunUnder(time, 'break') }
  const closed = { what: 'closed' as const, seconds: notRunUnder(time, 'closed') }
  // And what a planned reason and another unit mode do (D73).
  const label = { what: 'label' as const, seconds: notRunUnder(time, 'label') }
  const mode = { what: 'mode' as const, seconds: notRunUnder(time, 'mode') }
  // Time of another product, tool, state or stop cause than the filter names (D17).
  const filteredOut = {
    what: 'filteredOut' as const,
    seconds: addSeconds(secondsOf(basis.whole), -secondsOf(basis.contexts)),
  }
  // Time in a state that is not in the table, so it is not rated (D13, D20).
  const unknown = {
    what: 'unknown' as const,
    seconds: time.unknown,
  }
  const plan = { break: inBreaks, closed, label, mode }
  const all = { offline, notScheduled, filteredOut, unknown, ...plan }
  return listOf(figure, all, basis.filtered).filter(({ seconds }) => seconds > 0)
}

function listOf(
  figure: Explained['figure'],
  all: Record<ExcludedTime['what'], ExcludedTime>,
  filtered: boolean,
): ExcludedTime[] {
  const { offline, notScheduled, filteredOut, unknown, closed, label, mode } = all
  switch (figure) {
    case 'oeee':
      return [offline, notScheduled, unknown, all.break, closed, label, mode, filteredOut]
    case 'state':
      return [offline, notScheduled, filteredOut]
    case 'run':
    case 'idle':
    case 'alarm':
    case 'ancillary':
    case 'unknown':
      // Without a filter offline time is a slice of the same pie.
      return filtered ? [offline, notScheduled, filteredOut] : []
    default:
      return []
  }
}
