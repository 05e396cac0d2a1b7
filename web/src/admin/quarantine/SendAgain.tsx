import { Button } from '@mantine/core'
import { sendKeptAgain } from '@packboard/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconRefresh } from '../../icons/icons.ts'
import { DoneNote, ErrorNote } from '../../ui/Message.tsx'

/** Sends records that were quarantined through reception again: one, those of a machine, or all of a client. */
export function SendAgainButton({
  sending,
  small = false,
}: {
  sending: SendAgain
  small?: boolean
}) {
  const say = useTexts('quarantine')
  return (
    <Button
      variant="default"
      {...(small && { size: 'xs' })}
      leftSection={<IconRefresh size={16} />}
      disabled={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {say(sending.isPending ? 'sendingAgain' : 'sendAgain')}
    </Button>
  )
}

/** What became of the records that were sent again. */
export function SentAgainNote({ sending: { data, isError, error } }: { sending: SendAgain }) {
  const say = useTexts('quarantine')
  if (isError) return <ErrorNote>{failureText(error)}</ErrorNote>
  if (!data) return null
  const { accepted, duplicate, refused, why } = data
  const words = say('sentAgain', {
    accepted: formatCount(accepted),
    duplicate: formatCount(duplicate),
    refused: formatCount(refused),
  })
  if (refused === 0) return <DoneNote>{words}</DoneNote>
  return <ErrorNote>{why ? `${words} ${say('stillWrong', { why })}` : words}</ErrorNote>
}

/** Calls behind one press: each reads a thousand records. */
const mostCalls = 100

/** Which records are sent again: those with these ids, those of a machine, or all that a client has. */
type Which = {
  readonly ids?: string[]
  readonly serialNo?: string
}

type SendAgain = ReturnType<typeof useSendAgain>

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
