import { type ChangeRow, changeLimits, changeList } from '@packboard/contract'
import { filterPeriod, formatClock, noFigure } from '@packboard/model'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { figureOptions, useFigures } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { untilOf, windowWire } from '../filter/filterWire.ts'
import { formatCount, formatDecimals, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconPencil } from '../icons/furtherIcons.ts'
import { windowAround } from '../stops/windowAround.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useSight } from '../ui/useSight.ts'
import styles from './ChangesPanel.module.css'

/** What is shown around a change, besides the five minutes of every such window. */
const aroundMs = 25 * 60_000

/** So many are listed whether it got worse beyond chance or not. */
const shownAnyway = 5

const measures = [
  { of: 'stops', word: 'stops', format: (value: number) => formatDecimals(value, 1) },
  { of: 'rejects', word: 'rejects', format: formatPercent },
  { of: 'speed', word: 'speed', format: (value: number) => formatDecimals(value, 1) },
] as const

/** Which settings were changed before the machine got worse, and what its figures were before and after every change. */
export function ChangesPanel({
  scope,
  apply,
}: {
  scope: ChangeScope
  apply: (filter: ProductionFilter) => void
}) {
  const say = useTexts('changes')
  // It is far down, and what it compares is a week at least: it is requested when it comes into sight.
  const [place, inSight] = useSight<HTMLDivElement>(false)
  const { query } = useFigures(changeQueries.list(scope, inSight))
  return (
    <div ref={place}>
      <Panel title={say('title')} sub={say('sub')}>
        {!inSight && query.data === undefined ? (
          <div className={styles.waiting} />
        ) : (
          <Loadable
            query={query}
            isEmpty={({ rows }) => rows.length === 0}
            picture={<IconPencil size={24} stroke={1.5} />}
            hint={say('noChanges')}
            waiting={<Skeleton width="100%" height={96} />}
          >
            {(answer) => <Judged {...{ scope, apply, answer }} />}
          </Loadable>
        )}
      </Panel>
    </div>
  )
}

function Judged({
  scope,
  apply,
  answer: { rows, count, from },
}: Parameters<typeof ChangesPanel>[0] & {
  answer: { rows: readonly ChangeRow[]; count: number; from: Date }
}) {
  const say = useTexts('changes')
  const [whole, setWhole] = useState(false)
  const worse = rows.filter(({ isWorse }) => isWorse).length
  const first = rows.slice(0, Math.max(shownAnyway, worse))
  return (
    <>
      <p className={styles.verdict}>
        {worse > 0 ? say('changedBefore') : say('none', { count: changesIn(rows) })}
      </p>
      <Changes rows={whole ? rows : first} {...{ apply }} filter={scope.filter} />
      <p className={styles.chance}>
        {say('chance')}
        <Reach {...{ scope, rows, count, from }} />
      </p>
      {first.length < rows.length && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          data-screen-only
        >
          {whole ? say('showFewer') : say('showAll', { count: formatCount(changesIn(rows)) })}
        </button>
      )}
    </>
  )
}

const changesIn = (rows: readonly ChangeRow[]) =>
  rows.reduce((sum, { changes }) => sum + changes.length, 0)

/** What of the window is not in the list. */
function Reach({
  rows,
  count,
  from,
  scope,
}: {
  rows: readonly ChangeRow[]
  count: number
  from: Date
  scope: ChangeScope
}) {
  const say = useTexts('changes')
  const parts = [
    count > changesIn(rows) &&
      say('subNewest', { judged: formatCount(changesIn(rows)), count: formatCount(count) }),
    filterPeriod(scope.filter).from < from && say('subLast', { days: String(changeLimits.days) }),
  ].filter(Boolean)
  return parts.length > 0 ? <> ({parts.join(', ')})</> : null
}

function Changes({
  rows,
  apply,
  filter,
}: {
  rows: readonly ChangeRow[]
  apply: (filter: ProductionFilter) => void
  filter: ProductionFilter
}) {
  const say = useTexts('changes')
  const zone = useShownZone()
  const around = (at: Date) => {
    const [start, end] = [new Date(at.getTime() - aroundMs), new Date(at.getTime() + aroundMs)]
    apply(windowAround(filter, start, end))
  }
  return (
    <table className={styles.changes} aria-label={say('title')}>
      <thead>
        <tr>
          <th scope="col">{say('when')}</th>
          <th scope="col">{say('change')}</th>
          {measures.map(({ of, word }) => (
            <th scope="col" key={of}>
              {say(word)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.at.toISOString()} data-worse={row.isWorse}>
            <td>
              <button
                type="button"
                className={styles.when}
                title={say('showAround', { time: formatClock(row.at, zone) })}
                onClick={() => around(row.at)}
              >
                <DateTime at={row.changes[0]?.at ?? row.at} />
              </button>
            </td>
            <th scope="row">
              {row.changes.map(({ description, valueBefore, valueAfter, userGroup, at }) => (
                <span key={`${at.toISOString()} ${description} ${valueAfter}`}>
                  {description} <b className="digits">{`${valueBefore} → ${valueAfter}`}</b>
                  <small>{userGroup}</small>
                </span>
              ))}
            </th>
            {row.figures ? (
              measures.map(({ of, word, format }) => (
                <td key={of} data-of={say(word)}>
                  <Difference figure={row.figures?.[of]} format={format} />
                </td>
              ))
            ) : (
              <td colSpan={measures.length} className={styles.little}>
                {say('tooLittle')}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Figure = NonNullable<ChangeRow['figures']>['stops']

/** `0.3 % → 3.6 %`, marked where it got worse beyond chance. */
function Difference({
  figure,
  format,
}: {
  figure: Figure | undefined
  format: (value: number) => string
}) {
  const say = useTexts('changes')
  const shown = (value: number | null | undefined) =>
    value === null || value === undefined ? noFigure : format(value)
  const [before, after] = [shown(figure?.before), shown(figure?.after)]
  return (
    <span className={styles.difference} data-worse={figure?.isWorse === true}>
      <span aria-hidden="true" className="digits">{`${before} → ${after}`}</span>
      <span className="spoken">
        {say('fromTo', { before, after })}
        {figure?.isWorse && `, ${say('worse')}`}
      </span>
    </span>
  )
}

/** Whose changes, and in which window. */
type ChangeScope = {
  readonly clientId: number
  readonly serialNo: string
  readonly filter: ProductionFilter
}

/** What was changed at a machine. Product, tool and cause narrow nothing: a change is one of the machine. */
const changeQueries = {
  list: ({ clientId, serialNo, filter }: ChangeScope, enabled: boolean) =>
    figureOptions({
      key: ['production', 'whatChanged', clientId, serialNo],
      filter,
      ask: (asOf, signal) => {
        const window = { ...windowWire(asOf.filter), ...untilOf(asOf) }
        return call(changeList, { query: { clientId, machineId: serialNo, ...window } }, signal)
      },
      enabled,
    }),
}
