import { addSeconds } from '@packboard/model'
import { secondsOf } from '../figures/contextSums.ts'
import { type FigureBasis, offlineMsOf } from '../figures/figureBasis.ts'
import { timeOf } from '../figures/timeOf.ts'
import type { Explained } from './sliceFilter.ts'

/** Time of the window that is in no part of a figure, and why. */
export type Excluded = { readonly what: string; readonly seconds: number; readonly why: string }

/**
 * What a figure leaves out of the window, so that its pie's parts and this list together are the window, to the
 * millisecond (D12). Packs and alarms are counted, not measured in time: they leave out nothing here.
 */
export function excludedTime({ figure }: Explained, basis: FigureBasis): Excluded[] {
  const offline = {
    what: 'Offline',
    seconds: offlineMsOf(basis) / 1000,
    why: 'Nobody spoke for the machine: no sample within its hold limit (D11).',
  }
  const filteredOut = {
    what: 'Outside the filter',
    seconds: addSeconds(secondsOf(basis.whole), -secondsOf(basis.contexts)),
    why: 'Time in another product, tool, state or stop cause than the filter names (D17).',
  }
  const unknown = {
    what: 'Unknown',
    seconds: timeOf(basis.contexts).unknown,
    why: 'The state is not in the table of states, so it is not judged (D13, D20).',
  }
  return listOf(figure, { offline, filteredOut, unknown }, basis.filtered).filter(
    ({ seconds }) => seconds > 0,
  )
}

function listOf(
  figure: Explained['figure'],
  { offline, filteredOut, unknown }: Record<'offline' | 'filteredOut' | 'unknown', Excluded>,
  filtered: boolean,
): Excluded[] {
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
