import { confirmIdentity, confirmOptions } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { CallFailed, call } from '../api/call.ts'
import { settleConfirmation } from '../api/confirmation.ts'
import { ShowFactor } from '../factors/ShowFactor.tsx'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import styles from './AccountDialog.module.css'

/** Asks who it is before what erases, opens or hands on; the call that wanted it is then made once more. */
export function Confirmation({ opened }: { opened: boolean }) {
  const say = useTexts('account')
  return (
    <Dialog
      title={say('confirmTitle')}
      width={440}
      opened={opened}
      onClose={() => settleConfirmation(false)}
    >
      <div className={styles.form}>
        <p>{say('confirmLead')}</p>
        {opened && <Ways />}
      </div>
    </Dialog>
  )
}

function Ways() {
  const say = useTexts('account')
  const attempt = useId()
  const options = useQuery({
    queryKey: ['account', 'confirm', attempt],
    queryFn: () => call(confirmOptions, {}),
    gcTime: 0,
    retry: false,
  })
  return (
    <Loadable query={options} isEmpty={() => false} saysLoading>
      {({ methods }) => (
        <ShowFactor
          methods={methods}
          submit={say('confirm')}
          show={async (shown) => {
            await call(confirmIdentity, { body: shown })
            settleConfirmation(true)
          }}
          request={async () => {
            const { passkey } = await call(confirmOptions, {})
            if (passkey === null) throw new CallFailed(0, textsOf('account')('passkeyNotUsed'))
            return passkey
          }}
        />
      )}
    </Loadable>
  )
}
