import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { chooseClient, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { clientQueries } from './clientQueries.ts'

/** The client that a new row belongs to: that of the top bar, or the only one that there is; undefined where there is a choice. */
export function useUsualClient(
  clients: readonly { readonly id: number }[] | undefined,
): number | undefined {
  const chosen = useClient(usePerson())
  const [first, second] = clients ?? []
  return chosen?.id ?? (second ? undefined : first?.id)
}

/** On a page that asks staff for a client: where there is only one, it is chosen for them. */
export function useOnlyClient(): void {
  const person = usePerson()
  const client = useClient(person)
  const asks = person.permissions.chooseClient && client === null
  const { data } = useQuery({ ...clientQueries.names(), enabled: asks })
  const [first, second] = data?.clients ?? []
  const only = asks && !second ? first : undefined
  useEffect(() => {
    if (only) chooseClient(only)
  }, [only])
}
