import { failureText } from '../../api/call.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { DoneNote } from '../../ui/DoneNote.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import type { SendAgain } from './useSendAgain.ts'

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
