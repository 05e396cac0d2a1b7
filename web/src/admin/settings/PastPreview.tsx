import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import type { SettingsPreview } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import { formatCount, formatDecimals, formatPercent } from '../../i18n/formatNumber.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { useShownZone } from '../../time/zone.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { dayText } from '../plan/planWords.ts'
import history from './History.module.css'
import styles from './PastPreview.module.css'

type Week = SettingsPreview['weeks'][number]

/** What a change of the past would move: how many days, the OEEE of each week before and after, and what stays. Nothing is stored yet. */
export function PastPreview({
  preview,
  confirmed,
  confirm,
}: {
  /** Null: nothing has come yet. */
  preview: SettingsPreview | null
  /** The person wants a day before the first record. */
  confirmed: boolean
  confirm: (confirmed: boolean) => void
}) {
  const say = useTexts('settings')
  const zone = useShownZone()
  const { done = 0, of = 0, days = 0, machines = [], weeks = [] } = preview ?? {}
  const working = preview === null || done < of
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // A browser alone scrolls.
    if (!working) section.current?.scrollIntoView?.({ block: 'nearest' })
  }, [working])
  const dayOf = (at: Date) => formatDateTime(at, zone).slice(0, 10)
  return (
    <section
      ref={section}
      className={styles.preview}
      aria-label={say('preview')}
      aria-busy={working}
    >
      <div className={styles.head}>
        <div role="status">
          <h3>
            {preview === null
              ? say('workingOut')
              : days === 0 && !working
                ? say('movesNothing')
                : say('moves', { count: days, machines: machines.length })}
          </h3>
        </div>
        <span>
          {working
            ? of > 0 && say('workedOut', { done: formatCount(done), of: formatCount(of) })
            : weeks.length > 0 && say('dashedBefore')}
        </span>
      </div>
      {working && (
        <>
          <progress
            className={history.progress}
            aria-label={say('workingOut')}
            {...(of > 0 && { max: of, value: done })}
          />
          <p>{say('nothingChanged')}</p>
        </>
      )}
      {!working && weeks.length > 1 && <WeekLines weeks={weeks} />}
      {!working && weeks.length > 0 && <Weeks weeks={weeks} />}
      {!working && preview && (
        <ul className={styles.notes}>
          {machines.length > 1 && (
            <Note>
              {machines
                .map(({ machineId, days: count }) => say('daysOf', { name: machineId, count }))
                .join(', ')}
            </Note>
          )}
          {preview.clients.length > 1 && <Note>{clientWords(preview, say)}</Note>}
          {preview.keptFrom && <Note>{say('keptFrom', { day: dayOf(preview.keptFrom) })}</Note>}
          {days > 0 && <Note>{say('saysBefore')}</Note>}
        </ul>
      )}
      {!working && preview?.beforeFirst && (
        <Checkbox
          className={styles.sure ?? ''}
          label={say('beforeFirst', { day: dayOf(preview.beforeFirst) })}
          checked={confirmed}
          onChange={(event) => confirm(event.currentTarget.checked)}
        />
      )}
    </section>
  )
}

function Note({ children }: { children: string }) {
  return (
    <li>
      <KeepDates>{children}</KeepDates>
    </li>
  )
}

/** `Northfield: 12 machines, 214 days`; those that the person does not see have no name. */
const clientWords = ({ clients }: SettingsPreview, say: Say<'settings'>): string =>
  clients
    .map(({ name, machines, days: count }) =>
      say('clientMoves', { name: name ?? say('otherClients'), machines, count }),
    )
    .join('; ')

/** `40` of `2026-W40`. */
const weekNo = (week: string) => String(Number(week.slice(week.indexOf('W') + 1)))

/** `−1.4 pt`: in points of percent, one decimal. */
function changeWords({ before, after }: Week, say: Say<'settings'>): string {
  if (before === null || after === null) return ''
  const points = Math.round((after - before) * 1_000) / 10
  const sign = points > 0 ? '+' : points < 0 ? '−' : '±'
  return say('points', { points: `${sign}${formatDecimals(Math.abs(points), 1)}` })
}

const percent = (share: number | null) => formatPercent(share === null ? null : share * 100)

const shownAtFirst = 6

/** The weeks in order, that with the largest change marked; of many, those that move most until all are wanted. */
function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const say = useTexts('settings')
  const [all, showAll] = useState(false)
  const byMove = weeks.toSorted((a, b) => moved(b) - moved(a))
  const shown = all ? weeks : weeks.filter((week) => byMove.indexOf(week) < shownAtFirst)
  return (
    <div className={styles.weeks}>
      <table aria-label={say('weeks')}>
        <thead>
          <tr>
            <th scope="col">{say('week')}</th>
            <th scope="col">{say('before')}</th>
            <th scope="col">{say('after')}</th>
            <th scope="col">{say('change')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((week) => (
            <tr key={week.week} data-most={week === byMove[0] && weeks.length > 1}>
              <th scope="row">
                {say('weekNo', { week: weekNo(week.week) })}{' '}
                <small>
                  <KeepDates>{dayText(week.from)}</KeepDates>
                </small>
              </th>
              <td>{percent(week.before)}</td>
              <td>{percent(week.after)}</td>
              <td>{changeWords(week, say)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < weeks.length && (
        <Button variant="default" size="xs" onClick={() => showAll(true)}>
          {say('showAllWeeks', { count: weeks.length })}
        </Button>
      )}
    </div>
  )
}

const moved = ({ before, after }: Week) =>
  before === null || after === null ? 0 : Math.abs(after - before)

const size = { width: 346, height: 96, gap: 6 } as const

/** OEEE by week, before dashed: the shape alone, the numbers are in the table. */
function WeekLines({ weeks }: { weeks: readonly Week[] }) {
  const say = useTexts('settings')
  const values = weeks.flatMap(({ before, after }) => [before, after]).filter((one) => one !== null)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (index: number) => (index / (weeks.length - 1)) * size.width
  const y = (share: number) =>
    size.gap + ((high - share) / (high - low || 1)) * (size.height - 2 * size.gap)
  const path = (which: 'before' | 'after') => {
    let pen = 'M'
    return weeks
      .map((week, index) => {
        const share = week[which]
        const step = share === null ? '' : `${pen}${x(index).toFixed(1)} ${y(share).toFixed(1)}`
        pen = share === null ? 'M' : 'L'
        return step
      })
      .join('')
  }
  const moves = weeks.map(moved)
  const most = moves.indexOf(Math.max(...moves))
  return (
    <figure className={styles.lines} aria-hidden="true">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
      >
        <path d={`M${x(most)} 0V${size.height}`} data-mark />
        <path d={path('before')} data-before />
        <path d={path('after')} data-after />
      </svg>
      <figcaption>
        <span>{say('weekNo', { week: weekNo(weeks[0]?.week ?? '') })}</span>
        <span>
          {percent(low)}–{percent(high)}
        </span>
        <span>{say('weekNo', { week: weekNo(weeks.at(-1)?.week ?? '') })}</span>
      </figcaption>
    </figure>
  )
}
