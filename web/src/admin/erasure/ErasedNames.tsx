import type { ErasedNameRow } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import table from '../../crud/CrudTable.module.css'
import { useTexts } from '../../i18n/useTexts.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { erasedNamesQuery } from './erasedNamesQuery.ts'

/** The pseudonyms that replaced erased names at a client; the names themselves cannot be recovered. */
export function ErasedNames({ clientId }: { clientId: number }) {
  const say = useTexts('erasure')
  const query = useQuery(erasedNamesQuery(clientId))
  return (
    <Panel title={say('erased')} className={table.table}>
      <DataTable
        label={say('erased')}
        query={query}
        rows={(names) => names}
        rowKey={({ id }: ErasedNameRow) => String(id)}
        emptyText={say('none')}
        hint={say('noneHint')}
        saysLoading
        skeletonRows={3}
        columns={[
          { title: say('pseudonym'), cell: ({ pseudonym }) => pseudonym, wide: true },
          { title: say('by'), cell: ({ erasedBy }) => erasedBy },
          { title: say('at'), cell: ({ erasedAt }) => <DateTime at={erasedAt} /> },
          {
            title: say('done'),
            cell: ({ doneAt }) =>
              doneAt === null ? (
                <span className={table.tag}>{say('underWay')}</span>
              ) : (
                <DateTime at={doneAt} />
              ),
          },
        ]}
      />
    </Panel>
  )
}
