import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clientQueries } from '../clients/clientQueries.ts'
import { chooseClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'

/**
 * The address names a client. For staff who open it, from a bookmark or after a reload, that client becomes the chosen one:
 * the top bar shows whose machine this is, and the way back leads to the same factory.
 */
export function useClientOfAddress(clientId: number) {
  const person = usePerson()
  const client = useClient(person)
  const unknown = person.permissions.chooseClient && client?.id !== clientId
  const names = useQuery({ ...clientQueries.names(), enabled: unknown })
  const named = unknown ? names.data?.clients.find(({ id }) => id === clientId) : undefined
  useEffect(() => {
    if (named) chooseClient(named)
  }, [named])
}
