import type { Limits } from '@packboard/contract'
import { nearLimitShare, noFigure } from '@packboard/model'
import table from '../../crud/CrudTable.module.css'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Waiting } from '../../ui/Loadable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './LimitsView.module.css'
import { type NearLimit, nearRows } from './nearRows.ts'

const percent = (share: number) => `${formatCount(100 * share)} %`

/** The devices and machines that are near a limit, the fullest first: before their records are refused. */
export function NearLimits({ query }: { query: Waiting<Limits> }) {
  const say = useTexts('limits')
  const uncounted = query.data?.machines === null
  return (
    <Panel
      title={say('near')}
      sub={uncounted ? say('uncounted') : say('nearSub', { share: percent(nearLimitShare) })}
      className={`${table.table} ${table.named} ${table.twoLines} ${styles.near}`}
    >
      <DataTable
        label={say('near')}
        query={query}
        rows={nearRows}
        rowKey={({ key }: NearLimit) => key}
        emptyText={say(uncounted ? 'nobodyCounted' : 'nobody')}
        hint={say('nobodyHint')}
        saysLoading
        skeletonRows={3}
        columns={[
          { title: say('name'), cell: ({ name }) => name ?? say('noMachine'), wide: true },
          { title: say('client'), cell: ({ clientName }) => clientName ?? noFigure, wide: true },
          { title: say('limit'), cell: ({ limit }) => say(limit), wide: true },
          {
            key: 'used',
            title: say('used'),
            numeric: true,
            cell: ({ used, most }) => (
              <>
                <span className={styles.full}>{percent(used / most)}</span>{' '}
                {say('ofLimit', { used: formatCount(used), limit: formatCount(most) })}
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}
