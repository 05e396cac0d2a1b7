import type { FilterWindow } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { GroupChip } from '../charts/GroupChip.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { RecordFields } from './RecordFields.tsx'
import styles from './RecordTable.module.css'
import { RecordTable } from './RecordTable.tsx'
import { recordQueries } from './recordQueries.ts'
import { alarmQuestion } from './recordsWire.ts'
import { useRecordFilter } from './useRecordFilter.ts'

type RecordsOf = { clientId: number; machineId: string; filter: FilterWindow }

/** The alarms that a machine raised: when, of which group, and what it said. */
export function AlarmInfoModal({
  opened,
  onClose,
  ...of
}: RecordsOf & { opened: boolean; onClose: () => void }) {
  const say = useTexts('records')
  return (
    <Dialog
      title={say('alarmInfo')}
      side={say('ofMachine', { machine: of.machineId, zone: of.filter.zone })}
      width={960}
      {...{ opened, onClose }}
    >
      <AlarmInfo {...of} />
    </Dialog>
  )
}

function AlarmInfo({ clientId, machineId, filter }: RecordsOf) {
  const say = useTexts('records')
  const shown = useRecordFilter(clientId, machineId, filter)
  const entries = useQuery(recordQueries.alarms(shown.filter, shown))
  return (
    <>
      <RecordFields
        shown={shown}
        groups={entries.data?.groups ?? []}
        descriptions={entries.data?.descriptions ?? []}
      >
        <ExportMenu
          table="alarm-info"
          name={say('alarmInfo')}
          question={alarmQuestion(shown.filter)}
        />
      </RecordFields>
      <RecordTable
        label={say('alarmInfo')}
        query={entries}
        shown={shown}
        columns={[
          {
            title: say('group'),
            cell: ({ group }) => (
              <span className={styles.group}>
                <GroupChip group={group} />
                <span>{group}</span>
              </span>
            ),
            wide: true,
          },
          { title: say('description'), cell: ({ description }) => description, wide: true },
        ]}
      />
    </>
  )
}
