import type { ClientMachine } from '@packboard/contract'
import { type OverviewGrouping, overviewGroupings } from '@packboard/model'
import { useSearch } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'
import { currentSession } from '../session/session.ts'
import { useNarrow } from '../ui/useNarrow.ts'

/** What the cards of the overview are grouped by. */
export const groupings = overviewGroupings
export type Grouping = OverviewGrouping

const readGrouping = (text: unknown): Grouping | null =>
  groupings.find((each) => each === text) ?? null

/** How a person arranged the machines of a client. */
export type Arrangement = {
  /** null: not chosen. */
  readonly grouping: Grouping | null
  /** Serial numbers in the own order; machines that are not among them follow in the order of their lines. */
  readonly order: readonly string[]
  /** Serial numbers that come first in their group. */
  readonly favourites: readonly string[]
}

const nothing: Arrangement = { grouping: null, order: [], favourites: [] }
const { watch, notify } = listeners()
let last = { text: '', value: nothing }

/** What this browser knows of the signed-in person's arrangement: shown before the server's answer is there. */
const keyOf = (clientId: number) => `packboard.overview.${currentSession()?.id}.${clientId}`

function arrangementOf(clientId: number): Arrangement {
  const text = localStorage.getItem(keyOf(clientId)) ?? ''
  if (last.text !== text) last = { text, value: parsed(text) }
  return last.value
}

/** What is stored may be of another version, or damaged. */
function parsed(text: string): Arrangement {
  try {
    const { grouping, order, favourites }: Record<string, unknown> = JSON.parse(text)
    return {
      grouping: readGrouping(grouping),
      order: texts(order),
      favourites: texts(favourites),
    }
  } catch {
    return nothing
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The arrangement of the person, also when it is changed in another tab. */
export const useArrangement = (clientId: number): Arrangement =>
  useSyncExternalStore(watchTabs, () => arrangementOf(clientId))

/** What is changed, in this browser; returns all of it. */
export function rearranged(clientId: number, changed: Partial<Arrangement>): Arrangement {
  const next = { ...arrangementOf(clientId), ...changed }
  keepArrangement(clientId, next)
  return next
}

export function keepArrangement(clientId: number, arrangement: Arrangement) {
  localStorage.setItem(keyOf(clientId), JSON.stringify(arrangement))
  notify()
}

/** null: nothing was ever arranged in this browser. */
export const keptArrangement = (clientId: number): Arrangement | null =>
  localStorage.getItem(keyOf(clientId)) === null ? null : arrangementOf(clientId)

function watchTabs(listener: () => void): () => void {
  const release = watch(listener)
  window.addEventListener('storage', listener)
  return () => {
    release()
    window.removeEventListener('storage', listener)
  }
}

/** Places of the machines: favourites first, then in the own order, then as they come. */
export function arrangedPlaces(
  machines: readonly ClientMachine[],
  { order, favourites }: Arrangement,
): number[] {
  const places = new Map(order.map((serialNo, place) => [serialNo, place]))
  const stars = new Set(favourites)
  const rankOf = (index: number) => {
    const serialNo = machines[index]?.machineId ?? ''
    return [stars.has(serialNo) ? 0 : 1, places.get(serialNo) ?? order.length, index] as const
  }
  return machines
    .map((_, index) => ({ index, rank: rankOf(index) }))
    .sort(({ rank: a }, { rank: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
    .map(({ index }) => index)
}

type MachineGroup = {
  /** Name of the line or the machine type; empty for machines without a line. */
  readonly key: string
  readonly machines: readonly ClientMachine[]
}

/** The machines by line in the order of the lines, or by type in the order of the names; without grouping all in one. */
export function groupsOf(
  machines: readonly ClientMachine[],
  grouping: Grouping,
): readonly MachineGroup[] {
  if (grouping === 'none') return [{ key: '', machines }]
  const keyOfMachine = ({ lineName, machineType }: ClientMachine) =>
    grouping === 'line' ? lineName : machineType.label
  const byKey = new Map<string, ClientMachine[]>()
  for (const machine of machines) {
    const key = keyOfMachine(machine)
    byKey.set(key, [...(byKey.get(key) ?? []), machine])
  }
  const groups = [...byKey].map(([key, own]) => ({ key, machines: own }))
  return grouping === 'line' ? groups : groups.sort((a, b) => a.key.localeCompare(b.key))
}

/** What the cards are grouped by: as the address says, else as the person chose last, else by line; on a phone not at all. */
export function useGrouping({ grouping }: Arrangement): Grouping {
  const { group }: { group?: string } = useSearch({ strict: false })
  const narrow = useNarrow()
  return readGrouping(group) ?? grouping ?? (narrow ? 'none' : 'line')
}
