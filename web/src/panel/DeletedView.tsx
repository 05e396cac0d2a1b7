import { Button } from '@mantine/core'
import { type DeletedKind, restore } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { IconRestore } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../api/call.ts'
import { DateTime } from '../overview/DateTime.tsx'
import { showToast } from '../ui/toasts.ts'
import { useShownZone } from '../ui/zone.ts'
import { CrudTable } from './CrudTable.tsx'
import { type PanelList, panelQueries, refreshLists } from './panelQueries.ts'

const kinds: Record<DeletedKind, string> = {
  distributor: 'Distributor',
  client: 'Client',
  machine: 'Machine',
  machineType: 'Machine Type',
  user: 'User',
}

const everyList: readonly PanelList[] = [
  'distributors',
  'clients',
  'machines',
  'machineTypes',
  'users',
  'deleted',
]

/** What was deleted in the last 30 days, and the way back for each (D41). */
export function DeletedView() {
  const zone = useShownZone()
  const queries = useQueryClient()
  const query = useQuery(panelQueries.deleted())
  const restoring = useMutation({
    mutationFn: (params: { kind: DeletedKind; id: number }) => call(restore, { params }),
    onSuccess: () => {
      showToast('Success!')
      void refreshLists(queries, everyList)
    },
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <CrudTable
      title="Recently Deleted"
      noun="Deleted"
      query={query}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      nameOf={({ name }) => name}
      columns={[
        { title: 'Name', text: ({ name }) => name, wide: true },
        { title: 'Kind', text: ({ kind }) => kinds[kind] },
        { title: 'Client', text: ({ clientName }) => clientName ?? '', wide: true },
        {
          title: 'Deleted',
          text: ({ deletedAt }) => sortable(deletedAt, zone),
          cell: ({ deletedAt }) => <DateTime at={deletedAt} />,
        },
        {
          title: 'Restorable Until',
          text: ({ restorableUntil }) => sortable(restorableUntil, zone),
          cell: ({ restorableUntil }) => <DateTime at={restorableUntil} />,
        },
      ]}
      moreActions={({ kind, id, name }) => (
        <Button
          variant="default"
          size="xs"
          aria-label={`Restore ${name}`}
          leftSection={<IconRestore size={16} stroke={1.75} />}
          disabled={restoring.isPending}
          onClick={() => restoring.mutate({ kind, id })}
        >
          Restore
        </Button>
      )}
      hint="Nothing was deleted in the last 30 days."
    />
  )
}

/** In the order of time, and found by the date as it is shown. */
const sortable = (at: Date, zone: string) => `${at.toISOString()} ${formatDateTime(at, zone)}`
