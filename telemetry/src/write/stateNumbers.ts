import type { Batch, NumberPair, RawStates } from '../records.ts'

/** Pairs of numbers that are remembered of each machine: all of PackML are fewer, so it takes some kilobytes. */
const mostPairs = 100
/** What reads as a state number; another value follows nothing, and nothing follows it. */
const largestNumber = 32_767

/** What a machine of PackML reported of its states since this opening of the store. */
export type ReportedNumbers = {
  readonly pairs: readonly NumberPair[]
  /** How it reported its state the last time; null: not yet. */
  readonly by: 'numbers' | 'words' | null
}

type Known = {
  readonly clientId: number
  readonly address: string
  readonly pairs: Map<string, { from: number; to: number; count: number }>
  by: ReportedNumbers['by']
  /** The number that the next one follows. */
  last: number | undefined
  lastAt: number
}

const nothing: ReportedNumbers = { pairs: [], by: null }

/**
 * Which state number of each machine followed which, in memory, since this opening of the store (decision 45). What the
 * numbers mean is not known here.
 */
export class StateNumbers {
  readonly #machines = new Map<number, Known>()

  /** Counts what stored batches report. */
  stored(batches: readonly Batch[]): void {
    for (const { rawStates } of batches) {
      if (rawStates === undefined) continue
      for (const machine of rawStates) this.#count(machine)
    }
  }

  of(clientId: number, machineId: number): ReportedNumbers {
    const known = this.#machines.get(machineId)
    if (known?.clientId !== clientId) return nothing
    return { pairs: [...known.pairs.values()].map((pair) => ({ ...pair })), by: known.by }
  }

  #count({ clientId, machineId, address, states }: RawStates) {
    let known = this.#machines.get(machineId)
    // Of another client, or read from another place: another machine's numbers.
    if (known?.clientId !== clientId || known.address !== address) {
      known = { clientId, address, pairs: new Map(), by: null, last: undefined, lastAt: 0 }
      this.#machines.set(machineId, known)
    }
    for (const { at, state } of states) {
      if (state === 'end') {
        known.last = undefined
        continue
      }
      known.by = state === 'words' ? 'words' : 'numbers'
      // What comes late says nothing about what follows what now.
      if (at < known.lastAt) continue
      known.lastAt = at
      if (state === 'words' || !Number.isInteger(state) || Math.abs(state) > largestNumber) {
        known.last = undefined
        continue
      }
      if (known.last !== undefined && known.last !== state) addPair(known, known.last, state)
      known.last = state
    }
  }
}

function addPair({ pairs }: Known, from: number, to: number) {
  const key = `${from} ${to}`
  const pair = pairs.get(key)
  if (pair) pair.count += 1
  else if (pairs.size < mostPairs) pairs.set(key, { from, to, count: 1 })
}
