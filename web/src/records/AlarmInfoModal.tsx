import { type FilterWindow, formatTimeInState } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { GroupChip } from '../charts/GroupChip.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { needTexts } from '../i18n/language.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { LoadingWord } from '../ui/Loadable.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import styles from './RecordTable.module.css'
import { RecordFields, RecordTable, useRecordFilter } from './RecordTable.tsx'
import { recordQueries } from './recordQueries.ts'
import { alarmQuestion } from './recordsWire.ts'

/** With its texts: neither is loaded before it is opened. */
const AlarmStatistics = lazy(async () => {
  const [{ AlarmStatistics }] = await Promise.all([
    import('./AlarmStatistics.tsx'),
    needTexts('alarmStatistics'),
  ])
  return { default: AlarmStatistics }
})

const views = ['everyAlarm', 'statistics'] as const
type View = (typeof views)[number]

type RecordsOf = { clientId: number; machineId: string; filter: FilterWindow }

/** The alarms that a machine raised: when, of which group, and what it said. */
export function AlarmInfoModal({ opened, onClose, ...of }: RecordsOf & DialogProps) {
  const say = useTexts('records')
  return (
    <Dialog
      title={say('alarmInfo')}
      side={say('ofMachine', { machine: of.machineId, zone: of.filter.zone })}
      width={1080}
      {...{ opened, onClose }}
    >
      <AlarmInfo {...of} />
    </Dialog>
  )
}

function AlarmInfo({ clientId, machineId, filter }: RecordsOf) {
  const say = useTexts('records')
  const shown = useRecordFilter(clientId, machineId, filter)
  const [view, choose] = useState<View>('everyAlarm')
  return (
    <>
      <div className={styles.views}>
        <Segmented
          label={say('view')}
          value={view}
          options={views.map((value) => ({ value, label: say(value) }))}
          choose={(chosen) => {
            shown.changePage(1)
            choose(chosen)
          }}
        />
      </div>
      {view === 'everyAlarm' ? (
        <AlarmList shown={shown} />
      ) : (
        <Suspense fallback={<LoadingWord turning />}>
          <AlarmStatistics shown={shown} />
        </Suspense>
      )}
    </>
  )
}

function AlarmList({ shown }: { shown: ReturnType<typeof useRecordFilter> }) {
  const say = useTexts('records')
  const entries = useQuery(recordQueries.alarms(shown.filter, shown))
  return (
    <>
      <RecordFields
        shown={shown}
        groups={entries.data?.groups ?? []}
        descriptions={entries.data?.descriptions ?? []}
      >
        <ExportMenu
          table="alarm-info"
          name={say('alarmInfo')}
          question={alarmQuestion(shown.filter)}
        />
      </RecordFields>
      <RecordTable
        label={say('alarmInfo')}
        query={entries}
        shown={shown}
        ends
        columns={[
          {
            title: say('group'),
            cell: ({ group }) => (
              <span className={styles.group}>
                <GroupChip group={group} />
                <span>{group}</span>
              </span>
            ),
            wide: true,
          },
          { title: say('description'), cell: ({ description }) => description, wide: true },
          {
            title: say('cleared'),
            cell: ({ clearedAt, end }) =>
              clearedAt ? (
                <DateTime at={clearedAt} />
              ) : (
                <span className={styles.open}>{say(end === 'open' ? 'open' : 'notSent')}</span>
              ),
            labelOnPhone: true,
          },
          {
            title: say('stood'),
            cell: ({ seconds, end }) => (
              <span className="digits">
                {end === 'next' && '≤ '}
                {formatTimeInState(seconds)}
              </span>
            ),
            numeric: true,
            labelOnPhone: true,
          },
        ]}
      />
    </>
  )
}
