import type { ClientMachine } from '@packboard/contract'
import { formatDuration, periodFilter } from '@packboard/model'
import { useEffect, useMemo } from 'react'
import { comparisonQuery } from '../../compare/compareQueries.ts'
import { useFigures } from '../../filter/figureQuery.ts'
import { openFilter } from '../../filter/filter.ts'
import { useFigureRefresh } from '../../filter/useFigureRefresh.ts'
import { formatCount, formatDecimals, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { useDensity } from '../../theme/density.ts'
import { Duration } from '../../time/Duration.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import type { Grouping } from '../arrangement.ts'
import { showOeees } from '../machineOeees.ts'
import type { OverviewFeed } from '../overviewFeed.ts'
import type { Targets } from '../useTargets.ts'
import { Change, Figure, OeeeOf, SpeedOf } from './Figures.tsx'
import { targetSum, usePacks, useSpeed, useTargetsNow } from './liveSums.ts'
import { ShiftTarget } from './ShiftTarget.tsx'
import styles from './Sums.module.css'
import { type ShiftWindow, useShiftFigures } from './useShiftFigures.ts'

export type SumsProps = {
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
  useFigureRefresh()
  const figures = useShiftFigures(client, grouping, from)
  const packs = usePacks(feed, machines)
  const speed = useSpeed(feed, machines)
  const targetsNow = useTargetsNow(feed, machines, targets)
  const { total, totalBefore, window } = figures
  const when = window.shift ?? say('since', { time: since })
  useMachineOeees(client, window, when)
  const isPremium = client.subscriptionLabel === 'premium'
  return (
    <dl className={styles.client} aria-label={say('sums')}>
      <Figure name={say('packsSince', { time: since })}>{formatCount(packs)}</Figure>
      <Figure name={say('speed')}>
        <SpeedOf speed={speed} target={targetSum(targetsNow)} />
      </Figure>
      {isPremium && (
        <>
          <Figure name={say('oeee', { when })}>
            <OeeeOf figures={total} />
            <Change column="oeee" now={total} before={totalBefore} />
          </Figure>
          <Figure name={say('stopTime', { when })}>
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
      <ShiftTarget {...{ machines }} clientId={client.id} by="client" group="">
        <Change column="packs" now={total} before={totalBefore} />
      </ShiftTarget>
    </dl>
  )
}

/** Gives compact cards the OEEE of their machines: one question for all of them, and none where no card shows it. */
function useMachineOeees(
  client: ChosenClient,
  { period, zone }: ShiftWindow,
  /** Name of the shift, or since when. */
  when: string,
) {
  const say = useTexts('lines')
  const dense = useDensity() === 'compact'
  const narrow = useNarrow()
  const wanted = dense && !narrow && client.subscriptionLabel === 'premium'
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
