import { type BackupRun, type Backups, makeBackup } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { Message } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/toasts.ts'
import { BackupSchedule } from './BackupSchedule.tsx'
import styles from './BackupView.module.css'
import { backupsQuery } from './backupsQuery.ts'
import { Fact } from './Fact.tsx'
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

/** What became of the latest backups. */
function BackupRuns({ runs }: { runs: Backups['runs'] }) {
  const say = useTexts('backup')
  const size = useSize()
  return (
    <Panel
      title={say('latest')}
      className={`${table.table} ${table.named} ${table.twoLines} ${styles.runs}`}
    >
      <DataTable
        label={say('latest')}
        query={{ data: runs, isPending: false, isError: false, refetch: () => {} }}
        rows={(all: Backups['runs']) => [...all]}
        rowKey={({ startedAt }: BackupRun) => startedAt.toISOString()}
        emptyText={say('noRuns')}
        hint={say('noRunsHint')}
        columns={[
          { title: say('begun'), cell: ({ startedAt }) => <DateTime at={startedAt} />, wide: true },
          { title: say('outcome'), cell: (run) => <Outcome run={run} />, wide: true },
          {
            title: say('records'),
            numeric: true,
            labelOnPhone: true,
            cell: (run) => (run.ok ? formatCount(run.records) : noFigure),
          },
          {
            title: say('size'),
            numeric: true,
            labelOnPhone: true,
            cell: (run) => (run.ok ? size(run.bytes) : noFigure),
          },
          {
            title: say('fresh'),
            numeric: true,
            labelOnPhone: true,
            cell: (run) => (run.ok ? size(run.newBytes) : noFigure),
          },
        ]}
      />
    </Panel>
  )
}

function Outcome({ run }: { run: BackupRun }) {
  const say = useTexts('backup')
  if (run.ok) return <>{say('made')}</>
  return (
    <span title={run.detail}>
      <span className={styles.failed}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
        {say('failed')}
      </span>{' '}
      {say(`fault.${run.fault}`)}
    </span>
  )
}

/** The last good backup, where it is, what went wrong since, and one now. */
function BackupState({ backups }: { backups: Backups }) {
  const say = useTexts('backup')
  const size = useSize()
  const queries = useQueryClient()
  const { last, running, runs, folder } = backups
  const making = useMutation({
    mutationFn: () => call(makeBackup, {}),
    onError: (error) => showToast(failureText(error), true),
    onSettled: () => queries.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  })
  const latest = runs[0]
  return (
    <Panel
      title={say('title')}
      actions={
        <BusyButton busy={busyText(making.isPending)} onClick={() => making.mutate()}>
          {say('make')}
        </BusyButton>
      }
    >
      <div className={styles.state}>
        <div className={styles.notes}>
          {latest && !latest.ok && !running && (
            <ErrorNote>
              {say('lastFailed')} {say(`fault.${latest.fault}`)}
              {latest.fault === 'other' && ` (${latest.detail})`}
            </ErrorNote>
          )}
        </div>
        <dl className={styles.facts}>
          <Fact name={say('lastGood')} first>
            {last ? <DateTime at={last.startedAt} /> : say('none')}
          </Fact>
          {last && (
            <>
              <Fact name={say('size')}>
                {say('sizeNew', { size: size(last.bytes), fresh: size(last.newBytes) })}
              </Fact>
              <Fact name={say('records')}>{formatCount(last.records)}</Fact>
              <Fact name={say('took')}>
                {say('tookPaused', {
                  seconds: formatCount(Math.max(1, Math.round(last.seconds))),
                  ms: formatCount(Math.ceil(last.pausedMs)),
                })}
              </Fact>
            </>
          )}
          <Fact name={say('next')}>
            {backups.nextAt ? <DateTime at={backups.nextAt} /> : say('noNext')}
          </Fact>
          <Fact name={say('encryption')}>
            {backups.encrypted ? say('encrypted') : say('plain')}
            {!backups.encrypted && <small>{say('plainHint')}</small>}
          </Fact>
          <Fact name={say('place')} wide>
            {last ? `${last.folder}/${last.name}` : folder}
            {backups.onSameDisk && <small>{say('sameDisk')}</small>}
          </Fact>
        </dl>
      </div>
    </Panel>
  )

  function busyText(isBeginning: boolean): string | null {
    if (running && running.of > 0) {
      const [done, of] = [formatCount(running.done), formatCount(running.of)]
      return say('running', { done, of })
    }
    return isBeginning || running ? say('begins') : null
  }
}
