import type {
  CompareBy,
  CompareFigures,
  CompareRow,
  CompareTrend,
  CompareTrendRow,
  Comparison,
} from '@packboard/contract'
import { type CSSProperties, Fragment } from 'react'
import type { AsOf } from '../filter/filterWire.ts'
import { formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowDown, IconArrowUp, IconChevronRight } from '../icons/icons.ts'
import { usePageTimes } from '../time/zone.ts'
import { useOneStop } from '../ui/useOneStop.ts'
import { useOpening } from '../ui/useOpening.ts'
import { CellDialog, RowPlace, type ShownCell } from './CellDialog.tsx'
import styles from './Compare.module.css'
import courseStyles from './CompareTable.module.css'
import {
  type CompareColumn,
  cellText,
  columns,
  columnTitle,
  deltaOf,
  shownColumns,
} from './columns.ts'
import type { CompareSort } from './compareSearch.ts'
import { type Course, pathOf, type Scale, scaleOf } from './course.ts'
import { DeltaLine } from './DeltaLine.tsx'
import { LineRow } from './LineRow.tsx'
import { type CellMark, columnMarks, strongestShade } from './marks.ts'
import { type RowLink, rowLinks, rowName } from './rowLinks.ts'

type Compared = Comparison & { readonly by: CompareBy }

const unmarked: CellMark = { end: null, shade: 0 }

/** The rows side by side; each cell explains itself, each row leads to its own page. */
export function CompareTable({
  clientId,
  compared: { by, rows, total, stopLengths, previousPeriod },
  shown,
  asOf,
  sort,
  change,
  under,
  hasDays,
  trend,
}: {
  clientId: number
  compared: Compared
  /** Which of the rows, and in which order. */
  shown: readonly CompareRow[]
  asOf: AsOf
  sort: CompareSort
  change: (column: CompareSort['column']) => void
  /** What stands under the name of a row. */
  under: (row: CompareRow) => string
  /** The client has a page of days. */
  hasDays: boolean
  /** The course of each row; undefined while it is on its way, null: these rows have none. */
  trend: CompareTrend | undefined | null
}) {
  const say = useTexts('compare')
  const sayOfTable = useTexts('ui')
  const plan = usePageTimes().factory
  const withBefore = previousPeriod !== null
  // A row that was not there before keeps the line of its figures; days and weeks have no time before.
  const hasChanges = rows.some(({ previous }) => previous !== null)
  const oneStop = useOneStop<HTMLDivElement>()
  const cell = useOpening<ShownCell>()
  const shownOnes = shownColumns(stopLengths === 'given')
  const figures = rows.map((row) => row.figures)
  const marks = new Map(
    shownOnes.map((column) => {
      const ofColumn = columnMarks(figures, column, by)
      return [column, new Map(rows.map(({ key }, index) => [key, ofColumn[index]]))] as const
    }),
  )
  const open = (chosen: Omit<ShownCell, 'by' | 'total'>) =>
    cell.open({ ...chosen, by, total: total.figures })
  const cellsOf = (
    name: string,
    own: CompareFigures,
    previous: CompareFigures | null,
    links: readonly RowLink[],
    ofOneWindow: boolean,
    markOf: (column: CompareColumn) => CellMark,
  ) =>
    shownOnes.map((column) => {
      const value = cellText(column, columns[column].of(own))
      const { end, shade } = markOf(column)
      return (
        <td
          key={column}
          // Read by the style sheet.
          style={{ '--shade': `${(shade * strongestShade).toFixed(1)}%` } as CSSProperties}
        >
          <button
            type="button"
            className={styles.figure}
            aria-haspopup="dialog"
            title={say('explainCell', { column: columnTitle(column), row: name, value })}
            onClick={() => open({ name, column, figures: own, previous, links, ofOneWindow })}
          >
            <b data-end={end}>
              {end && <span className="spoken">{say(end)}: </span>}
              {value}
            </b>
            {hasChanges && (
              <DeltaLine unit={columns[column].unit} delta={deltaOf(column, own, previous)} />
            )}
          </button>
        </td>
      )
    })
  const courses = new Map(trend?.rows.map((row) => [row.key, row]))
  const scale = scaleOf(
    trend ? [trend.total, ...trend.rows].flatMap(({ oeee, previous }) => [oeee, previous]) : [],
  )
  const courseOf = (found: Pick<CompareTrendRow, 'oeee' | 'previous'> | undefined) =>
    trend !== null && (
      <td className={styles.course}>
        {trend && found && (
          <CourseLine
            course={found.oeee}
            before={found.previous}
            step={trend.step}
            {...{ scale }}
          />
        )}
      </td>
    )
  return (
    <>
      <div ref={oneStop} className={styles.frame}>
        <table className={styles.table} aria-label={say('table')}>
          <thead>
            <tr>
              <SortedTitle title={say(by)} column="key" {...{ sort, change }} />
              {trend !== null && (
                <th scope="col" className={styles.course}>
                  {say('course')}
                </th>
              )}
              {shownOnes.map((column) => (
                <SortedTitle
                  key={column}
                  title={columnTitle(column)}
                  {...{ column, sort, change }}
                />
              ))}
              <th className={styles.go}>
                <span className="spoken">{sayOfTable('open')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              const name = rowName(by, row.key)
              const links = rowLinks(by, row, asOf, { hasDays, withBefore, plan })
              const [first] = links
              const ofOneWindow = row.from !== null
              return (
                <Fragment key={row.key}>
                  <tr>
                    <th scope="row">
                      {first ? (
                        <RowPlace link={first} {...{ clientId }}>
                          {name}
                        </RowPlace>
                      ) : (
                        name
                      )}
                      <small>{row.line ? say('sumOfMachines') : under(row)}</small>
                    </th>
                    {courseOf(courses.get(row.key))}
                    {cellsOf(name, row.figures, row.previous, links, ofOneWindow, (column) => {
                      return marks.get(column)?.get(row.key) ?? unmarked
                    })}
                    <td className={styles.go}>
                      {first && (
                        // The name leads there, too: this is for the hand alone.
                        <RowPlace link={first} {...{ clientId }} tabIndex={-1} aria-hidden>
                          <IconChevronRight size={16} />
                        </RowPlace>
                      )}
                    </td>
                  </tr>
                  {row.line && (
                    <LineRow
                      {...{ row, name }}
                      line={row.line}
                      columns={shownOnes}
                      hasCourse={trend !== null}
                    />
                  )}
                </Fragment>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                {say('total')}
                <small>{say('rowCount', { count: rows.length })}</small>
              </th>
              {courseOf(trend?.total)}
              {cellsOf(say('total'), total.figures, total.previous, [], true, () => unmarked)}
              <td className={styles.go} />
            </tr>
          </tfoot>
        </table>
      </div>
      {cell.about && <CellDialog {...{ clientId }} cell={cell.about} {...cell.dialog} />}
    </>
  )
}

function SortedTitle({
  title,
  column,
  sort,
  change,
}: {
  title: string
  column: CompareSort['column']
  sort: CompareSort
  change: (column: CompareSort['column']) => void
}) {
  const sorted = sort.column === column
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={!sorted ? 'none' : sort.descending ? 'descending' : 'ascending'}>
      <button type="button" className={styles.sort} onClick={() => change(column)}>
        {title}
        {sorted && <Arrow size={14} />}
      </button>
    </th>
  )
}

const size = { width: 96, height: 28 }

/** OEEE over the window of the table as a line over the one of before; read aloud by its first, lowest and last value. */
function CourseLine({
  course,
  before,
  scale,
  step,
}: {
  course: Course
  before: Course | null
  scale: Scale
  step: 'hour' | 'day' | 'week'
}) {
  const say = useTexts('compare')
  const known = course.filter((value) => value !== null)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <svg
      className={courseStyles.course}
      viewBox={`-3 -3 ${size.width + 6} ${size.height + 6}`}
      width={size.width + 6}
      height={size.height + 6}
      role="img"
      aria-label={say('courseSpoken', {
        step: say(`by${step}`),
        first: formatPercent(first),
        lowest: formatPercent(Math.min(...known)),
        last: formatPercent(last),
      })}
    >
      {before && <path d={pathOf(before, scale, size)} data-before="true" />}
      <path d={pathOf(course, scale, size)} />
    </svg>
  )
}
