import { type MachineRow, updateLine } from '@packboard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormModal } from '../../crud/FormModal.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { refreshLists } from './panelQueries.ts'

/** Names the line that a machine stands on. */
export function LineModal({
  machine,
  opened,
  onClose,
}: {
  machine: MachineRow
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('panel')
  const queries = useQueryClient()
  const { id, clientId, machineId, lineName } = machine
  return (
    <FormModal
      title={say('updateOf', { noun: say('aLine') })}
      submit={say('update')}
      busy={say('updating')}
      {...{ opened, onClose }}
      spec={{
        initial: { lineName, machineName: machineId },
        fields: () => [
          { name: 'lineName', label: say('lineName') },
          { name: 'machineName', label: say('machineName'), locked: true },
        ],
        send: async (values) => {
          await call(updateLine, {
            params: { id },
            body: { lineName: values.lineName ?? '', clientId, machineName: machineId },
          })
          void refreshLists(queries, ['machines'])
          return say('success')
        },
      }}
    />
  )
}
