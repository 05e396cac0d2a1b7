import { sendKeptAgain } from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Calls behind one press: each reads a thousand records. */
const mostCalls = 100

/** Which records are sent again: those with these ids, those of a machine, or all that a client has. */
type Which = {
  readonly ids?: string[]
  readonly serialNo?: string
}

export type SendAgain = ReturnType<typeof useSendAgain>

/** Sends records that were quarantined through reception again, and reads the lists anew. */
export function useSendAgain(clientId: number, which: Which) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const sum = { accepted: 0, duplicate: 0, refused: 0, why: '' }
      let after: string | undefined
      for (let calls = 0; calls < mostCalls; calls++) {
        const body = { ...which, ...(after !== undefined && { after }) }
        const answer = await call(sendKeptAgain, { params: { clientId }, body })
        sum.accepted += answer.accepted
        sum.duplicate += answer.duplicate
        sum.refused += answer.refused
        sum.why ||= answer.errors[0]?.detail ?? ''
        if (answer.next === null) break
        after = answer.next
      }
      return sum
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['panel', 'quarantine', clientId] }),
        client.invalidateQueries({ queryKey: ['panel', 'sources', clientId] }),
      ]),
  })
}
