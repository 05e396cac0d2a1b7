import type { FilterWindow } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import styles from './RecordTable.module.css'
import { RecordFields, RecordTable, useRecordFilter } from './RecordTable.tsx'
import { recordQueries } from './recordQueries.ts'
import { auditQuestion } from './recordsWire.ts'

type RecordsOf = { clientId: number; machineId: string; filter: FilterWindow }

/** What people changed at a machine: when, who, what, before and after. */
export function AuditTrailModal({ opened, onClose, ...of }: RecordsOf & DialogProps) {
  const say = useTexts('records')
  return (
    <Dialog
      title={say('auditTrail')}
      side={say('ofMachine', { machine: of.machineId, zone: of.filter.zone })}
      width={1080}
      {...{ opened, onClose }}
    >
      {/* Closing forgets its filter: opened again it begins with the window of the page. */}
      <AuditTrail {...of} />
    </Dialog>
  )
}

function AuditTrail({ clientId, machineId, filter }: RecordsOf) {
  const say = useTexts('records')
  const shown = useRecordFilter(clientId, machineId, filter)
  const entries = useQuery(recordQueries.audit(shown.filter, shown))
  const groups = useQuery(recordQueries.auditGroups(shown.filter))
  const descriptions = useQuery(recordQueries.auditDescriptions(shown.filter))
  return (
    <>
      <RecordFields shown={shown} groups={groups.data ?? []} descriptions={descriptions.data ?? []}>
        <ExportMenu
          table="audit-trail"
          name={say('auditTrail')}
          question={auditQuestion(shown.filter)}
        />
      </RecordFields>
      <RecordTable
        label={say('auditTrail')}
        query={entries}
        shown={shown}
        columns={[
          {
            title: say('userGroup'),
            cell: ({ userGroup }) => <span className={styles.person}>{userGroup}</span>,
            wide: true,
          },
          { title: say('description'), cell: ({ description }) => description, wide: true },
          {
            title: say('valueBefore'),
            cell: ({ before }) => <span className={styles.value}>{before}</span>,
            wide: true,
          },
          {
            title: say('valueAfter'),
            cell: ({ after }) => (
              <span className={styles.value} data-after="true">
                {after}
              </span>
            ),
            wide: true,
          },
        ]}
      />
    </>
  )
}
