import { Button } from '@mantine/core'
import { confirmAlertAddress } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import styles from '../alerts/AlertScreen.module.css'
import { call, failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { BrandMark } from '../shell/Brand.tsx'
import { DoneNote, ErrorNote } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'

/** Confirms an address of a client. A person presses: programs that open the links of e-mails confirm nothing. */
export function AlertAddressScreen() {
  const { token } = useParams({ from: '/alert-address/$token' })
  const say = useTexts('alerts')
  usePageTitle(say('addressTitle'))
  const confirming = useMutation({
    mutationFn: () => call(confirmAlertAddress, { params: { token } }),
  })
  return (
    <>
      <header className={styles.bar}>
        <b>
          <BrandMark size={24} />
          Packboard
        </b>
      </header>
      <main id="main" className={styles.public} tabIndex={-1}>
        <div className={styles.page}>
          <h1>{say('addressTitle')}</h1>
          {confirming.isSuccess ? (
            <DoneNote>{say('addressDone')}</DoneNote>
          ) : (
            <>
              <p>{say('addressLead')}</p>
              {confirming.isError && <ErrorNote>{failureText(confirming.error)}</ErrorNote>}
              <div>
                <Button loading={confirming.isPending} onClick={() => confirming.mutate()}>
                  {say('addressConfirm')}
                </Button>
              </div>
            </>
          )}
        </div>
      </main>
    </>
  )
}
