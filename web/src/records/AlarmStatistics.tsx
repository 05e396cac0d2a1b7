import { formatTimeInState } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GroupChip } from '../charts/GroupChip.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import styles from './AlarmStatistics.module.css'
import {
  nextOrder,
  type StatisticOrder,
  type StatisticPart,
  type StatisticRow,
  statisticChoices,
  statisticColumns,
  statisticParts,
  statisticRows,
} from './alarmStatisticRows.ts'
import { RecordFields } from './RecordFields.tsx'
import records from './RecordTable.module.css'
import { recordQueries } from './recordQueries.ts'
import { machineAndWindow } from './recordsWire.ts'
import type { useRecordFilter } from './useRecordFilter.ts'

/** How often each alarm stood and for how long, by text or by group, sorted by any column. */
export function AlarmStatistics({ shown }: { shown: ReturnType<typeof useRecordFilter> }) {
  const say = useTexts('alarmStatistics')
  const query = useQuery(recordQueries.alarmStatistics(shown.filter))
  const [part, choosePart] = useState<StatisticPart>('text')
  const [order, setOrder] = useState<StatisticOrder>({ by: 'seconds', descending: true })
  const { page, pageSize } = shown
  const answer = query.isError ? undefined : query.data
  const choices = statisticChoices(answer ?? { alarms: [] }, shown.filter)
  // A group has no description to sort by.
  const sorted: StatisticOrder =
    part === 'group' && order.by === 'description' ? { ...order, by: 'group' } : order
  const rows = answer ? statisticRows(answer, { part, ...shown.filter }, sorted) : []
  const change = (key: string) => {
    const chosen = statisticColumns.find((each) => each === key)
    if (chosen === undefined) return
    shown.changePage(1)
    setOrder(nextOrder(sorted, chosen))
  }
  return (
    <>
      <RecordFields shown={shown} {...choices}>
        <ExportMenu
          table="alarm-statistics"
          name={say('title')}
          question={machineAndWindow(shown.filter)}
        />
      </RecordFields>
      <div className={styles.above}>
        <Segmented
          label={say('rowsOf')}
          value={part}
          options={statisticParts.map((value) => ({ value, label: say(value) }))}
          choose={(chosen) => {
            shown.changePage(1)
            choosePart(chosen)
          }}
        />
        <p role="status">{answer ? say('rowCount', { count: rows.length }) : ''}</p>
      </div>
      <div className={styles.table}>
        <DataTable
          label={say('title')}
          query={query}
          rows={() => rows.slice((page - 1) * pageSize, page * pageSize)}
          rowKey={({ group, description }) => JSON.stringify([group, description])}
          columns={columnsOf(say, part)}
          sorting={{ ...sorted, change }}
          skeletonRows={pageSize}
          hint={say('noneHint')}
        />
      </div>
      {rows.length > 0 && (
        <>
          <p className={styles.note}>
            {say('explained')}
            {rows.some(({ withoutEnd }) => withoutEnd > 0) && ` ${say('upperLimit')}`}
          </p>
          <div className={records.pager}>
            <Pager
              {...{ page, pageSize }}
              count={rows.length}
              change={shown.changePage}
              changeSize={shown.changePageSize}
            />
          </div>
        </>
      )}
    </>
  )
}

/** A time that would be shorter if its clearing had come. */
const timeText = (seconds: number, { withoutEnd }: StatisticRow) =>
  `${withoutEnd > 0 ? '≤ ' : ''}${formatTimeInState(seconds)}`

function columnsOf(
  say: ReturnType<typeof useTexts<'alarmStatistics'>>,
  part: StatisticPart,
): Column<StatisticRow>[] {
  const group: Column<StatisticRow> = {
    key: 'group',
    title: say('group'),
    cell: (row) => (
      <span className={records.group}>
        <GroupChip group={row.group} />
        <span>{row.group}</span>
      </span>
    ),
  }
  const description: Column<StatisticRow> = {
    key: 'description',
    title: say('text'),
    cell: (row) => row.description,
    wide: true,
  }
  return [
    ...(part === 'text' ? [description, group] : [{ ...group, wide: true }]),
    {
      key: 'count',
      title: say('number'),
      cell: ({ count }) => formatCount(count),
      numeric: true,
    },
    {
      key: 'seconds',
      title: say('total'),
      cell: (row) => <b className="digits">{timeText(row.seconds, row)}</b>,
      numeric: true,
    },
    {
      key: 'meanSeconds',
      title: say('mean'),
      cell: (row) => timeText(row.meanSeconds, row),
      numeric: true,
    },
    {
      key: 'open',
      title: say('open'),
      cell: ({ open }) => (open > 0 ? <b>{formatCount(open)}</b> : formatCount(open)),
      numeric: true,
    },
  ]
}
