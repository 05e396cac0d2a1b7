import type { RecordFileRow, recordFiles } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import table from '../../crud/CrudTable.module.css'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Waiting } from '../../ui/Loadable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { isOpen } from './fileQueries.ts'

type Listed = ReturnType<(typeof recordFiles)['answer']['parse']>

/** The files of the last 30 days whose import has ended. */
export function EarlierFiles({
  query,
  shown,
  show,
}: {
  query: Waiting<Listed>
  shown: number | null
  show: (fileId: number) => void
}) {
  const say = useTexts('recordFiles')
  return (
    <Panel
      title={say('earlier')}
      sub={say('earlierSub')}
      className={`${table.table} ${table.twoLines}`}
    >
      <DataTable<Listed, RecordFileRow>
        label={say('earlier')}
        query={query}
        rows={({ files }) => files.filter(({ state }) => !isOpen(state))}
        rowKey={({ id }) => String(id)}
        emptyText={say('noImports')}
        skeletonRows={3}
        isCurrent={({ id }) => id === shown}
        open={{ name: ({ name }) => say('openImport', { name }), go: ({ id }) => show(id) }}
        columns={[
          { title: say('file'), cell: ({ name }) => name, wide: true },
          { title: say('at'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
          {
            title: say('by'),
            cell: ({ createdBy }) => createdBy ?? say('commandLine'),
            spare: true,
          },
          { title: say('machine'), cell: ({ machine }) => machine ?? noFigure, spare: true },
          {
            title: say('state'),
            cell: ({ state }) => <span className={table.tag}>{say(`state.${state}`)}</span>,
          },
          {
            title: say('stored'),
            cell: ({ stored }) => formatCount(stored),
            numeric: true,
            labelOnPhone: true,
          },
          {
            title: say('refused'),
            cell: ({ refused }) => formatCount(refused),
            numeric: true,
            labelOnPhone: true,
          },
        ]}
      />
    </Panel>
  )
}
