import { formatHoursMinutes, formatTimeInState, machineStates } from '@packboard/model'
import { memo, useMemo, useState } from 'react'
import { bandLooks, shownShape } from '../charts/bandLook.ts'
import { GroupChip } from '../charts/GroupChip.tsx'
import { useFigures } from '../filter/figureQuery.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { stateWordOf } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChartBar } from '../icons/furtherIcons.ts'
import { IconChevronRight } from '../icons/icons.ts'
import { stopCauseQueries } from '../kpis/stopCauseQueries.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { everyStop, type StopSelection, sameSelection } from '../stops/stopSearch.ts'
import type { StopSelecting } from '../stops/useStopSelection.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import { type ParetoMeasure, type ParetoRow, pareto } from './pareto.ts'
import { type ProductionScope, partIds } from './productionScope.ts'
import styles from './StopCausesPanel.module.css'
import { ScopeExport } from './scopeParts.tsx'

const measures = [
  { value: 'seconds', word: 'stopTime' },
  { value: 'count', word: 'stopCount' },
  { value: 'lostPacks', word: 'lostPacks' },
] as const satisfies readonly { value: ParetoMeasure; word: string }[]

/** The bars of a panel that is still to come. */
const lines = [90, 64, 52, 30, 18]

/** So many are read at a glance; the rest comes on demand. */
const shownAtFirst = 10

/** What stopped the machine first (D18), the most expensive cause at the top and how much the top ones make up together. */
export function StopCausesPanel({
  scope,
  selecting,
}: {
  scope: ProductionScope
  selecting: StopSelecting
}) {
  const say = useTexts('production')
  const sayStops = useTexts('stops')
  const { clientId, serialNo, filter } = scope
  const { query: causes } = useFigures(stopCauseQueries.causes(clientId, serialNo, filter))
  const [measure, setMeasure] = useState<ParetoMeasure>('seconds')
  const [whole, setWhole] = useState(false)
  return (
    <Panel
      title={say('stopCauses')}
      id={partIds.stopCauses}
      help={<InfoTip figure="stopCauses" />}
      sub={say('stopCausesSub')}
      actions={
        <>
          <button
            type="button"
            className={styles.every}
            aria-pressed={sameSelection(selecting.selection, everyStop)}
            onClick={() => selecting.select(everyStop)}
          >
            {sayStops('showEvery')}
          </button>
          <MeasureField measure={measure} change={setMeasure} />
          <ScopeExport scope={scope} table="stop-causes" />
        </>
      }
    >
      <Loadable
        query={causes}
        isEmpty={(all) => all.causes.length === 0}
        picture={<IconChartBar size={24} stroke={1.5} />}
        hint={say('noStops')}
        waiting={
          <div className={styles.waiting} aria-hidden="true">
            {lines.map((line) => (
              <Skeleton key={line} width={`${line}%`} height={14} />
            ))}
          </div>
        }
      >
        {(answer) => (
          <Causes {...{ answer, measure, whole, selecting }} showWhole={() => setWhole(true)} />
        )}
      </Loadable>
    </Panel>
  )
}

const MeasureField = memo(function MeasureField({
  measure,
  change,
}: {
  measure: ParetoMeasure
  change: (measure: ParetoMeasure) => void
}) {
  const say = useTexts('production')
  return (
    <SoonSelect
      className={styles.sort ?? ''}
      aria-label={say('sortBy')}
      withCheckIcon={false}
      data={measures.map(({ value, word }) => ({ value, label: say(word) }))}
      value={measure}
      onChange={(chosen) =>
        change(measures.find(({ value }) => value === chosen)?.value ?? measures[0].value)
      }
    />
  )
})

function Causes({
  answer,
  measure,
  whole,
  selecting: { selection, select },
  showWhole,
}: {
  answer: { causes: Parameters<typeof pareto>[0] }
  measure: ParetoMeasure
  whole: boolean
  selecting: StopSelecting
  showWhole: () => void
}) {
  const say = useTexts('production')
  const rows = useMemo(() => pareto(answer.causes, measure), [answer, measure])
  const printing = usePrinting()
  const oneStop = useOneStop<HTMLTableElement>()
  const shown = whole || printing ? rows : rows.slice(0, shownAtFirst)
  const sorted = (column: ParetoMeasure) => (column === measure ? 'descending' : 'none')
  return (
    <>
      <table
        ref={oneStop}
        className={styles.pareto}
        aria-label={say('stopCauses')}
        data-chosen={shown.some((row) => sameSelection(selection, causeOf(row)))}
      >
        <thead>
          <tr>
            <th scope="col">{say('cause')}</th>
            <th scope="col" className={styles.barColumn}>
              <span className="spoken">{say('share')}</span>
            </th>
            <th scope="col" aria-sort={sorted('seconds')}>
              {say('time')}
            </th>
            <th scope="col" aria-sort={sorted('count')}>
              {say('stops')}
            </th>
            <th scope="col" aria-sort={sorted('lostPacks')}>
              {say('lostPacks')}
            </th>
            <th scope="col">{say('cumulative')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Cause
              key={`${row.group}\n${row.cause}`}
              row={row}
              chosen={sameSelection(selection, causeOf(row))}
              choose={() => select(causeOf(row))}
            />
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button type="button" className={styles.more} onClick={showWhole}>
          {say('showAll', { count: rows.length })}
        </button>
      )}
    </>
  )
}

/** A row as what is selected: the stops of exactly this cause. */
const causeOf = ({ group, cause }: ParetoRow): StopSelection => ({
  figure: 'cause',
  part: cause,
  partGroup: group,
})

function Cause({ row, chosen, choose }: { row: ParetoRow; chosen: boolean; choose: () => void }) {
  const say = useTexts('production')
  const sayState = useTexts('states')
  const { group, cause, share, cumulative, bar } = row
  return (
    <tr data-chosen={chosen} onClick={choose}>
      <th scope="row">
        <button
          type="button"
          className={styles.name}
          aria-pressed={chosen}
          onClick={(event) => {
            event.stopPropagation()
            choose()
          }}
        >
          {group ? <GroupChip group={group} /> : <StateGlyph name={cause} />}
          <span>
            {group ? cause : say('noAlarm', { state: stateWordOf(cause, sayState) })}
            {group && <small>{group}</small>}
          </span>
        </button>
      </th>
      <td className={styles.barColumn}>
        <span className={styles.track}>
          <i style={{ width: `${bar * 100}%` }} data-chart-key />
          <span>{formatPercent(share)}</span>
        </span>
      </td>
      <td>
        {row.seconds < 3_600 ? formatTimeInState(row.seconds) : formatHoursMinutes(row.seconds)}
      </td>
      <td>
        {row.count === 0 && row.seconds > 0 ? (
          <span className={styles.before} title={say('begunBeforeLong')}>
            {say('begunBefore')}
          </span>
        ) : (
          <>
            {formatCount(row.count)}
            <span className={styles.unit}> {say('stopUnit', { count: row.count })}</span>
          </>
        )}
      </td>
      <td>
        {formatCount(row.lostPacks)}
        <span className={styles.unit}> {say('lostPacksUnit')}</span>
      </td>
      <td>
        <span className={styles.cumulative}>
          <span className={styles.gauge} aria-hidden="true">
            <i style={{ width: `${cumulative ?? 0}%` }} />
          </span>
          {formatPercent(cumulative)}
          <IconChevronRight className={styles.go ?? ''} size={16} />
        </span>
      </td>
    </tr>
  )
}

const stateByName = new Map(machineStates.map((state) => [state.name, state]))

/** A stop without an alarm is named by its first state, and looks like it. */
function StateGlyph({ name }: { name: string }) {
  const code = stateByName.get(name)?.code ?? 0
  const { chipColour } = bandLooks[stateByName.get(name)?.band ?? 'dark']
  return (
    <span className={styles.glyph} style={{ color: chipColour }} data-chart-key>
      <Glyph shape={shownShape(code, false)} size={12} />
    </span>
  )
}
