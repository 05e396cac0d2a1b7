import type { Backups } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { BackupRuns } from './BackupRuns.tsx'
import { BackupSchedule } from './BackupSchedule.tsx'
import { BackupState } from './BackupState.tsx'
import styles from './BackupView.module.css'
import { backupsQuery } from './backupsQuery.ts'
import { UpgradeState } from './UpgradeState.tsx'

/** The last good backup, one now, when the next ones are made, and what upgrades do with the stores. */
export function BackupView() {
  const say = useTexts('panel')
  const query = useQuery(backupsQuery)
  return (
    <div className={styles.parts}>
      <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
        {(backups: Backups) => (backups.elsewhere ? <Elsewhere /> : <Own backups={backups} />)}
      </Loadable>
      <UpgradeState />
    </div>
  )
}

function Own({ backups }: { backups: Backups }) {
  return (
    <>
      <BackupState backups={backups} />
      <BackupSchedule key={backups.version} backups={backups} />
      <BackupRuns runs={backups.runs} />
    </>
  )
}

/** What Packboard does not do, it does not offer. */
function Elsewhere() {
  const say = useTexts('backup')
  return (
    <Panel title={say('title')}>
      <Message title={say('elsewhere')}>{say('elsewhereHint')}</Message>
    </Panel>
  )
}
