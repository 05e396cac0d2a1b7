import { beginTotp, switchOnTotp } from '@packboard/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call, failureText } from '../api/call.ts'
import { TotpCode } from '../factors/TotpCode.tsx'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { showToast } from '../ui/Toasts.tsx'
import styles from './AccountDialog.module.css'

/** Sets up an authenticator app: scan, type the first code. */
export function TotpDialog({ added, ...dialog }: { added: () => void } & DialogProps) {
  const say = useTexts('account')
  const attempt = useId()
  const made = useQuery({
    queryKey: ['account', 'new totp', attempt],
    queryFn: () => call(beginTotp, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const sending = useMutation({
    mutationFn: (code: string) => call(switchOnTotp, { body: { code } }),
    onSuccess: () => {
      dialog.onClose()
      showToast(textsOf('account')('totpIsOn'))
      added()
    },
  })
  const failure = made.error ?? sending.error
  return (
    <Dialog title={say('setUpApp')} width={480} {...dialog}>
      <div className={styles.form}>
        {failure && <ErrorNote>{failureText(failure)}</ErrorNote>}
        {!made.isError && (
          <Loadable query={made} isEmpty={() => false} saysLoading>
            {(totp) => (
              <TotpCode
                made={totp}
                busy={sending.isPending}
                send={(code, wrong) => sending.mutate(code, { onError: wrong })}
              />
            )}
          </Loadable>
        )}
      </div>
    </Dialog>
  )
}
