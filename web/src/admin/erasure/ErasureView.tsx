import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { ErasedNames } from './ErasedNames.tsx'
import { EraseName } from './EraseName.tsx'
import styles from './ErasureView.module.css'
import { OperatorRows } from './OperatorRows.tsx'

/**
 * What a client decides about its operators: their names go out of its records, and whether they are compared. An admin chooses the
 * client, a client's administrator has its own.
 */
export function ErasureView() {
  const say = useTexts('erasure')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <div className={styles.parts}>
          <EraseName clientId={clientId} />
          <ErasedNames clientId={clientId} />
          <OperatorRows clientId={clientId} />
        </div>
      )}
    </OneClient>
  )
}
