import type { ClientMachine, GroupProgress } from '@packboard/contract'
import { formatDuration, isOffline, noFigure, periodFilter } from '@packboard/model'
import { type ReactNode, useCallback, useEffect, useMemo } from 'react'
import { useLineNow } from '../../clients/useLineNow.ts'
import { comparisonQuery } from '../../compare/compareQueries.ts'
import { useFigureRefresh, useFigures } from '../../filter/figureQuery.ts'
import { openFilter } from '../../filter/filter.ts'
import { formatCount, formatDecimals, formatPercent } from '../../i18n/formatNumber.ts'
import { reportedText } from '../../i18n/reportedText.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { AheadOrBehind, ExplainShift, ProgressBar } from '../../shiftProgress/ProgressBar.tsx'
import { useClosedWords, useShiftProgress } from '../../shiftProgress/useShiftProgress.ts'
import { Duration } from '../../time/DateTime.tsx'
import type { Grouping } from '../arrangement.ts'
import { showLineRoles } from '../lineRoles.ts'
import { showOeees } from '../machineOeees.ts'
import type { OverviewFeed } from '../overviewFeed.ts'
import { useSeenNow, useSeenValue } from '../useOverview.ts'
import { type Targets, targetPpm } from '../useTargets.ts'
import { Change, Figure, OeeeOf, SpeedOf } from './Figures.tsx'
import styles from './Sums.module.css'
import { type ShiftWindow, useShiftFigures } from './useShiftFigures.ts'

type SumsProps = {
  client: ChosenClient
  feed: OverviewFeed
  machines: readonly ClientMachine[]
  targets: Targets
  grouping: Grouping
  /** Where the totals of the cards begin. */
  from: Date
  /** The same as a time of day. */
  since: string
}

/** The sums of all machines of the client. */
export function ClientSums({ client, feed, machines, targets, grouping, from, since }: SumsProps) {
  const say = useTexts('lines')
  const sayTarget = useTexts('shiftProgress')
  useFigureRefresh()
  const figures = useShiftFigures(client, grouping, from)
  const packs = usePacks(feed, machines)
  const speed = useSpeed(feed, machines)
  const targetsNow = useTargetsNow(feed, machines, targets)
  const { total, totalBefore, window } = figures
  const when = whenOf(window, since, say)
  useMachineOeees(client, window, when)
  const isPremium = client.subscriptionLabel === 'premium'
  const count = machines.length
  return (
    <dl className={styles.client} aria-label={say('sums')}>
      {/* Machines in one line pack the same goods: their packs are no packs of the plant. */}
      <Figure name={say('packsOf', { count, time: since })}>{formatCount(packs)}</Figure>
      <Figure name={say('speed')}>
        <SpeedOf speed={speed} target={targetSum(targetsNow)} />
      </Figure>
      {isPremium && (
        <>
          <Figure name={say('oeee', { when })}>
            <OeeeOf figures={total} />
            <Change column="oeee" now={total} before={totalBefore} />
          </Figure>
          <Figure name={say('stopTime', { count })}>
            {total ? (
              <span title={formatDuration(total.stopSeconds)}>
                <Duration seconds={total.stopSeconds} />
              </span>
            ) : (
              '–'
            )}
            <Change column="stopTime" now={total} before={totalBefore} />
          </Figure>
        </>
      )}
      <ShiftTarget
        {...{ machines }}
        clientId={client.id}
        by="client"
        group=""
        otherwise={<NoTarget name={sayTarget('target')} shift={window.shift} />}
      >
        <Change column="packs" now={total} before={totalBefore} />
      </ShiftTarget>
    </dl>
  )
}

/** In the place of the target while it is on its way, and where there is none; a client without shifts has no place for it. */
const NoTarget = ({ name, shift }: { name: string; shift: string | null }) =>
  shift === null ? null : (
    <Figure name={name} wide>
      {noFigure}
    </Figure>
  )

/** `Early shift`, or since when. */
const whenOf = ({ shift }: Pick<ShiftWindow, 'shift'>, since: string, say: Say<'lines'>) =>
  shift === null ? say('since', { time: since }) : say('ofShift', { shift })

/** Gives the cards the OEEE of their machines: one question for all of them. */
function useMachineOeees(
  client: ChosenClient,
  { period, zone }: ShiftWindow,
  /** Name of the shift, or since when. */
  when: string,
) {
  const say = useTexts('lines')
  const wanted = client.subscriptionLabel === 'premium'
  const filter = useMemo(() => openFilter(periodFilter(period, zone), []), [period, zone])
  const { query } = useFigures(
    comparisonQuery(
      { clientId: client.id, by: 'machine', withBefore: false, withLengths: false },
      filter,
      wanted,
    ),
  )
  const rows = wanted ? query.data?.rows : undefined
  useEffect(() => {
    if (!rows) return
    const name = say('oeee', { when })
    const known = rows.flatMap(({ key, figures: { metrics } }) => {
      const { OEEE, coverage, lowCoverage: isDoubtful } = metrics
      if (OEEE === null) return []
      const covered = say('coverage', { percent: formatPercent(coverage) })
      const oeee = { name, percent: formatDecimals(OEEE, 1), coverage: covered, isDoubtful }
      return [[key, oeee] as const]
    })
    showOeees(new Map(known))
  }, [rows, when, say])
  // What is known belongs to this client and to this choice.
  useEffect(() => () => showOeees(), [])
}

/** So many products are named; of more their number is said. */
const mostProducts = 2

/** What a group packs, and its sums, in one line beside its name. */
export function GroupSums({
  group,
  client,
  feed,
  machines,
  targets,
  grouping,
  from,
  since,
}: SumsProps & { group: string }) {
  const say = useTexts('lines')
  const sayCard = useTexts('overview')
  const figures = useShiftFigures(client, grouping, from)
  const packs = usePacks(feed, machines)
  const speed = useSpeed(feed, machines)
  const products = useProducts(feed, machines)
  const targetsNow = useTargetsNow(feed, machines, targets)
  const when = whenOf(figures.window, since, say)
  const own = figures.rows.get(group)
  const before = figures.rowsBefore && (figures.rowsBefore.get(group) ?? null)
  const words = products.map((product) => reportedText(product))
  const named = words.slice(0, mostProducts).join(', ')
  const others = products.length - mostProducts
  return (
    <>
      <span className={styles.products} title={words.join(', ')}>
        {named}
        {others > 0 && ` ${say('more', { count: others })}`}
      </span>
      <dl className={styles.group} aria-label={say('sumsOf', { name: group || sayCard('noLine') })}>
        <Figure name={<span className="spoken">{say('speed')}</span>}>
          <SpeedOf speed={speed} target={targetSum(targetsNow)} />
        </Figure>
        {client.subscriptionLabel === 'premium' && (
          <Figure
            name={
              <>
                OEEE<span className="spoken">, {when}</span>
              </>
            }
          >
            <OeeeOf figures={own} />
            <Change column="oeee" now={own} before={before} />
          </Figure>
        )}
        {grouping === 'line' && machines.some(({ hasFlow }) => hasFlow) && (
          <LineOeee clientId={client.id} line={group} />
        )}
        <ShiftTarget
          {...{ machines, group }}
          clientId={client.id}
          by={grouping === 'type' ? 'machineType' : 'line'}
          otherwise={
            <Figure
              name={
                <span className="spoken">
                  {say('packsOf', { count: machines.length, time: since })}
                </span>
              }
            >
              <small title={say('packsOf', { count: machines.length, time: since })}>
                {sayCard('packs', { count: formatCount(packs) })}
              </small>
            </Figure>
          }
        >
          <Change column="packs" now={own} before={before} />
        </ShiftTarget>
      </dl>
    </>
  )
}

/** A page of many lines requests each of them at most this often, ms. */
const pauseMs = 2_000

/** OEEE of a line with a flow, beside the sum of its machines; gives the cards what each machine is in the stop of the line. */
function LineOeee({ clientId, line }: { clientId: number; line: string }) {
  const say = useTexts('lines')
  const { data } = useLineNow(clientId, line, pauseMs)
  useEffect(() => {
    const machines = data?.stations.flatMap((station) => station.machines) ?? []
    const roles = machines.flatMap(({ machineId, attribution }): (readonly [string, string])[] => {
      if (machineId === data?.root?.machineId && data.root.waiting.length > 0) {
        return [[machineId, say('holds', { line })]]
      }
      if (attribution?.kind !== 'inherited') return []
      const { rootMachineId } = attribution
      const words =
        rootMachineId === null ? say('waitsOutside') : say('waitsFor', { machine: rootMachineId })
      return [[machineId, words]]
    })
    showLineRoles(line, new Map(roles))
  }, [data, line, say])
  // What is known belongs to this client and to this choice.
  useEffect(() => () => showLineRoles(line), [line])
  if (!data?.line) return null
  return (
    <Figure name={<span className="spoken">{say('oeeeOfLine')}</span>}>
      <span title={say('oeeeOfLineLong')}>
        {formatPercent(data.line.oeee)} <small>{say('ofLine')}</small>
      </span>
    </Figure>
  )
}

/** The shift of a group against its plan; something else where a target is missing or no time is planned. */
function ShiftTarget({
  clientId,
  machines,
  by,
  group,
  otherwise = null,
  children,
}: {
  clientId: number
  machines: readonly ClientMachine[]
  by: GroupProgress['by']
  group: string
  otherwise?: ReactNode
  /** The change against an earlier window. */
  children: ReactNode
}) {
  const say = useTexts('shiftProgress')
  const progress = useShiftProgress(clientId)
  const packs = progress?.groups.find((each) => each.by === by && each.key === group)
  const serialNos = new Set(machines.map(({ machineId }) => machineId))
  const rows = (progress?.machines ?? []).filter(({ machineId }) => serialNos.has(machineId))
  const closed = useClosedWords(rows, progress?.shift ?? null)
  if (!progress?.shift || !packs) return otherwise
  if (closed !== null) {
    return (
      <Figure name={say('target')} wide>
        <small title={closed}>{closed}</small>
      </Figure>
    )
  }
  const { made, due, ofShift, forecast } = packs
  if (due === null || ofShift === null || ofShift <= 0) return otherwise
  const share = formatPercent((100 * due) / ofShift)
  const target = formatCount(ofShift)
  const name = say('targetAndDue', { target, due: formatCount(due), percent: share })
  const isOne = by !== 'client'
  return (
    <Figure name={isOne ? <span className="spoken">{name}</span> : name} wide>
      <span className={styles.progress} title={isOne ? name : undefined}>
        <span className={styles.made} title={say('made')}>
          {formatCount(made)}
        </span>
        <ProgressBar {...{ made, due, ofShift }} />
        {isOne && (
          <span className={styles.share}>
            {formatPercent((100 * made) / ofShift)} <small>{say('ofTarget', { target })}</small>
          </span>
        )}
        <AheadOrBehind {...{ made, due }} />
        {forecast !== null && (
          <small className={styles.forecast}>
            {say('forecastCount', { count: formatCount(forecast) })}
          </small>
        )}
        {children}
        <ExplainShift {...{ packs }} machines={rows} shift={progress.shift} at={progress.at} />
      </span>
    </Figure>
  )
}

/** Packs of the cards of these machines, since the start of the page. */
function usePacks(feed: OverviewFeed, machines: readonly ClientMachine[]): number {
  return useSeenValue(
    feed.rough,
    useCallback(
      ({ cards }) =>
        machines.reduce((sum, { machineId }) => sum + (cards.get(machineId)?.totalPacks ?? 0), 0),
      [machines],
    ),
  )
}

/** Packs per minute now; an OFFLINE machine has no speed. */
function useSpeed(feed: OverviewFeed, machines: readonly ClientMachine[]): number {
  return useSeenNow(
    feed.rough,
    useCallback(() => {
      const now = new Date(feed.now())
      return machines.reduce((sum, { machineId }) => {
        const card = feed.cards.get(machineId)
        return sum + (card && !isOffline(card, now) ? (card.speedPpm ?? 0) : 0)
      }, 0)
    }, [feed, machines]),
  )
}

/** The products of these machines, each once, in the order of the machines. */
function useProducts(feed: OverviewFeed, machines: readonly ClientMachine[]): string[] {
  const joined = useSeenValue(
    feed.rough,
    useCallback(
      ({ cards }) => {
        const products = machines.map(({ machineId }) => cards.get(machineId)?.product ?? '')
        return [...new Set(products)].filter((product) => product !== '').join('\n')
      },
      [machines],
    ),
  )
  return joined === '' ? [] : joined.split('\n')
}

/** The target speed of each machine with the product that it packs now. */
function useTargetsNow(
  feed: OverviewFeed,
  machines: readonly ClientMachine[],
  targets: Targets,
): readonly (number | null)[] {
  const joined = useSeenValue(
    feed.rough,
    useCallback(
      ({ cards }) =>
        machines
          .map(({ machineId }) => {
            const target = targets.get(machineId)
            return targetPpm(target, cards.get(machineId)?.product ?? '') ?? ''
          })
          .join(' '),
      [machines, targets],
    ),
  )
  return joined.split(' ').map((ppm) => (ppm === '' ? null : Number(ppm)))
}

/** The sum of the targets; null where one is missing, because the sum without it would be too small. */
const targetSum = (targets: readonly (number | null)[]): number | null =>
  targets.reduce<number | null>(
    (sum, target) => (sum === null || target === null ? null : sum + target),
    0,
  )
