import type { BackupRun, Backups } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import table from '../../crud/CrudTable.module.css'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertTriangle } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './BackupView.module.css'

/** What became of the latest backups. */
export function BackupRuns({ runs }: { runs: Backups['runs'] }) {
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
