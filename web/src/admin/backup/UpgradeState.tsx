import { type TakenStep, type Upgrades, upgrades } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './BackupView.module.css'

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

/** The steps of the schema of a store: the newest at once, all of them on demand. */
function StepsTaken({ steps }: { steps: readonly TakenStep[] }) {
  const say = useTexts('backup')
  const [newest] = steps
  if (!newest) return null
  return (
    <details className={styles.steps}>
      <summary>
        {say('stepsUpTo', { version: newest.version })} · <DateTime at={newest.takenAt} />
      </summary>
      <ol>
        {steps.map(({ version, name, takenAt }) => (
          <li key={version} value={version}>
            <span className="digits">{version}</span>
            {/* The name is that of the manual and of the log. */}
            <span lang="en">{name}</span>
            <DateTime at={takenAt} />
          </li>
        ))}
      </ol>
    </details>
  )
}

const dayMs = 86_400_000

/** The stores as they were before the last upgrade: where, how old, how large, until when. */
function UpgradeCopy({
  copy,
  days,
  now,
}: {
  copy: Upgrades['copy']
  /** How long a copy is kept. */
  days: number
  now: number
}) {
  const say = useTexts('backup')
  const size = useSize()
  if (!copy) return <>{say('noBefore', { days })}</>
  const age = Math.max(0, Math.floor((now - copy.madeAt.getTime()) / dayMs))
  const parts = [
    say('copyAge', { days: age }),
    ...(copy.bytes === null ? [] : [say('copySize', { size: size(copy.bytes) })]),
    ...(copy.schemas ? [say('schemasOf', copy.schemas)] : []),
  ]
  return (
    <>
      {copy.folder}
      <small>
        <DateTime at={copy.madeAt} /> · {parts.join(' · ')}
      </small>
      <small>
        {say('keptUntil')} <DateTime at={copy.keptUntil} />. {say('copyHint')}
      </small>
    </>
  )
}

/** Whether the copy before the next upgrade finds room. */
function UpgradeRoom({ room }: { room: Upgrades['room'] }) {
  const say = useTexts('backup')
  const size = useSize()
  if (!room) return <>{say('roomElsewhere')}</>
  const { bytes, freeBytes, isEnough } = room
  return (
    <>
      {say('roomOf', { size: size(bytes), free: size(freeBytes) })}
      <small className={isEnough ? '' : styles.failed}>
        {!isEnough && <IconAlertTriangle size={16} />}
        {say(isEnough ? 'roomEnough' : 'roomTight')}
      </small>
    </>
  )
}

/** Version, steps of the stores, and the copies before upgrades. */
const upgradesQuery = queryOptions({
  queryKey: ['panel', 'upgrades'],
  queryFn: ({ signal }) => call(upgrades, {}, signal),
  staleTime: 60_000,
})

/** A name and what it is, in a list of facts. */
export function Fact({
  name,
  first = false,
  wide = false,
  children,
}: {
  name: string
  first?: boolean
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`${first ? styles.first : ''} ${wide ? styles.wide : ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
