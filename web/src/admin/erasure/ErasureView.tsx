import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ErasedNames } from './ErasedNames.tsx'
import { EraseName } from './EraseName.tsx'
import styles from './ErasureView.module.css'

/** Names of operators go out of the records of one client: an admin chooses whose, a client's administrator has its own. */
export function ErasureView() {
  const say = useTexts('erasure')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <div className={styles.parts}>
          <EraseName clientId={clientId} />
          <ErasedNames clientId={clientId} />
        </div>
      )}
    </OneClient>
  )
}
