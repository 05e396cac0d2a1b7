import type { BridgeBar, LossName } from '@packboard/model'
import { formatDecimals } from '../i18n/formatNumber.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { causeText } from '../stops/stopNames.tsx'
import type { StopSelection } from '../stops/stopSearch.ts'
import type { LossRows } from './lossQueries.ts'

type Named = Omit<LossName, 'kind'> & Pick<BridgeBar, 'kind'> & { readonly of?: number }

/** A loss as people call it, and a second line that says more. */
export function lossText(
  { kind, key, group, of = 1 }: Named,
  reasonName: (id: string) => string,
): { readonly name: string; readonly more: string } {
  const say = textsOf('losses')
  switch (kind) {
    case 'cause':
      return { name: causeText({ group, cause: key }), more: group }
    case 'reason':
      return { name: reasonName(key) || textsOf('stops')('oneReason'), more: '' }
    case 'setUp':
    case 'overrun':
      return { name: reasonName(key) || textsOf('stops')('oneReason'), more: say(kind) }
    case 'other':
      return { name: say('other'), more: say('otherCount', { count: of }) }
    default:
      return { name: say(kind), more: '' }
  }
}

/** The same loss in an address and in the other window. */
export const lossId = ({ kind, key, group }: Pick<Named, 'kind' | 'key' | 'group'>) =>
  [kind, group, key].join('~')

/** The stops of which a loss is made; null: it is made of no stops. */
export function stopsOfLoss({ kind, key, group }: Named, rows: LossRows): StopSelection | null {
  switch (kind) {
    case 'cause':
      return { figure: rows === 'alarm' ? 'cause' : 'unnamed', part: key, partGroup: group }
    case 'reason':
    case 'setUp':
    case 'overrun':
      return { figure: 'reason', part: key, partGroup: '' }
    case 'micro':
      return { figure: 'micro', part: '', partGroup: '' }
    default:
      return null
  }
}

/** Points of a change with their sign: `−2.39`, `+0.55`. */
export function signedPoints(points: number, digits = 2): string {
  const text = formatDecimals(Math.abs(points), digits)
  // What rounds to nothing has no sign.
  if (Number(Math.abs(points).toFixed(digits)) === 0) return text
  return `${points < 0 ? '−' : '+'}${text}`
}
