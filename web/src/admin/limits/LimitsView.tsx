import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { LimitsForm } from './LimitsForm.tsx'
import styles from './LimitsView.module.css'
import { limitsQuery } from './limitsQuery.ts'
import { NearLimits } from './NearLimits.tsx'

/** What one device or machine may use of this installation, and who is near that. */
export function LimitsView() {
  const say = useTexts('panel')
  const query = useQuery(limitsQuery)
  return (
    <div className={styles.parts}>
      <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
        {(limits) => <LimitsForm key={limits.version} limits={limits} />}
      </Loadable>
      <NearLimits query={query} />
    </div>
  )
}
