import { machinesData } from '@packboard/contract'
import type { LiveCard } from '@packboard/model'
import { call } from '../api/call.ts'
import { serverNow } from '../time/serverClock.ts'
import { cardFromWire } from './overviewWire.ts'

export type OverviewQuestion = {
  readonly clientId: number
  readonly serialNos: readonly string[]
  /** Totals of the whole window, or the increments since the last answer. */
  readonly kind: 'totals' | 'increments'
  readonly from: Date
  /** Of the answer that the increments continue. */
  readonly revision: string | undefined
}

export type OverviewAnswer = {
  readonly cards: readonly LiveCard[]
  /** The end that was answered; the next increments begin here. */
  readonly to: Date
  readonly revision: string
  /** Seconds of one point of the speed graph. */
  readonly graphStep: number
  readonly olderDataChanged: boolean
}

/** Asks for the machines from `from` to now, in the wire's words and answered in ours (D28). */
export async function readOverview(
  { clientId, serialNos, kind, from, revision }: OverviewQuestion,
  signal: AbortSignal,
): Promise<OverviewAnswer> {
  const to = new Date(Math.max(serverNow(), from.getTime() + 1))
  const answer = await call(
    machinesData,
    {
      body: {
        start_date: from.toISOString(),
        end_date: to.toISOString(),
        clientId,
        initialReq: kind === 'totals' ? 'yes' : 'no',
        machinesIdArray: [...serialNos],
        ...(kind === 'increments' && revision && { revision }),
      },
    },
    signal,
  )
  return {
    cards: answer.dataArray.map(cardFromWire),
    to: answer.end_date,
    revision: answer.revision,
    graphStep: answer.graphInterval,
    olderDataChanged: answer.olderDataChanged,
  }
}
