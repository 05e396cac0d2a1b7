import { lastConfirmed, plainReasons } from '@packboard/management'
import type { ClientScope, Period } from '@packboard/model'
import type { Deps } from '../deps.ts'
import { labelsInForce } from '../plan/labelledTime.ts'
import type { Book } from './stopParts.ts'

/** What people wrote about machines in a window, and what they said last about each alarm. */
export async function readBook(
  { management }: Pick<Deps, 'management'>,
  scope: ClientScope,
  machineIds: readonly number[],
  period: Period,
): Promise<Book> {
  const [labels, reasons, confirmed] = await Promise.all([
    labelsInForce(management, scope, machineIds, period),
    plainReasons(management, scope),
    lastConfirmed(management, scope, machineIds),
  ])
  return { labels, reasons, confirmed }
}
