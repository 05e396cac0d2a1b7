import type { DataSource } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { clockText } from '../quarantine/clockText.ts'
import { Age } from './Age.tsx'
import styles from './DataSources.module.css'
import { SourcesTable } from './SourcesTable.tsx'
import { sourceTotals } from './sourceRows.ts'
import { sourceQueries } from './sourcesQuery.ts'

/** The machines of a client as sources of records: staff choose whose, a client's administrator has its own. */
export function DataSourcesView() {
  const say = useTexts('sources')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => <SourcesOf clientId={clientId} />}
    </OneClient>
  )
}

function SourcesOf({ clientId }: { clientId: number }) {
  const query = useQuery(sourceQueries.of(clientId))
  return (
    <div className={styles.parts}>
      <SourceTotals sources={query.data?.sources} />
      <SourcesTable {...{ clientId, query }} />
    </div>
  )
}

/** How the machines of a client are connected, in five figures. */
function SourceTotals({ sources }: { sources: readonly DataSource[] | undefined }) {
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
