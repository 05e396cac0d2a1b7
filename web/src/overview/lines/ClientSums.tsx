import type { ClientMachine } from '@packboard/contract'
import { formatDuration } from '@packboard/model'
import { useFigureRefresh } from '../../filter/useFigureRefresh.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { Duration } from '../../time/Duration.tsx'
import type { Grouping } from '../arrangement.ts'
import type { OverviewFeed } from '../overviewFeed.ts'
import type { Targets } from '../useTargets.ts'
import { Change, Figure, OeeeOf, SpeedOf } from './Figures.tsx'
import { targetSum, usePacks, useSpeed, useTargetsNow } from './liveSums.ts'
import { ShiftTarget } from './ShiftTarget.tsx'
import styles from './Sums.module.css'
import { useMachineOeees } from './useMachineOeees.ts'
import { useShiftFigures } from './useShiftFigures.ts'

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
