import type { ExplainedTerm } from '@packboard/contract'
import { formatHoursMinutes } from '@packboard/model'
import { Fragment } from 'react'
import { formatPercent } from '../i18n/formatNumber.ts'
import styles from './ExplainPanel.module.css'
import { formatTime, nameOf } from './explainWords.ts'

type Kind = ExplainedTerm['term']

/** Each factor is a share: of which time, how much. */
const factors = [
  { factor: 'availability', part: 'run', whole: 'plannedTime' },
  { factor: 'performance', part: 'idealTime', whole: 'run' },
  { factor: 'quality', part: 'goodTime', whole: 'idealTime' },
] as const satisfies readonly { factor: Kind; part: Kind; whole: Kind }[]

/** OEEE as the product of its three factors, each with the two times that it is a share of. */
export function OeeeTree({ terms }: { terms: readonly ExplainedTerm[] }) {
  const amountOf = (kind: Kind) => terms.find(({ term }) => term === kind)?.value ?? null
  return (
    <ul className={styles.tree}>
      {factors.map(({ factor, part, whole }, index) => (
        <Fragment key={factor}>
          {index > 0 && (
            <li className={styles.times} aria-hidden="true">
              ×
            </li>
          )}
          <li className={styles.factor}>
            <span className={styles.name}>{wordOf(factor)}</span>
            <b>{formatPercent(amountOf(factor))}</b>
            <Share of={amountOf(factor)} />
            <Time kind={part} value={amountOf(part)} />
            <Time kind={whole} value={amountOf(whole)} />
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

const wordOf = (term: Kind) => nameOf({ term, of: '', machine: '' })

function Share({ of }: { of: number | null }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span style={{ width: `${Math.min(100, Math.max(0, of ?? 0))}%` }} />
    </span>
  )
}

function Time({ kind, value }: { kind: Kind; value: number | null }) {
  return (
    <span className={styles.time}>
      <span>{wordOf(kind)}</span>
      <span>
        {value !== null && value >= 3_600 ? formatHoursMinutes(value) : formatTime(value)}
      </span>
    </span>
  )
}
