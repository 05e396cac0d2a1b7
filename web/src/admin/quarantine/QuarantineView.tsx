import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { QuarantineList } from './QuarantineList.tsx'
import styles from './QuarantineView.module.css'
import { ReceivedByMachine } from './ReceivedByMachine.tsx'

/** What became of the records of a client's machines: an admin chooses whose, a client's administrator has its own. */
export function QuarantineView() {
  const say = useTexts('quarantine')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <div className={styles.parts}>
          <ReceivedByMachine clientId={clientId} />
          <QuarantineList clientId={clientId} />
        </div>
      )}
    </OneClient>
  )
}
