import type { DataSource } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import type { ReactNode } from 'react'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { clockText } from '../quarantine/clockText.ts'
import { Age } from './Age.tsx'
import styles from './DataSources.module.css'
import { sourceTotals } from './sourceRows.ts'

/** How the machines of a client are connected, in five figures. */
export function SourceTotals({ sources }: { sources: readonly DataSource[] | undefined }) {
  const say = useTexts('sources')
  const sayClock = useTexts('quarantine')
  const totals = sources && sourceTotals(sources)
  return (
    <dl className={styles.totals} aria-label={say('totals')}>
      <Total name={say('connected')}>
        {totals && (
          <>
            {formatCount(totals.connected)}{' '}
            <small>{say('ofMachines', { count: formatCount(totals.machines) })}</small>
          </>
        )}
      </Total>
      <Total name={say('perMinute')}>{totals && formatDecimals(totals.perMinute, 1)}</Total>
      <Total name={say('longestSilence')}>{totals && <Age at={totals.oldestAt} />}</Total>
      <Total name={say('largestSkew')}>{totals && clockText(sayClock, totals.largestSkewMs)}</Total>
      <Total name={say('quarantined')}>{totals && formatCount(totals.quarantined)}</Total>
    </dl>
  )
}

function Total({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="panel">
      <dt>{name}</dt>
      <dd>{children ?? noFigure}</dd>
    </div>
  )
}
