import { clientReasons } from '@packboard/contract'
import type { Language, Reason, ReasonName } from '@packboard/model'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { call } from '../api/call.ts'
import { currentLanguage, watchLanguage } from '../i18n/language.ts'

/** A reason at the top with those under it, in their order. */
export type ReasonGroup<One extends Reason = Reason> = {
  readonly top: One
  readonly children: readonly One[]
}

/** The name in a language; in English where that one is missing. */
export const nameIn = (name: ReasonName, language: Language): string => name[language] ?? name.en

const byRank = (a: Reason, b: Reason) => a.rank - b.rank || (a.id < b.id ? -1 : 1)

/** All reasons in two levels. One whose parent is unknown is at the top. */
export function reasonTree<One extends Reason>(reasons: readonly One[]): ReasonGroup<One>[] {
  const ids = new Set(reasons.map(({ id }) => id))
  const parentOf = ({ parent }: One) => (parent !== null && ids.has(parent) ? parent : null)
  return reasons
    .filter((reason) => parentOf(reason) === null)
    .toSorted(byRank)
    .map((top) => ({
      top,
      children: reasons.filter((reason) => parentOf(reason) === top.id).toSorted(byRank),
    }))
}

/** What can be chosen: without what is retired; what stands under a retired reason is at the top. */
export function offeredTree<One extends Reason>(reasons: readonly One[]): ReasonGroup<One>[] {
  return reasonTree(reasons.filter(({ retired }) => !retired))
}

/** The groups with a name that contains all words of a search; a group that is found keeps all that is under it. */
export function foundIn<One extends Reason>(
  groups: readonly ReasonGroup<One>[],
  search: string,
  language: Language,
): ReasonGroup<One>[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  const has = ({ name }: One) => {
    const text = plain(nameIn(name, language))
    return words.every((word) => text.includes(word))
  }
  return groups.flatMap(({ top, children }) => {
    if (has(top)) return [{ top, children }]
    const found = children.filter(has)
    return found.length > 0 ? [{ top, children: found }] : []
  })
}

/** Without capitals and accents: who searches types neither. */
const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/** So many tiles a tablet shows beside the proposal; the last one opens the rest. */
export const mostTiles = 8

/**
 * The tiles of a tablet: the reasons at the top in their order without the proposed one. Where there are more than eight, the
 * first seven, and the rest is under one more tile.
 */
export function tilesOf<One extends Reason>(
  groups: readonly ReasonGroup<One>[],
  proposed: string | null,
): { readonly tiles: readonly ReasonGroup<One>[]; readonly rest: readonly ReasonGroup<One>[] } {
  // A proposed reason with others under it stays: they cannot be reached without it.
  const others = groups.filter(({ top, children }) => top.id !== proposed || children.length > 0)
  if (others.length <= mostTiles) return { tiles: others, rest: [] }
  return { tiles: others.slice(0, mostTiles - 1), rest: others.slice(mostTiles - 1) }
}

export type StoredReason = z.output<typeof clientReasons.answer>['reasons'][number]

/** The reasons of a client for pages that show and choose them. */
export type Reasons = {
  readonly groups: readonly ReasonGroup<StoredReason>[]
  readonly byId: ReadonlyMap<string, StoredReason>
  /** Name in the language of the screens; empty for one that is unknown. */
  readonly nameOf: (id: string) => string
}

export const useLanguage = () => useSyncExternalStore(watchLanguage, currentLanguage).language

/** Empty until they have come; with `enabled` false they are not requested. */
export function useReasons(
  clientId: number,
  enabled = true,
): Reasons & { readonly loaded: boolean } {
  const { data } = useQuery({ ...reasonsQuery(clientId), enabled })
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
