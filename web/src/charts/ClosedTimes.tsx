import { useTexts } from '../i18n/useTexts.ts'
import styles from './ClosedTimes.module.css'
import { closedShares } from './closedTime.ts'

/** Closed time of the plan behind a strip of states. */
export function ClosedTimes({
  closed = [],
  from,
  to,
  quiet = false,
}: {
  closed?: readonly { readonly from: Date; readonly to: Date }[] | undefined
  from: Date
  to: Date
  /** Without its word: a strip that is read from far away has no letters. */
  quiet?: boolean
}) {
  const say = useTexts('states')
  const word = say('notScheduled')
  const spans = closed.map((span) => ({ from: span.from.getTime(), to: span.to.getTime() }))
  return closedShares(spans, { from: from.getTime(), to: to.getTime() }).map(({ left, wide }) => (
    <span
      key={left}
      className={styles.closed}
      style={{ left: `${left * 100}%`, width: `${wide * 100}%` }}
      title={word}
    >
      {!quiet && <b>{word}</b>}
    </span>
  ))
}

/** The mark of closed time in a legend. */
export const ClosedKey = () => <span className={styles.key} data-chart-key />
