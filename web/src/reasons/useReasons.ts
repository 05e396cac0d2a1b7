import { clientReasons } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { currentLanguage, watchLanguage } from '../i18n/language.ts'
import { nameIn, offeredTree, type ReasonGroup } from './reasonTree.ts'

export type StoredReason = z.output<typeof clientReasons.answer>['reasons'][number]

/** The reasons of a client for pages that show and choose them. */
export type Reasons = {
  readonly groups: readonly ReasonGroup<StoredReason>[]
  readonly byId: ReadonlyMap<string, StoredReason>
  /** Name in the language of the screens; empty for one that is unknown. */
  readonly nameOf: (id: string) => string
}

export const useLanguage = () => useSyncExternalStore(watchLanguage, currentLanguage).language

/** Empty until they have come. */
export function useReasons(clientId: number): Reasons & { readonly loaded: boolean } {
  const { data } = useQuery(reasonsQuery(clientId))
  const language = useLanguage()
  return useMemo(() => {
    const byId = new Map((data ?? []).map((reason) => [reason.id, reason]))
    return {
      groups: offeredTree(data ?? []),
      byId,
      nameOf: (id: string) => {
        const known = byId.get(id)
        return known ? nameIn(known.name, language) : ''
      },
      loaded: data !== undefined,
    }
  }, [data, language])
}

/** The reasons of a client, for the pages that name stops. Few change in a day. */
const reasonsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['reasons', clientId],
    queryFn: async ({ signal }) =>
      (await call(clientReasons, { params: { clientId } }, signal)).reasons,
    staleTime: 300_000,
  })
