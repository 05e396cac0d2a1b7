import type { RawState, RawStates } from '@packboard/telemetry/write'
import type { DirectoryMachine } from './directory.ts'

/** States of one machine in one reading that are passed on. */
const most = 1_000

type Collected = RawStates & { readonly states: RawState[] }

/** Collects of one reading what machines of PackML reported before their dictionaries translated it (decision 45). */
export function createRawStates() {
  const machines = new Map<number, Collected>()
  return {
    add(machine: DirectoryMachine, at: number, state: RawState['state'] | undefined) {
      const address = addressOf(machine)
      if (state === undefined || address === undefined) return
      const { clientId, machineId } = machine
      let known = machines.get(machineId)
      if (!known) {
        known = { clientId, machineId, address, states: [] }
        machines.set(machineId, known)
      }
      if (known.states.length < most) known.states.push({ at, state })
    },
    list: (): RawStates[] => [...machines.values()],
  }
}

/** Where a machine that has a dictionary is read; undefined for one without. */
function addressOf({ opcua, topics }: DirectoryMachine): string | undefined {
  if (opcua) return opcua.address
  return topics.find((topic) => 'dictionary' in topic)?.prefix
}
