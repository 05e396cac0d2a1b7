import { Button } from '@mantine/core'
import { passkeyOptions, signInByPasskey } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { call, failureText } from '../api/call.ts'
import { signOnDevice } from '../factors/passkeyDevice.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconFingerprint } from '../icons/furtherIcons.ts'
import { keepSession } from '../session/session.ts'
import { ErrorNote } from '../ui/Message.tsx'
import styles from './PasskeySignIn.module.css'

/** Signs in by a passkey of this device, without a password. */
export function PasskeySignIn() {
  const say = useTexts('account')
  const signingIn = useMutation({
    mutationFn: async () => {
      const assertion = await signOnDevice(await call(passkeyOptions, { body: {} }))
      return call(signInByPasskey, { body: { assertion, browserSaved: true } })
    },
    onSuccess: (session) => keepSession(session),
  })
  return (
    <div className={styles.passkey}>
      {signingIn.isError && <ErrorNote>{failureText(signingIn.error)}</ErrorNote>}
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        leftSection={<IconFingerprint size={20} />}
        loading={signingIn.isPending}
        onClick={() => signingIn.mutate()}
      >
        {say('usePasskey')}
      </Button>
    </div>
  )
}
