import type { ReceivedOfMachine } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import table from '../../crud/CrudTable.module.css'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { clockText } from './clockText.ts'
import { QuarantineList } from './QuarantineList.tsx'
import styles from './QuarantineView.module.css'
import { quarantineQueries } from './quarantineQueries.ts'

/** What became of the records of a client's machines: an admin chooses whose, a client's administrator has its own. */
export function QuarantineView() {
  const say = useTexts('quarantine')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <div className={styles.parts}>
          <ReceivedByMachine clientId={clientId} />
          <QuarantineList clientId={clientId} />
        </div>
      )}
    </OneClient>
  )
}

const counts = ['accepted', 'duplicate', 'late', 'conflicting', 'quarantined'] as const

/** Of each machine how many records were accepted, and how many were not and why; and how its clock goes (D9). */
function ReceivedByMachine({ clientId }: { clientId: number }) {
  const say = useTexts('quarantine')
  const query = useQuery(quarantineQueries.machines(clientId))
  return (
    <Panel title={say('title')} className={`${table.table} ${table.named} ${table.twoLines}`}>
      <p className={styles.what}>{say('what')}</p>
      <DataTable
        label={say('title')}
        query={query}
        rows={(machines) => machines}
        rowKey={({ serialNo }: ReceivedOfMachine) => serialNo}
        emptyText={say('noMachines')}
        hint={say('noMachinesHint')}
        saysLoading
        skeletonRows={4}
        columns={[
          { title: say('serialNo'), cell: ({ serialNo }) => serialNo },
          ...counts.map((name) => ({
            key: name,
            title: say(name),
            numeric: true,
            cell: (machine: ReceivedOfMachine) => <Count of={machine[name]} />,
          })),
          {
            title: say('clock'),
            numeric: true,
            cell: ({ clockSkewMs }) => clockText(say, clockSkewMs),
          },
        ]}
      />
    </Panel>
  )
}

/** Nothing stands back, so that what is there is found. */
function Count({ of }: { of: number }) {
  return <span className={of === 0 ? styles.zero : styles.some}>{formatCount(of)}</span>
}
