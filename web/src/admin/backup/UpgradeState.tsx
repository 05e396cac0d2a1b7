import type { Upgrades } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/useTexts.ts'
import { Loadable } from '../../ui/Loadable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './BackupView.module.css'
import { Fact } from './Fact.tsx'
import { StepsTaken } from './StepsTaken.tsx'
import { UpgradeCopy } from './UpgradeCopy.tsx'
import { UpgradeRoom } from './UpgradeRoom.tsx'
import { upgradesQuery } from './upgradesQuery.ts'

const checkCommand = 'packboard upgrade --check'

/** What runs, what it has made of the stores, the way back to what was before, and what comes next. */
export function UpgradeState() {
  const say = useTexts('backup')
  const query = useQuery(upgradesQuery)
  return (
    <Panel title={say('upgrade')}>
      <Loadable query={query} isEmpty={() => false} saysLoading>
        {({ version, commit, copy, copyDays, room, steps }: Upgrades) => (
          <dl className={styles.facts}>
            <Fact name={say('version')} first>
              {version}
              {commit && <small>{commit}</small>}
            </Fact>
            <Fact name={say('room')}>
              <UpgradeRoom room={room} />
            </Fact>
            <Fact name={say('before')} wide={copy !== null}>
              <UpgradeCopy copy={copy} days={copyDays} now={query.dataUpdatedAt} />
            </Fact>
            <Fact name={say('recordSteps')} wide>
              <StepsTaken steps={steps.records} />
            </Fact>
            <Fact name={say('managementSteps')} wide>
              <StepsTaken steps={steps.management} />
            </Fact>
            <Fact name={say('nextVersion')} wide>
              <code>{checkCommand}</code>
              <small>{say('nextVersionHint')}</small>
            </Fact>
          </dl>
        )}
      </Loadable>
    </Panel>
  )
}
