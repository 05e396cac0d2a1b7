import type { AlarmGroupStatistic, AlarmStatisticRow } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GroupChip } from '../charts/GroupChip.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { everything } from '../filter/filter.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import styles from './AlarmStatistics.module.css'
import records from './RecordTable.module.css'
import { RecordFields, type useRecordFilter } from './RecordTable.tsx'
import { recordQueries } from './recordQueries.ts'
import { machineAndWindow } from './recordsWire.ts'

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
            <Pager {...{ page, pageSize }} count={rows.length} change={shown.changePage} />
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

type Answer = {
  readonly alarms: readonly AlarmStatisticRow[]
  readonly groups: readonly AlarmGroupStatistic[]
}

/** What a row of the statistics is of: one text, or all texts of a group. */
const statisticParts = ['text', 'group'] as const
type StatisticPart = (typeof statisticParts)[number]

/** A row; a group has no description. */
type StatisticRow = AlarmGroupStatistic & { readonly description: string | null }

const statisticColumns = [
  'description',
  'group',
  'count',
  'seconds',
  'meanSeconds',
  'open',
] as const
type StatisticColumn = (typeof statisticColumns)[number]

type StatisticOrder = { readonly by: StatisticColumn; readonly descending: boolean }

/** The rows of the chosen group and description, in the chosen order; equal ones by group, then by description. */
function statisticRows(
  { alarms, groups }: Answer,
  {
    part,
    group,
    description,
  }: { readonly part: StatisticPart; readonly group: string; readonly description: string },
  { by, descending }: StatisticOrder,
): StatisticRow[] {
  const rows: readonly StatisticRow[] =
    part === 'text' ? alarms : groups.map((one): StatisticRow => ({ ...one, description: null }))
  const sign = descending ? -1 : 1
  return rows
    .filter(
      (row) =>
        (group === everything || row.group === group) &&
        (part === 'group' || description === everything || row.description === description),
    )
    .toSorted(
      (a, b) =>
        sign * compare(a[by], b[by]) ||
        compare(a.group, b.group) ||
        compare(a.description, b.description),
    )
}

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a ?? '').localeCompare(String(b ?? ''))
}

/** The column that is chosen next: texts are read upwards first, of figures the largest come first. */
function nextOrder(order: StatisticOrder, chosen: StatisticColumn): StatisticOrder {
  if (chosen === order.by) return { by: chosen, descending: !order.descending }
  return { by: chosen, descending: chosen !== 'description' && chosen !== 'group' }
}

/** What the lists above the table offer: what stood in the window under the other of the two. */
function statisticChoices(
  { alarms }: Pick<Answer, 'alarms'>,
  { group, description }: { readonly group: string; readonly description: string },
) {
  const distinct = (values: readonly string[]) => [...new Set(values)].sort()
  return {
    groups: distinct(
      alarms
        .filter((row) => description === everything || row.description === description)
        .map((row) => row.group),
    ),
    descriptions: distinct(
      alarms
        .filter((row) => group === everything || row.group === group)
        .map((row) => row.description),
    ),
  }
}
