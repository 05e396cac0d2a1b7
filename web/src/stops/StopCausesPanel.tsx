import type { StopCause } from '@packboard/contract'
import {
  type EarlierKind,
  formatHoursMinutes,
  formatTimeInState,
  machineStates,
  noFigure,
} from '@packboard/model'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { bandLooks, shownShape } from '../charts/bandLook.ts'
import { GroupChip } from '../charts/GroupChip.tsx'
import type { ComparedBasis } from '../earlier/AmountChange.tsx'
import { SoonAmountChange, SoonDoubtNote } from '../earlier/EarlierChoice.tsx'
import { earlierValue, useEarlierOf } from '../earlier/earlierAsOf.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { useFigures } from '../filter/figureQuery.ts'
import { type AsOf, chartQuery } from '../filter/filterWire.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { stateWordOf } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChartBar } from '../icons/furtherIcons.ts'
import { IconChevronRight } from '../icons/icons.ts'
import { metricsQuery } from '../kpis/metricsQuery.ts'
import { stopCauseQueries } from '../kpis/stopCauseQueries.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import { type ParetoMeasure, type ParetoRow, pareto } from './pareto.ts'
import styles from './StopCausesPanel.module.css'
import type { StopScope } from './stopQueries.ts'
import { everyStop, type StopSelection, sameSelection } from './stopSearch.ts'
import type { StopSelecting } from './useStopSelection.ts'

const measures = [
  { value: 'seconds', word: 'stopTime' },
  { value: 'count', word: 'stopCount' },
  { value: 'lostPacks', word: 'lostPacks' },
] as const satisfies readonly { value: ParetoMeasure; word: string }[]

/** The bars of a panel that is still to come. */
const lines = [90, 64, 52, 30, 18]

/** So many are read at a glance; the rest comes on demand. */
const shownAtFirst = 10

/** What stopped machines first (D18), the most expensive cause at the top and how much the top ones make up together. */
export function StopCausesPanel({
  scope,
  selecting,
  id,
  against,
  listed = false,
}: {
  scope: StopScope
  selecting: StopSelecting
  /** So that a link can lead here. */
  id?: string
  /** What the causes are compared with; null: with nothing. */
  against: EarlierKind | null
  /** The list of all stops is part of the page. */
  listed?: boolean
}) {
  const say = useTexts('production')
  const sayStops = useTexts('stops')
  const { clientId, serialNo, filter } = scope
  const { query: causes, asOf } = useFigures(stopCauseQueries.causes(clientId, serialNo, filter))
  const compared = useCausesBefore(scope, asOf, against)
  const [measure, setMeasure] = useState<ParetoMeasure>('seconds')
  const [whole, setWhole] = useState(false)
  return (
    <Panel
      title={say('stopCauses')}
      {...(id && { id })}
      help={<InfoTip figure="stopCauses" />}
      sub={say('stopCausesSub')}
      actions={
        <>
          {!listed && (
            <button
              type="button"
              className={styles.every}
              aria-pressed={sameSelection(selecting.selection, everyStop)}
              onClick={() => selecting.select(everyStop)}
            >
              {sayStops('showEvery')}
            </button>
          )}
          <MeasureField measure={measure} change={setMeasure} />
          <ExportMenu
            table="stop-causes"
            name={say('stopCauses')}
            question={chartQuery(clientId, serialNo, filter)}
          />
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
          <Causes
            {...{ answer, measure, whole, selecting, compared }}
            showWhole={() => setWhole(true)}
          />
        )}
      </Loadable>
    </Panel>
  )
}

/** The causes of the earlier window, and how much of both windows was observed; null: nothing is compared, or not yet. */
type Compared = {
  readonly causes: ReadonlyMap<string, StopCause>
  readonly basis: ComparedBasis
} | null

/** The earlier window has the same call: what is before is the figure of that window. */
function useCausesBefore(
  scope: StopScope,
  asOf: AsOf | undefined,
  against: EarlierKind | null,
): Compared {
  const { clientId, serialNo, filter } = scope
  const earlier = useEarlierOf(asOf, against)
  const found = useFigures(stopCauseQueries.causes(clientId, serialNo, filter, earlier))
  const before = earlierValue(found, earlier)
  const enabled = against !== null
  const { query: now } = useFigures(metricsQuery(scope, filter, { enabled }))
  const then = earlierValue(useFigures(metricsQuery(scope, filter, { earlier })), earlier)
  return useMemo(
    () =>
      before
        ? {
            causes: new Map(before.causes.map((cause) => [keyOf(cause), cause])),
            basis: now.data && then && { now: now.data, before: then },
          }
        : null,
    [before, now.data, then],
  )
}

const keyOf = ({ group, cause }: Pick<StopCause, 'group' | 'cause'>) => `${group}\n${cause}`

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
  compared,
  showWhole,
}: {
  answer: { causes: Parameters<typeof pareto>[0] }
  measure: ParetoMeasure
  whole: boolean
  selecting: StopSelecting
  compared: Compared
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
      {compared && (
        <div className={styles.note}>
          <SoonDoubtNote basis={compared.basis} />
        </div>
      )}
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
            {compared && <th scope="col">{say('before')}</th>}
            <th scope="col">{say('cumulative')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Cause
              key={keyOf(row)}
              row={row}
              before={compared && <Before {...{ row, measure, compared }} />}
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
      {compared && <Gone {...{ rows, compared }} />}
    </>
  )
}

/** What the cause was in the earlier window, by what the table is sorted by, and its change. */
function Before({
  row,
  measure,
  compared: { causes, basis },
}: {
  row: ParetoRow
  measure: ParetoMeasure
  compared: NonNullable<Compared>
}) {
  const before = causes.get(keyOf(row))?.[measure]
  return (
    <>
      {before === undefined
        ? noFigure
        : measure === 'seconds' && before !== null
          ? timeText(before)
          : formatCount(before)}
      <SoonAmountChange
        unit={measure === 'seconds' ? 's' : 'n'}
        ofTarget={measure === 'lostPacks'}
        now={row[measure]}
        {...{ before, basis }}
      />
    </>
  )
}

/** Causes of before that did not come again: with them the rows of before are whole. */
function Gone({
  rows,
  compared: { causes },
}: {
  rows: readonly ParetoRow[]
  compared: NonNullable<Compared>
}) {
  const say = useTexts('production')
  const here = new Set(rows.map(keyOf))
  const gone = [...causes].flatMap(([key, cause]) => (here.has(key) ? [] : [cause]))
  if (gone.length === 0) return null
  const seconds = gone.reduce((sum, cause) => sum + cause.seconds, 0)
  return (
    <p className={styles.gone}>
      {say('goneCauses', { count: gone.length, time: timeText(seconds) })}
    </p>
  )
}

const timeText = (seconds: number) =>
  seconds < 3_600 ? formatTimeInState(seconds) : formatHoursMinutes(seconds)

/** A row as what is selected: the stops of exactly this cause. */
const causeOf = ({ group, cause }: ParetoRow): StopSelection => ({
  figure: 'cause',
  part: cause,
  partGroup: group,
})

function Cause({
  row,
  before,
  chosen,
  choose,
}: {
  row: ParetoRow
  /** Its cell of before; null: nothing is compared. */
  before: ReactNode
  chosen: boolean
  choose: () => void
}) {
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
      <td>{timeText(row.seconds)}</td>
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
      {before && <td className={styles.before}>{before}</td>}
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
