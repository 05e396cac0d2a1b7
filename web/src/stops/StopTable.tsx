import {
  plantStopLimits,
  type ReasonCoverage,
  type StopRow,
  type StopSort,
} from '@packboard/contract'
import { formatClock, formatTimeInState } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { useFigures } from '../filter/figureQuery.ts'
import { questionKey } from '../filter/filter.ts'
import { chartQuery, untilOf } from '../filter/filterWire.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconPlus } from '../icons/furtherIcons.ts'
import { IconCheck } from '../icons/icons.ts'
import { ReasonName } from '../reasons/ReasonChoice.tsx'
import { IconMessage, reasonIconOf } from '../reasons/reasonIcons.ts'
import { type Reasons, useReasons } from '../reasons/useReasons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useShownZone } from '../time/zone.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { buttonsAndLinks, useOneStop } from '../ui/useOneStop.ts'
import { usePageSize } from '../ui/usePageSize.ts'
import { ChooseReason } from './ChooseReason.tsx'
import { partsToName } from './labels.ts'
import reasonCell from './ReasonCell.module.css'
import styles from './StopTable.module.css'
import { StateName, StopCauseName, selectionName } from './stopNames.tsx'
import { type StopScope, stopQueries } from './stopQueries.ts'
import { isStopSort, type StopSelection } from './stopSearch.ts'
import { type Labelling, useLabelling, useMayLabel } from './useLabelling.ts'
import { type StopSelecting, useStopOrder } from './useStopSelection.ts'
import { WaitsForRoot } from './WaitsForRoot.tsx'
import { searchOfStop } from './windowAround.ts'

/** Texts are read upwards first; of figures and times the largest and newest come first. */
const upwardsFirst: readonly StopSort[] = ['machine', 'cause', 'state', 'product', 'tool', 'user']

/** A page of the selected stops, in the order that is chosen; a row opens its stop. */
export function StopTable({
  scope,
  selection,
  selecting,
}: {
  scope: StopScope
  selection: StopSelection
  selecting: StopSelecting
}) {
  const say = useTexts('stops')
  const sayBook = useTexts('stopBook')
  const zone = useShownZone()
  const oneStop = useOneStop<HTMLDivElement>(buttonsAndLinks)
  const ofPlant = scope.serialNo === undefined
  const list = useStopList(scope, selection)
  const { query, count, page, pageSize, sorting, narrowed, narrow } = list
  const reasons = useReasons(scope.clientId)
  const labelling = useLabelling(scope.clientId, reasons)
  const may = useMayLabel()
  const name = say('listOf', { name: selectionName(selection, reasons.nameOf) })
  const [choosing, setChoosing] = useState<StopRow | null>(null)
  const isOpen = ({ machine, start, end }: StopRow) =>
    selecting.at !== null &&
    start <= selecting.at &&
    selecting.at < end &&
    (selecting.on === null || selecting.on === machine)
  const isAll = !narrowed.micro && !narrowed.withoutReason
  const hasOnlyMicro = isAll && (query.data?.reasons.microStops ?? 0) > 0
  const nameOf = ({ machine, start }: StopRow) =>
    ofPlant ? `${machine}, ${formatClock(start, zone)}` : formatClock(start, zone)
  const columns = [...(ofPlant ? [machineColumn(say, scope)] : []), ...columnsOf(say, scope)]
  const place = columns.findIndex(({ key }) => key === 'user')
  const [before, after] = [columns.slice(0, place), columns.slice(place)]
  return (
    <div ref={oneStop} className={styles.list} data-plant={ofPlant}>
      <div className={styles.above}>
        <div className={styles.sums}>
          <p role="status">{query.data && !query.isError ? say('count', { count }) : ''}</p>
          {query.data && !query.isError && <ReasonShare reasons={query.data.reasons} />}
        </div>
        <span className={styles.chips} data-screen-only>
          {query.data && !query.isError && (
            <>
              <Chip
                word={sayBook('withoutReasonOnly', {
                  count: formatCount(query.data.reasons.withoutReason),
                })}
                pressed={narrowed.withoutReason}
                press={() => narrow({ withoutReason: !narrowed.withoutReason })}
              />
              <Chip
                word={sayBook('microToo', { count: formatCount(query.data.reasons.microStops) })}
                pressed={narrowed.micro}
                press={() => narrow({ micro: !narrowed.micro })}
              />
            </>
          )}
          <ExportMenu table="stops" name={name} question={list.question} />
        </span>
      </div>
      <DataTable
        label={name}
        query={query}
        rows={({ stops }) => stops}
        rowKey={({ machine, start }) => `${machine} ${start.toISOString()}`}
        columns={[
          ...before,
          {
            key: 'reason',
            title: sayBook('reason'),
            unsorted: true,
            wide: true,
            cell: (stop) => (
              <ReasonCell
                {...{ stop, reasons, labelling }}
                may={may(stop)}
                choose={() => setChoosing(stop)}
              />
            ),
          },
          ...after,
        ]}
        sorting={sorting}
        isCurrent={isOpen}
        open={{
          name: (stop) => say('openStopOf', { time: nameOf(stop) }),
          go: ({ start, machine }) => selecting.open(start, ofPlant ? machine : undefined),
        }}
        skeletonRows={5}
        hint={say(hasOnlyMicro ? 'onlyMicro' : 'noneHint')}
      />
      <ChooseReason
        reasons={reasons}
        what={choosing ? nameOf(choosing) : ''}
        opened={choosing !== null}
        onClose={() => setChoosing(null)}
        choose={(reason) => {
          if (choosing) void labelling.label(choosing, partsToName(choosing.parts), reason)
        }}
      />
      {count > 0 && (
        <div data-screen-only>
          <Pager
            {...{ page, pageSize, count }}
            change={list.turnTo}
            {...(ofPlant && { changeSize: null })}
          />
        </div>
      )}
    </div>
  )
}

/** A page of the selected stops, and how it is turned, sorted and narrowed. Micro-stops are listed on demand: no reason of them is expected. */
function useStopList(scope: StopScope, selection: StopSelection) {
  const [preferred] = usePageSize()
  const pageSize = scope.serialNo === undefined ? plantStopLimits.rows : preferred
  const key = JSON.stringify([selection, questionKey(scope.filter)])
  const [{ sort, order }, setOrder] = useStopOrder()
  const [narrowed, setNarrowed] = useState({ withoutReason: false, micro: false })
  const wire = {
    withoutReason: narrowed.withoutReason ? 'true' : 'false',
    micro: narrowed.micro || selection.figure === 'micro' ? 'true' : 'false',
  } as const
  // Another selection or window begins with its first page.
  const [turned, turn] = useState({ of: key, page: 1 })
  const page = turned.of === key ? turned.page : 1
  const { query, asOf } = useFigures(
    stopQueries.list(scope, selection, { page, pageSize, sort, order, ...wire }),
  )
  const count = query.isError ? 0 : (query.data?.count ?? 0)
  const change = (column: string) => {
    if (!isStopSort(column)) return
    turn({ of: key, page: 1 })
    if (column === sort) {
      setOrder({ sort, order: order === 'ascending' ? 'descending' : 'ascending' })
    } else {
      const rises = upwardsFirst.includes(column)
      setOrder({ sort: column, order: rises ? 'ascending' : 'descending' })
    }
  }
  return {
    ...{ query, count, page, pageSize, narrowed },
    sorting: { by: sort, descending: order === 'descending', change },
    turnTo: (to: number) => turn({ of: key, page: to }),
    narrow: (part: Partial<typeof narrowed>) => {
      turn({ of: key, page: 1 })
      setNarrowed({ ...narrowed, ...part })
    },
    /** The same stops as a file. */
    question: {
      ...chartQuery(scope.clientId, scope.serialNo, asOf?.filter ?? scope.filter),
      ...untilOf(asOf ?? {}),
      ...selection,
      ...{ sort, order },
      ...wire,
    },
  }
}

/** How much of the stop time that is no micro-stop has no reason. */
function ReasonShare({ reasons: { seconds, withoutReasonSeconds } }: { reasons: ReasonCoverage }) {
  const say = useTexts('stopBook')
  if (seconds <= 0) return null
  const share = (100 * withoutReasonSeconds) / seconds
  return (
    <p className={styles.share}>
      {say('withoutReason')} <b className="digits">{formatPercent(share)}</b>
      <span aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
    </p>
  )
}

/** The machine of a stop, as a way to the stop on the page of its machine. */
function machineColumn(
  say: ReturnType<typeof useTexts<'stops'>>,
  { clientId, filter }: StopScope,
): Column<StopRow> {
  return {
    key: 'machine' satisfies StopSort,
    title: say('machine'),
    cell: ({ machine, start, end }) => (
      <Link
        to="/admin/productionData/$clientId/$machineId"
        params={{ clientId: String(clientId), machineId: machine }}
        search={searchOfStop(filter, { start, end })}
        className={styles.machine}
        onClick={(event) => event.stopPropagation()}
      >
        {machine}
      </Link>
    ),
  }
}

function Chip({ word, pressed, press }: { word: string; pressed: boolean; press: () => void }) {
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={press}>
      {word}
    </button>
  )
}

function columnsOf(say: ReturnType<typeof useTexts<'stops'>>, leads: StopScope): Column<StopRow>[] {
  return [
    {
      key: 'start' satisfies StopSort,
      title: say('start'),
      cell: ({ start, beganBefore }) => (
        <>
          <DateTime at={start} />
          {beganBefore && <small className={styles.before}>{say('beganBefore')}</small>}
        </>
      ),
    },
    {
      key: 'seconds' satisfies StopSort,
      title: say('length'),
      cell: ({ seconds }) => <b className="digits">{formatTimeInState(seconds)}</b>,
      numeric: true,
    },
    {
      key: 'cause' satisfies StopSort,
      title: say('cause'),
      cell: (stop) => (
        <>
          <StopCauseName stop={stop} />
          <WaitsForRoot {...{ stop, leads }} />
        </>
      ),
      wide: true,
    },
    {
      key: 'state' satisfies StopSort,
      title: say('state'),
      cell: ({ state }) => <StateName code={state} />,
      spare: true,
    },
    {
      key: 'user' satisfies StopSort,
      title: say('operator'),
      cell: ({ user }) => reportedText(user),
    },
    {
      key: 'product' satisfies StopSort,
      title: say('product'),
      cell: ({ product }) => reportedText(product),
      spare: true,
    },
    {
      key: 'tool' satisfies StopSort,
      title: say('tool'),
      cell: ({ tool }) => reportedText(tool),
      spare: true,
    },
    {
      key: 'lostPacks' satisfies StopSort,
      title: say('lostPacks'),
      cell: ({ lostPacks }) => formatCount(lostPacks),
      numeric: true,
    },
    {
      key: 'coverage' satisfies StopSort,
      title: say('coverage'),
      cell: ({ coverage }) => formatPercent(coverage),
      numeric: true,
      spare: true,
    },
  ]
}

/** Why it stood: what a person said, else what is proposed, to confirm with one press, and a button for any other reason. */
function ReasonCell({
  stop,
  reasons,
  labelling,
  may,
  choose,
}: {
  stop: StopRow
  reasons: Reasons
  labelling: Labelling
  /** This person may name it. */
  may: boolean
  /** Opens the choice of reasons for this stop. */
  choose: () => void
}) {
  const say = useTexts('stopBook')
  const zone = useShownZone()
  const unnamed = partsToName(stop.parts)
  const named = [...new Set(stop.parts.flatMap(({ reason }) => reason ?? []))]
  const hasNote = stop.parts.some(({ note }) => note !== '')
  const time = formatClock(stop.start, zone)
  const proposed = stop.proposal?.reason ?? null
  const known = proposed === null ? undefined : reasons.byId.get(proposed)
  const Icon = known && reasonIconOf[known.icon]
  return (
    <span className={reasonCell.reasons}>
      {named.map((id) => (
        <ReasonName key={id} {...{ reasons, id }} />
      ))}
      {hasNote && (
        <span className={reasonCell.hasNote} title={say('hasNote')}>
          <IconMessage size={16} />
          <span className="spoken">{say('hasNote')}</span>
        </span>
      )}
      {unnamed.length > 0 && stop.micro && named.length === 0 && (
        <span className={reasonCell.quiet}>{say('micro')}</span>
      )}
      {unnamed.length > 0 && !stop.micro && !may && (
        <span className={reasonCell.quiet}>{say('noReason')}</span>
      )}
      {unnamed.length > 0 && !stop.micro && may && (
        <span className={reasonCell.toName} data-screen-only>
          {Icon && proposed !== null && (
            <button
              type="button"
              className={reasonCell.propose}
              disabled={labelling.busy}
              aria-label={say('confirmOf', { reason: reasons.nameOf(proposed), time })}
              onClick={(event) => {
                event.stopPropagation()
                void labelling.label(stop, unnamed, proposed)
              }}
            >
              <IconCheck size={16} stroke={2} />
              {reasons.nameOf(proposed)}
            </button>
          )}
          <button
            type="button"
            className={reasonCell.propose}
            data-other={Icon !== undefined}
            disabled={labelling.busy}
            aria-label={say('setReasonOf', { time })}
            title={say('setReasonOf', { time })}
            onClick={(event) => {
              event.stopPropagation()
              choose()
            }}
          >
            <IconPlus size={16} />
            {!Icon && say('setReason')}
          </button>
        </span>
      )}
    </span>
  )
}
