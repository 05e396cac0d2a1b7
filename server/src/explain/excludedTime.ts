import type { ExcludedTime } from '@packboard/contract'
import { addSeconds } from '@packboard/model'
import { secondsOf } from '../figures/contextSums.ts'
import { type FigureBasis, offlineMsOf } from '../figures/figureBasis.ts'
import { timeOf } from '../figures/timeOf.ts'
import type { Explained } from './sliceFilter.ts'

/**
 * What a figure leaves out of the window, so that its pie's parts and this list together are the window, to the
 * millisecond (D12). Packs and alarms are counted, not measured in time: they leave out nothing here.
 */
export function excludedTime({ figure }: Explained, basis: FigureBasis): ExcludedTime[] {
  // Offline: no sample of the machine within its hold limit (D11).
  const offline = {
    what: 'offline' as const,
    seconds: offlineMsOf(basis) / 1000,
  }
  // Time of another product, tool, state or stop cause than the filter names (D17).
  const filteredOut = {
    what: 'filteredOut' as const,
    seconds: addSeconds(secondsOf(basis.whole), -secondsOf(basis.contexts)),
  }
  // Time in a state that is not in the table, so it is not rated (D13, D20).
  const unknown = {
    what: 'unknown' as const,
    seconds: timeOf(basis.contexts).unknown,
  }
  return listOf(figure, { offline, filteredOut, unknown }, basis.filtered).filter(
    ({ seconds }) => seconds > 0,
  )
}

function listOf(
  figure: Explained['figure'],
  { offline, filteredOut, unknown }: Record<ExcludedTime['what'], ExcludedTime>,
  filtered: boolean,
): ExcludedTime[] {
  switch (figure) {
    case 'oeee':
      return [offline, unknown, filteredOut]
    case 'state':
      return [offline, filteredOut]
    case 'run':
    case 'idle':
    case 'alarm':
    case 'ancillary':
    case 'unknown':
      // Without a filter offline time is a slice of the same pie.
      return filtered ? [offline, filteredOut] : []
    default:
      return []
  }
}
