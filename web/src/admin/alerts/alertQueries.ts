import { alertRules, hooks } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { usePerson } from '../../session/useSession.ts'
import { panelQueries } from '../panelQueries.ts'

/** The rules of a client with what became of them. */
export const rulesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['alerts', clientId, 'rules'],
    queryFn: ({ signal }) => call(alertRules, { params: { clientId } }, signal),
    staleTime: 0,
    refetchOnReconnect: false,
  })

/** Webhooks, brokers and addresses of a client. */
export const hooksQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['alerts', clientId, 'hooks'],
    queryFn: ({ signal }) => call(hooks, { params: { clientId } }, signal),
  })

/** The machine types of a client, for those who see its machines in the panel; others read the number of a type. */
export function useMachineTypes(clientId: number) {
  const say = useTexts('alertRules')
  const { permissions } = usePerson()
  const { data } = useQuery({ ...panelQueries.machines(), enabled: permissions.nameLines })
  const types = new Map<number, string>()
  for (const machine of data ?? []) {
    if (machine.clientId === clientId) types.set(machine.machineTypeId, machine.machineTypeName)
  }
  return { types, nameOf: (id: number) => types.get(id) ?? say('unnamedType', { id }) }
}
