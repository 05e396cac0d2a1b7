import type { StopHeat as Heat, StopHeat as HeatAnswer } from '@packboard/contract'
import { periodFilter } from '@packboard/model'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFigures } from '../filter/figureQuery.ts'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import { windowText } from '../filter/filterText.ts'
import { searchOfFilter } from '../filter/searchOfFilter.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { useOneStop } from '../ui/useOneStop.ts'
import { useSight } from '../ui/useSight.ts'
import { stopHeatQuery } from './overTimeQueries.ts'
import styles from './StopHeat.module.css'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** A Monday. */
const aMonday = Date.UTC(2026, 0, 5)

/** When machines stand: minutes of stop time of each hour of the week; an hour leads to its worst one on the timeline. */
export function StopHeat({ clientId, filter }: { clientId: number; filter: ProductionFilter }) {
  const say = useTexts('compare')
  const [place, inSight] = useSight<HTMLDivElement>(false)
  const { query, asOf } = useFigures(stopHeatQuery(clientId, filter, inSight))
  const shown = asOf?.filter ?? filter
  const found = query.data
  return (
    <div ref={place}>
      <Panel
        title={say('heat')}
        sub={[say('heatSub'), found && windowText(periodFilter(found, shown.zone)), shown.zone]
          .filter(Boolean)
          .join(', ')}
      >
        <Loadable
          query={query}
          isEmpty={({ cells }) => cells.every(({ stopSeconds }) => stopSeconds === 0)}
          hint={say('heatNone')}
          waiting={<Skeleton width="100%" height={216} />}
        >
          {(heat) => <Grid {...{ clientId, heat }} filter={shown} />}
        </Loadable>
      </Panel>
    </div>
  )
}

function Grid({
  clientId,
  heat,
  filter,
}: {
  clientId: number
  heat: Heat
  filter: ProductionFilter
}) {
  const say = useTexts('compare')
  const narrow = useNarrow()
  const navigate = useNavigate()
  const oneStop = useOneStop<HTMLTableElement>()
  const names = useWeekdays()
  const cells = useMemo(
    () => new Map(heat.cells.map((cell) => [cell.weekday * 24 + cell.hour, cell])),
    [heat],
  )
  const most = Math.max(...heat.cells.map(minutesOf))
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const spoken = (cell: HeatCell) =>
    say('heatCell', {
      day: names.long[cell.weekday - 1] ?? '',
      time: clock(cell.hour),
      minutes: formatCount(Math.round(minutesOf(cell))),
    })
  const open = ({ worst }: HeatCell) => {
    const { preset: _, product: __, machine: ___, ...kept } = filter
    void navigate({
      to: '/admin/timeline',
      search: {
        ...searchOfFilter({
          ...kept,
          ...{ tool: everything, recipe: everything },
          ...periodFilter(worst, filter.zone),
        }),
        client: clientId,
      },
    })
  }
  const cellAt = (weekday: number, hour: number) => {
    const cell = cells.get(weekday * 24 + hour)
    const key = `${weekday} ${hour}`
    if (!cell) return <td key={key} />
    if (cell.closed > 0.999 && cell.stopSeconds === 0) {
      return (
        <td key={key} data-closed="true">
          <span className="spoken">{say('heatClosed')}</span>
        </td>
      )
    }
    const step = heatStep(cell, most)
    return (
      <td key={key} data-step={step}>
        <button
          type="button"
          title={spoken(cell)}
          aria-label={spoken(cell)}
          onClick={() => open(cell)}
        >
          {step >= 3 && formatCount(Math.round(minutesOf(cell)))}
        </button>
      </td>
    )
  }
  const [across, down] = narrow ? [weekdays, hours] : [hours, weekdays]
  const dayName = (weekday: number) => names.short[weekday - 1] ?? ''
  const acrossName = (value: number) =>
    narrow ? dayName(value) : value % 2 === 0 ? String(value).padStart(2, '0') : ''
  return (
    <>
      <table ref={oneStop} className={styles.heat} aria-label={say('heat')}>
        <thead>
          <tr>
            <td />
            {across.map((value) => (
              <th key={value} scope="col">
                {acrossName(value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.map((value) => (
            <tr key={value}>
              <th scope="row">{narrow ? clock(value) : dayName(value)}</th>
              {across.map((other) => (narrow ? cellAt(other, value) : cellAt(value, other)))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
        <p>{say('heatMost', { cells: worstCells(heat.cells).map(spoken).join('; ') })}</p>
        <span className={styles.legend}>
          {say('heatLess')}
          {heatSteps.map((share, step) => (
            <i key={share} data-step={step} aria-hidden="true" />
          ))}
          {say('heatMore')}
          <i data-closed="true" aria-hidden="true" /> {say('heatClosed')}
        </span>
      </div>
    </>
  )
}

/** The days of the week in the language of the screens, from Monday on. */
function useWeekdays() {
  const locale = useLocale()
  return useMemo(() => {
    const named = (weekday: 'short' | 'long') => {
      const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
      return weekdays.map((day) => format.format(aMonday + (day - 1) * 86_400_000))
    }
    return { short: named('short'), long: named('long') }
  }, [locale])
}

type HeatCell = HeatAnswer['cells'][number]

/** The shares of the highest cell from which a cell is of each of the six steps of lightness. */
const heatSteps = [0, 0.02, 0.2, 0.4, 0.6, 0.8] as const

/** Minutes of one such hour, of all machines together. */
const minutesOf = ({ stopSeconds, times }: Pick<HeatCell, 'stopSeconds' | 'times'>): number =>
  stopSeconds / times / 60

/** 0 of no stop time to 5 of the most. */
function heatStep(cell: Pick<HeatCell, 'stopSeconds' | 'times'>, most: number): number {
  if (most <= 0) return 0
  const share = minutesOf(cell) / most
  return heatSteps.findLastIndex((least) => share >= least)
}

/** The two hours with the most stop time. */
const worstCells = (cells: readonly HeatCell[]): HeatCell[] =>
  cells
    .filter(({ stopSeconds }) => stopSeconds > 0)
    .sort((a, b) => minutesOf(b) - minutesOf(a))
    .slice(0, 2)
