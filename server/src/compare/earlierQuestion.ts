import { shiftsOfClient } from '@packboard/management'
import { earlierWindow } from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { ChartQuestion } from '../filter/chartQuestion.ts'
import { requestedWindow, windowOf } from '../filter/filterWire.ts'

/**
 * The same question about the period before, which a running window cuts at the share of it that has passed: the window and the instant for which
 * the production page asks its own calls. undefined of an empty window, and where the period before is one that no call answers.
 */
export async function earlierQuestion(
  { management }: Pick<Deps, 'management'>,
  requested: ChartQuestion,
  query: Parameters<typeof requestedWindow>[0],
): Promise<ChartQuestion | undefined> {
  const plan = (await shiftsOfClient(management, requested.scope)) ?? null
  const until = new Date(requested.present)
  const earlier = earlierWindow(requestedWindow(query), 'before', { plan, until })
  if (earlier === null) return undefined
  const present = earlier.until?.getTime() ?? requested.present
  const period = windowOf(earlier.window, present)
  return 'sentence' in period ? undefined : { ...requested, period, present }
}
