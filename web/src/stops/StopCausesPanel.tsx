import type { CauseRows, StopCause } from '@packboard/contract'
import { type EarlierKind, formatHoursMinutes, formatTimeInState, noFigure } from '@packboard/model'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { SoonAmountChange, SoonDoubtNote } from '../earlier/EarlierChoice.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { chartQuery } from '../filter/filterWire.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChartBar } from '../icons/furtherIcons.ts'
import { IconChevronRight } from '../icons/icons.ts'
import { ReasonName } from '../reasons/ReasonChoice.tsx'
import { type Reasons, useReasons } from '../reasons/useReasons.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import { type ParetoMeasure, type ParetoRow, pareto } from './pareto.ts'
import styles from './StopCausesPanel.module.css'
import { CauseMark, causeText } from './stopNames.tsx'
import type { StopScope } from './stopQueries.ts'
import { everyStop, sameSelection } from './stopSearch.ts'
import { type Compared, causeOf, keyOf, useCauses, useCausesBefore } from './useCauses.ts'
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

/** What stopped machines: the reason that people gave, else what came first (D18), the most expensive at the top and how much the top ones make up together. */
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
  const [wanted, setWanted] = useState<CauseRows>('reason')
  const { by, query, asOf, hasTooMany } = useCauses(scope, wanted)
  const compared = useCausesBefore(scope, asOf, against, by)
  const [measure, setMeasure] = useState<ParetoMeasure>('seconds')
  const [whole, setWhole] = useState(false)
  return (
    <Panel
      title={say('stopCauses')}
      {...(id && { id })}
      help={<InfoTip figure="stopCauses" />}
      sub={say(by === 'reason' ? 'stopCausesSub' : 'stopCausesByAlarm')}
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
          <RowsField {...{ by, hasTooMany }} change={setWanted} />
          <MeasureField measure={measure} change={setMeasure} />
          <ExportMenu
            table={by === 'reason' ? 'stop-reasons' : 'stop-causes'}
            name={say('stopCauses')}
            question={chartQuery(clientId, serialNo, filter)}
          />
        </>
      }
    >
      {hasTooMany && wanted === 'reason' && (
        <p className={styles.note}>{say('tooManyForReasons')}</p>
      )}
      <Loadable
        query={query}
        isEmpty={(rows) => rows.length === 0}
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
        {(causes) => (
          <Causes
            {...{ clientId, causes, measure, whole, selecting, compared }}
            showWhole={() => setWhole(true)}
          />
        )}
      </Loadable>
    </Panel>
  )
}

const RowsField = memo(function RowsField({
  by,
  hasTooMany,
  change,
}: {
  by: CauseRows
  hasTooMany: boolean
  change: (by: CauseRows) => void
}) {
  const say = useTexts('production')
  return (
    <Segmented<CauseRows>
      label={say('causeRows')}
      value={by}
      options={[
        { value: 'reason', label: say('byReason') },
        { value: 'alarm', label: say('byAlarm') },
      ]}
      choose={(wanted) => (wanted === 'alarm' || !hasTooMany) && change(wanted)}
    />
  )
})

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
  clientId,
  causes,
  measure,
  whole,
  selecting: { selection, select },
  compared,
  showWhole,
}: {
  clientId: number
  causes: readonly StopCause[]
  measure: ParetoMeasure
  whole: boolean
  selecting: StopSelecting
  compared: Compared
  showWhole: () => void
}) {
  const say = useTexts('production')
  const rows = useMemo(() => pareto(causes, measure), [causes, measure])
  const reasons = useReasons(
    clientId,
    rows.some(({ reason }) => reason !== null),
  )
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
              {...{ row, reasons }}
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

/** What a row is named by: what a person said, else what stopped the machine. */
function RowName({ row, reasons }: { row: ParetoRow; reasons: Reasons }) {
  const say = useTexts('production')
  const { kind, reason, group, cause } = row
  if (reason !== null) return <ReasonName {...{ reasons }} id={reason} />
  if (kind === 'micro') return <span>{say('microStops')}</span>
  if (kind === 'plan') return <span>{say('takenByPlan')}</span>
  return (
    <>
      <CauseMark {...{ group, cause }} />
      <span>
        {causeText({ group, cause })}
        {group && <small>{group}</small>}
      </span>
    </>
  )
}

function Cause({
  row,
  reasons,
  before,
  chosen,
  choose,
}: {
  row: ParetoRow
  reasons: Reasons
  /** Its cell of before; null: nothing is compared. */
  before: ReactNode
  chosen: boolean
  choose: () => void
}) {
  const say = useTexts('production')
  const { share, cumulative, bar, isPlanned } = row
  return (
    <tr data-chosen={chosen} data-planned={isPlanned} onClick={choose}>
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
          <RowName {...{ row, reasons }} />
        </button>
      </th>
      <td className={styles.barColumn}>
        <span className={styles.track}>
          {!isPlanned && <i style={{ width: `${bar * 100}%` }} data-chart-key />}
          <span>{isPlanned ? say('plannedRow') : formatPercent(share)}</span>
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
