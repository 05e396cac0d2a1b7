import { Button } from '@mantine/core'
import { type DeletedKind, restore } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, failureText } from '../../api/call.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconRestore } from '../../icons/furtherIcons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { type PanelList, panelQueries, refreshLists } from '../panelQueries.ts'

const everyList: readonly PanelList[] = [
  'distributors',
  'clients',
  'machines',
  'machineTypes',
  'users',
  'devices',
  'deleted',
]

/** What was deleted in the last 30 days, and the way back for each (D41). */
export function DeletedView() {
  const say = useTexts('panel')
  const zone = useShownZone()
  const queries = useQueryClient()
  const query = useQuery(panelQueries.deleted())
  const restoring = useMutation({
    mutationFn: (params: { kind: DeletedKind; id: number }) => call(restore, { params }),
    onSuccess: () => {
      showToast(say('success'))
      void refreshLists(queries, everyList)
    },
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <CrudTable
      title={say('deleted')}
      query={query}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      nameOf={({ name }) => name}
      columns={[
        { key: 'name', title: say('name'), text: ({ name }) => name, wide: true },
        { key: 'kind', title: say('kind'), text: ({ kind }) => say(kind) },
        {
          key: 'client',
          title: say('client'),
          text: ({ clientName }) => clientName ?? '',
          wide: true,
        },
        {
          key: 'deletedAt',
          title: say('deletedAt'),
          labelOnPhone: true,
          text: ({ deletedAt }) => sortable(deletedAt, zone),
          cell: ({ deletedAt }) => <DateTime at={deletedAt} />,
        },
        {
          key: 'restorableUntil',
          title: say('restorableUntil'),
          labelOnPhone: true,
          text: ({ restorableUntil }) => sortable(restorableUntil, zone),
          cell: ({ restorableUntil }) => <DateTime at={restorableUntil} />,
        },
      ]}
      moreActions={({ kind, id, name }) => (
        <Button
          variant="default"
          size="xs"
          aria-label={say('restoreNamed', { name })}
          leftSection={<IconRestore size={16} />}
          disabled={restoring.isPending}
          onClick={() => restoring.mutate({ kind, id })}
        >
          {say('restore')}
        </Button>
      )}
      hint={say('deletedHint')}
    />
  )
}

/** In the order of time, and found by the date as it is shown. */
const sortable = (at: Date, zone: string) => `${at.toISOString()} ${formatDateTime(at, zone)}`
