import { Button } from '@mantine/core'
import {
  type ExplainedInterval,
  type ExplainQuery,
  explain,
  explainIntervals,
} from '@packboard/contract'
import { formatClock, formatDay, localDate } from '@packboard/model'
import { infiniteQueryOptions, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../api/call.ts'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { type Say, textsOf, useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import styles from './ExplainedIntervals.module.css'
import { formatExactly, type TermUnit } from './explainWords.ts'

/** Every interval that a figure is made of, page by page, and under them what they add up to. */
export function ExplainedIntervals({
  question,
  unit,
  value,
  hasRecovered,
}: {
  question: ExplainQuery
  unit: TermUnit
  /** The figure that the rows add up to once all of them are here. */
  value: number | null
  /** Some of them were recovered of gaps, and can be listed alone. */
  hasRecovered: boolean
}) {
  const say = useTexts('explain')
  const [source, setSource] = useState<IntervalSource>('all')
  const sayOfUi = useTexts('ui')
  const zone = useShownZone()
  const pages = useInfiniteQuery(explainQueries.intervals(question, source))
  const rows = useMemo(() => pages.data?.pages.flatMap((page) => page.rows), [pages.data])
  const query = {
    isPending: pages.isPending,
    // After a failed page the earlier ones stay; the button requests it again.
    isError: pages.isError && rows === undefined,
    data: rows,
    refetch: pages.refetch,
  }
  const columns = question.figure === 'oeee' ? oeeeColumns(say) : amountColumns(say, unit)
  const table = (
    <Loadable query={query} emptyText={sayOfUi('noData')} isEmpty={(all) => all.length === 0}>
      {(all) => (
        <div className={styles.intervals}>
          <table aria-label={say('intervals')}>
            <thead>
              <tr>
                <th scope="col">
                  {say('timeIn', { name: zone, zone: (inner) => <small>{inner}</small> })}
                </th>
                <th scope="col">{say('state')}</th>
                {columns.map(({ title }) => (
                  <th key={title} scope="col" className={styles.figure}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {all.map((row) => (
                <tr key={keyOf(row)}>
                  <td className={styles.time}>{timeOf(row, zone)}</td>
                  <td>
                    <What row={row} />
                  </td>
                  {columns.map(({ title, amount, write }) => (
                    <td key={title} className={styles.figure} data-title={title}>
                      {write(amount(row))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <div className={styles.foot}>
            <Sum
              {...{ rows: all, unit, figure: question.figure }}
              value={source === 'all' ? value : null}
              all={!pages.hasNextPage}
            />
            {pages.isFetchNextPageError && <p role="alert">{sayOfUi('couldNotLoad')}</p>}
            {pages.hasNextPage && (
              <Button
                variant="default"
                size="xs"
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                {pages.isFetchNextPageError ? sayOfUi('retry') : say('loadMore')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Loadable>
  )
  if (!hasRecovered) return table
  return (
    <>
      <div className={styles.source}>
        <Segmented<IntervalSource>
          label={say('sourceOfIntervals')}
          value={source}
          options={[
            { value: 'all', label: say('sourceAll') },
            { value: 'observed', label: say('sourceObserved') },
            { value: 'recovered', label: textsOf('states')('recovered') },
          ]}
          choose={setSource}
        />
      </div>
      {table}
    </>
  )
}

type Column = {
  readonly title: string
  readonly amount: (row: ExplainedInterval) => number | null
  readonly write: (amount: number | null) => string
}

const oeeeColumns = (say: Say<'explain'>): readonly Column[] => [
  {
    title: say('planned'),
    amount: (row) => row.plannedSeconds,
    write: (amount) => formatExactly(amount, 's'),
  },
  {
    title: say('good'),
    amount: (row) => row.goodSeconds,
    write: (amount) => formatExactly(amount, 's'),
  },
]

/** The text that names what is counted in a unit. */
const titles = {
  s: 'seconds',
  packs: 'packs',
  '%': 'share',
  ppm: 'speed',
  alarms: 'alarms',
} as const satisfies Record<TermUnit, string>

const amountColumns = (say: Say<'explain'>, unit: TermUnit): readonly Column[] => [
  {
    title: say(titles[unit]),
    amount: (row) => row.amount,
    // The heading names the unit.
    write: (amount) => formatExactly(amount, unit).replace(/ \D+$/, ''),
  },
]

/** What the rows add up to: of OEEE good by planned time, of anything else the sum. */
function Sum({
  rows,
  all,
  unit,
  value,
  figure,
}: {
  rows: readonly ExplainedInterval[]
  all: boolean
  unit: TermUnit
  value: number | null
  figure: ExplainQuery['figure']
}) {
  const say = useTexts('explain')
  const which = say(all ? 'sumOfAll' : 'sumOfFirst', { count: rows.length })
  if (figure === 'oeee') {
    const planned = addAmounts(rows.map(({ plannedSeconds }) => plannedSeconds))
    const good = rows.some(({ goodSeconds }) => goodSeconds === null)
      ? null
      : addAmounts(rows.map(({ goodSeconds }) => goodSeconds ?? 0))
    const share = good === null || planned === 0 ? null : (100 * good) / planned
    return (
      <p>
        {which}
        <b>
          100 × {formatExactly(good, 's')} / {formatExactly(planned, 's')} ={' '}
          {formatExactly(share, '%')}
        </b>
      </p>
    )
  }
  return (
    <p>
      {which}
      <b>{formatExactly(addAmounts(rows.map(({ amount }) => amount)), unit)}</b>
      {!all && value !== null && (
        <span>{say('ofValue', { value: formatExactly(value, unit) })}</span>
      )}
    </p>
  )
}

const keyOf = (row: ExplainedInterval) =>
  [
    row.machine,
    row.from.getTime(),
    row.to.getTime(),
    row.code,
    row.category,
    row.product,
    row.tool,
    row.user,
    row.causeGroup,
    row.cause,
    row.recovered,
  ].join('\n')

/** State first, then what was on the machine and what stopped it. */
function What({ row }: { row: ExplainedInterval }) {
  const sayState = useTexts('states')
  const offline = row.category === 'offline'
  const band = shownBand(row.code, offline)
  const context = [
    row.machine,
    ...[row.product, row.tool, row.user].map((text) => reportedText(text)),
  ]
    .filter(Boolean)
    .join(' · ')
  const cause = [row.causeGroup, row.cause].filter(Boolean).join(': ')
  return (
    <>
      <span className={styles.state} style={{ color: bandLooks[band].chipColour }}>
        <Glyph shape={shownShape(row.code, offline)} size={12} />
        <b>{offline ? sayState('silent') : stateWord(row.code, sayState)}</b>
      </span>
      {row.recovered && <span className={styles.recovered}>{sayState('recovered')}</span>}
      {cause && <span className={styles.cause}>{cause}</span>}
      <span className={styles.context}>{context}</span>
    </>
  )
}

/** Day over the clock times; the second day stands beside its time where an interval crosses midnight. */
function timeOf({ from, to }: ExplainedInterval, zone: string) {
  const sameDay = localDate(from, zone) === localDate(to, zone)
  const instant = from.getTime() === to.getTime()
  return (
    <>
      <span>{formatDay(from, zone)}</span>
      <span className="digits">
        {formatClock(from, zone)}
        {!instant && ` – ${sameDay ? '' : `${formatDay(to, zone)} `}${formatClock(to, zone)}`}
      </span>
    </>
  )
}

/** Billionths: the finest that packs are counted in, and a thousand thousand times finer than time. */
const scale = 1_000_000_000

/**
 * The sum of amounts that are whole milliseconds or billionths of packs. Added as integers, so that a sum of many rows is
 * the figure to the last digit and not nearly so.
 */
export function addAmounts(amounts: readonly number[]): number {
  let whole = 0n
  for (const amount of amounts) {
    const units = Math.trunc(amount)
    whole += BigInt(units) * BigInt(scale) + BigInt(Math.round((amount - units) * scale))
  }
  const sign = whole < 0n ? -1 : 1
  const size = whole < 0n ? -whole : whole
  return sign * Number(`${size / BigInt(scale)}.${String(size % BigInt(scale)).padStart(9, '0')}`)
}

const pageSize = 100

/** Whether rows were observed, or recovered of gaps by the machine's own counters (D71). */
type IntervalSource = 'all' | 'observed' | 'recovered'

export const explainQueries = {
  explanation: (question: ExplainQuery) =>
    queryOptions({
      queryKey: ['explain', 'explanation', question],
      queryFn: ({ signal }) => call(explain, { query: question }, signal),
    }),
  /** The next page continues after the last row of this one, so that new rows shift nothing. */
  intervals: (question: ExplainQuery, source: IntervalSource) =>
    infiniteQueryOptions({
      queryKey: ['explain', 'intervals', question, source],
      queryFn: ({ pageParam, signal }) =>
        call(
          explainIntervals,
          { query: { ...question, source, after: pageParam, pageSize } },
          signal,
        ),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
    }),
}
