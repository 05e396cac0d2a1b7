import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { KeptAside } from './KeptAside.tsx'
import { MachineReceptions } from './MachineReceptions.tsx'
import styles from './ReceptionView.module.css'

/** What became of the records of a client's machines: an admin chooses whose, a client's administrator has its own. */
export function ReceptionView() {
  const say = useTexts('reception')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <div className={styles.parts}>
          <MachineReceptions clientId={clientId} />
          <KeptAside clientId={clientId} />
        </div>
      )}
    </OneClient>
  )
}
