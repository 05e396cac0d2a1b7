import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { chooseClient, readClientSearch, useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { clientQueries } from './clientQueries.ts'

/**
 * The address names a client. For staff who open it, from a bookmark or after a reload, that client becomes the chosen
 * one; a client that they may not see is none. Returns whether it is still looked up.
 */
export function useClientOfAddress(addressed: number | undefined): boolean {
  const person = usePerson()
  const client = useClient(person)
  // Once chosen it may be left: the way back forgets it before the address changes.
  const [settled, settle] = useState<number>()
  const open = person.permissions.chooseClient && settled !== addressed
  const unknown = open && addressed !== undefined && client?.id !== addressed
  const names = useQuery({ ...clientQueries.names(), enabled: unknown })
  const { data, isError } = names
  useEffect(() => {
    if (!open) return
    if (unknown && !data && !isError) return
    if (unknown && data) chooseClient(data.clients.find(({ id }) => id === addressed) ?? null)
    settle(addressed)
  }, [open, unknown, data, isError, addressed])
  return unknown && !isError
}

/**
 * The client of a page whose path names none stands in the address as `?client=` (D77), so that staff can reload, keep and
 * send it. Returns whether it is still looked up.
 */
export function useClientInAddress(): boolean {
  const person = usePerson()
  const client = useClient(person)
  const { client: addressed } = readClientSearch(useSearch({ strict: false }))
  const coming = useClientOfAddress(addressed)
  const navigate = useNavigate()
  const missing =
    person.permissions.chooseClient && !coming && client !== null && client.id !== addressed
  const id = client?.id
  useEffect(() => {
    if (!missing || id === undefined) return
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, client: id }),
      replace: true,
      resetScroll: false,
    })
  }, [missing, id, navigate])
  return coming
}
