import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** OEEE of a machine in the shift that runs, in the words of the page. */
export type MachineOeee = {
  /** Which OEEE: of which shift. */
  readonly name: string
  /** Without its unit. */
  readonly percent: string
  readonly coverage: string
  /** The coverage is low. */
  readonly isDoubtful: boolean
}

type Oeees = ReadonlyMap<string, MachineOeee>

const none: Oeees = new Map()
let shown = none
const { watch, notify } = listeners()

/** One question has the figures of all cards, by serial number. */
export function showOeees(oeees: Oeees = none) {
  shown = oeees
  notify()
}

/** Undefined: it is not known, or the client has no comparison of its machines (D51). */
export const useOeee = (serialNo: string) => useSyncExternalStore(watch, () => shown.get(serialNo))
