import { Button } from '@mantine/core'
import { sendReport } from '@packboard/contract'
import { reportFiles } from '@packboard/model'
import { useMutation } from '@tanstack/react-query'
import { call, failureText } from '../api/call.ts'
import { currentLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { usePerson } from '../session/useSession.ts'
import { newKey } from '../stops/labels.ts'
import { showToast } from '../ui/Toasts.tsx'

/** Sends the shift of this page as a report to the person who presses, in the language of the screen. */
export function SendShift({ clientId, from }: { clientId: number; from: Date }) {
  const say = useTexts('shiftPage')
  const { setReports } = usePerson().permissions
  const sending = useMutation({
    mutationFn: () =>
      call(sendReport, {
        params: { clientId, id: newKey() },
        body: {
          ...{ to: 'me', start: from.toISOString() },
          report: {
            ...{ name: say('sendMe'), enabled: true, kind: 'shift', machines: 'all', to: [] },
            ...{ language: currentLanguage().language, files: [...reportFiles] },
          },
        },
      }),
    onSuccess: () => showToast(say('sentToMe')),
    onError: (error) => showToast(failureText(error), true),
  })
  if (!setReports) return null
  return (
    <Button
      variant="default"
      loading={sending.isPending}
      onClick={() => sending.mutate()}
      data-screen-only
    >
      {say('sendMe')}
    </Button>
  )
}
