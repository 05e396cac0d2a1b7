import type { LineLossesWire, LineNowWire } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import { type ReactNode, useState } from 'react'
import { useMachines } from '../clients/clientQueries.ts'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { useFigures } from '../filter/figureQuery.ts'
import { chartQuery } from '../filter/filterWire.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronDown, IconChevronRight } from '../icons/icons.ts'
import { LastUpdated } from '../kpis/LastUpdated.tsx'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { CauseMark, causeText } from '../stops/stopNames.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { stopMs } from './attributed.ts'
import { Bottleneck } from './Bottleneck.tsx'
import styles from './LineLosses.module.css'
import { NoFlow } from './LineNow.tsx'
import { isTooLong, type LineScope, lineLossesQuery, lineStopsQuery } from './lineQueries.ts'
import {
  keyMachines,
  type LossBy,
  type LossOf,
  type LossRow,
  type LossTable,
  lossTable,
} from './lossRows.ts'
import { StopBars } from './StopBars.tsx'
import { PartsBar, PartsLegend, StopTime, textsOfParts } from './StopTime.tsx'
import { NamedRoots, UndecidedPanel } from './UndecidedPanel.tsx'

/** What stopped a line in a window: root machines with their causes, and what cannot be decided. */
export function LineLosses({
  scope,
  now,
  declare,
}: {
  scope: LineScope
  now: LineNowWire | undefined
  /** Opens the editor of the flow. */
  declare: () => void
}) {
  const say = useTexts('line')
  const losses = useFigures(lineLossesQuery(scope))
  const stops = useFigures(lineStopsQuery(scope))
  const [of, countOf] = useState<LossOf | null>(null)
  const [showsUndecided, showUndecided] = useState(false)
  if (isTooLong(scope.filter)) return <p role="alert">{say('tooLong')}</p>
  return (
    <Loadable
      query={losses.query}
      isEmpty={({ hasFlow }) => !hasFlow}
      empty={(mark) => mark ?? <NoFlow declare={declare} />}
      waiting={<Skeleton width="100%" height={360} radius={12} />}
    >
      {(answer) => {
        const key = new Set(keysOf(answer, now))
        const counted = of ?? (key.size > 0 ? 'key' : 'all')
        const machines = counted === 'key' ? key : null
        return (
          <div className={styles.columns} data-beside={showsUndecided}>
            <div className={styles.column}>
              <LossPanel
                {...{ scope, answer }}
                keys={key}
                of={counted}
                countOf={countOf}
                updated={<LastUpdated figures={losses} filter={scope.filter} />}
                {...{ showsUndecided, showUndecided }}
              />
              <StopBars {...{ answer, machines }} stops={stops.query} />
              <Bottleneck {...{ scope, answer }} />
              <NamedRoots scope={scope} stops={stops.query.data?.stops ?? []} />
            </div>
            {showsUndecided && (
              <UndecidedPanel
                {...{ scope, machines }}
                stops={stops.query}
                close={() => showUndecided(false)}
              />
            )}
          </div>
        )
      }}
    </Loadable>
  )
}

/** The machines of the key station: of the window's flow, else of the present one. */
function keysOf(answer: LineLossesWire, now: LineNowWire | undefined): readonly string[] {
  const own = keyMachines(answer)
  if (own.length > 0) return own
  const station = now?.stations.find(({ key }) => key)
  return station?.machines.map(({ machineId }) => machineId) ?? []
}

const kinds = ['own', 'inherited', 'withheld'] as const

function LossPanel({
  scope,
  answer,
  keys,
  of,
  countOf,
  updated,
  showsUndecided,
  showUndecided,
}: {
  scope: LineScope
  answer: LineLossesWire
  keys: ReadonlySet<string>
  of: LossOf
  countOf: (of: LossOf) => void
  updated: ReactNode
  showsUndecided: boolean
  showUndecided: (shows: boolean) => void
}) {
  const say = useTexts('line')
  const [by, sortBy] = useState<LossBy>('root')
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const machines = useMachines(scope.clientId)
  const kindOf = new Map(
    machines.data?.machines.map((one) => [one.machineId, one.machineType.label]),
  )
  const table = lossTable(answer, by, of, keys)
  const toggle = (key: string) => {
    const open = new Set(opened)
    if (!open.delete(key)) open.add(key)
    setOpened(open)
  }
  return (
    <Panel
      title={say('whatStopped', { line: scope.line })}
      help={<InfoTip figure="attributedStop" />}
      sub={say(of === 'key' ? 'ofKeySub' : 'ofAllSub')}
      actions={
        <>
          {keys.size > 0 && (
            <Segmented<LossOf>
              label={say('counted')}
              value={of}
              options={[
                { value: 'key', label: say('keyStation') },
                { value: 'all', label: say('allMachines') },
              ]}
              choose={countOf}
            />
          )}
          <Segmented<LossBy>
            label={say('rowsBy')}
            value={by}
            options={[
              { value: 'root', label: say('byRoot') },
              { value: 'cause', label: say('byCause') },
            ]}
            choose={sortBy}
          />
          {updated}
          <ExportMenu
            table="line-losses"
            name={say('whatStopped', { line: scope.line })}
            question={{
              ...chartQuery(scope.clientId, undefined, scope.filter),
              line: scope.line,
            }}
          />
        </>
      }
    >
      <PartsLegend />
      {table.leftOver > 0 ? (
        <p role="alert">{say('doesNotClose')}</p>
      ) : table.rows.length === 0 ? (
        <p className={styles.note}>{say('noStops')}</p>
      ) : (
        <table className={styles.table} aria-label={say('whatStopped', { line: scope.line })}>
          <thead>
            <tr>
              <th scope="col">{say(by === 'root' ? 'rootMachine' : 'cause')}</th>
              <th scope="col">
                <span className="spoken">{say('share')}</span>
              </th>
              <th scope="col">
                <span className="spoken">{say('kind')}</span>
              </th>
              <th scope="col">{say('time')}</th>
              <th scope="col">{say('stops')}</th>
              <th scope="col">{say('lostPacks')}</th>
              <th scope="col">{say('cumulative')}</th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <Rows
                key={row.key}
                {...{ row, kindOf }}
                opened={opened.has(row.key)}
                toggle={() => toggle(row.key)}
                selected={row.why !== null && showsUndecided}
                select={row.why === null ? null : () => showUndecided(!showsUndecided)}
              />
            ))}
          </tbody>
          <SumRow {...{ table, of }} count={keys.size} />
        </table>
      )}
      <p className={styles.note}>{say('machineTime')}</p>
    </Panel>
  )
}

/** The sum of all rows, and that nothing is left over. */
function SumRow({
  table,
  of,
  count,
}: {
  table: LossTable
  of: LossOf
  /** Machines of the key station. */
  count: number
}) {
  const say = useTexts('line')
  return (
    <tfoot>
      <tr>
        <th scope="row">{of === 'key' ? say('keyMachines', { count }) : say('allMachines')}</th>
        <td colSpan={2}>
          {say('partsAre', textsOfParts(table.sum))}. {say('leftOver')}
        </td>
        <td>
          <StopTime ms={stopMs(table.sum)} />
        </td>
        <td data-name={say('stops')}>{formatCount(table.stops)}</td>
        <td data-name={say('lostPacks')}>{formatCount(table.lostPacks)}</td>
        <td>{formatPercent(100)}</td>
      </tr>
    </tfoot>
  )
}

/** A row, and the causes in it when it is opened; the undecided one opens what is known of its stops. */
function Rows({
  row,
  kindOf,
  opened,
  toggle,
  selected,
  select,
}: {
  row: LossRow
  kindOf: ReadonlyMap<string, string>
  opened: boolean
  toggle: () => void
  selected: boolean
  /** null: it has nothing beside it. */
  select: (() => void) | null
}) {
  const isOpening = row.causes.length > 0
  return (
    <>
      <tr data-selected={selected}>
        <th scope="row">
          {isOpening ? (
            <button
              type="button"
              className={styles.name}
              aria-expanded={opened || selected}
              onClick={() => {
                toggle()
                select?.()
              }}
            >
              {opened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
              <RowName {...{ row, kindOf }} />
            </button>
          ) : (
            <span className={styles.name}>
              <RowName {...{ row, kindOf }} />
            </span>
          )}
        </th>
        <Cells row={row} />
      </tr>
      {opened &&
        row.causes.map((cause) => (
          <tr key={cause.key} className={styles.cause}>
            <th scope="row">
              <span className={styles.name}>
                <RowName row={cause} kindOf={kindOf} inside />
              </span>
            </th>
            <Cells row={cause} inside />
          </tr>
        ))}
    </>
  )
}

function RowName({
  row: { machineId, cause, why },
  kindOf,
  inside = false,
}: {
  row: LossRow
  kindOf: ReadonlyMap<string, string>
  inside?: boolean
}) {
  const say = useTexts('line')
  if (why !== null) return inside ? say(`why.${why}`) : <b>{say('undecidedRow')}</b>
  if (cause !== null) {
    return (
      <>
        <CauseMark {...cause} />
        <span>{causeText(cause)}</span>
      </>
    )
  }
  if (machineId === null || machineId === undefined) return <b>{say('outside')}</b>
  return (
    <>
      <b>{machineId}</b>
      <small>{kindOf.get(machineId)}</small>
    </>
  )
}

function Cells({ row, inside = false }: { row: LossRow; inside?: boolean }) {
  const say = useTexts('line')
  const { parts, share, bar, stops, lostPacks, cumulative } = row
  const words = kinds.filter((kind) => parts[kind] > 0).map((kind) => say(kind))
  return (
    <>
      <td>
        <span className={styles.track} data-inside={inside}>
          <PartsBar parts={parts} share={bar} />
          <small>{formatPercent(share)}</small>
        </span>
      </td>
      <td>{!inside && words.join(', ')}</td>
      <td>
        <StopTime ms={stopMs(parts)} />
      </td>
      <td data-name={say('stops')}>{stops === null ? noFigure : formatCount(stops)}</td>
      <td data-name={say('lostPacks')}>{formatCount(lostPacks)}</td>
      <td>{!inside && formatPercent(cumulative)}</td>
    </>
  )
}
