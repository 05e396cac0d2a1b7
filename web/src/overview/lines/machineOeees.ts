import type { CompareFigures } from '@packboard/contract'
import { useSyncExternalStore } from 'react'

/** The figures of the shift that runs, by serial number, for the OEEE on compact cards. */
export type MachineOeees = {
  /** Name of the shift, or since when. */
  readonly when: string
  readonly figures: ReadonlyMap<string, CompareFigures>
}

let shown: MachineOeees | null = null
const listeners = new Set<() => void>()

/** One question has the figures of all cards; null: no page has any. */
export function showOeees(oeees: MachineOeees | null) {
  shown = oeees
  for (const listener of listeners) listener()
}

/** null: they are not known, or the client has no comparison of its machines (D51). */
export const useOeees = () => useSyncExternalStore(watch, () => shown)

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
