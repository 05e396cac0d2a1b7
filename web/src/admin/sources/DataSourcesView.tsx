import { useQuery } from '@tanstack/react-query'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './DataSources.module.css'
import { SourcesTable } from './SourcesTable.tsx'
import { SourceTotals } from './SourceTotals.tsx'
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
