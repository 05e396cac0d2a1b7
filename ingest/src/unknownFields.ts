import type { UnknownFields } from '@packboard/telemetry/write'
import type { DirectoryMachine } from './directory.ts'

/** Characters of a name that are kept. */
export const fieldNameLimit = 64
/** Names that are counted of one machine in one reading. */
const most = 20

/** Collects of one reading which unknown fields the records of each machine had. Nearly all readings have none. */
export function createUnknownFields() {
  let machines: Map<number, UnknownFields & { readonly names: Map<string, number> }> | undefined
  return {
    add(
      { clientId, machineId }: Pick<DirectoryMachine, 'clientId' | 'machineId'>,
      fields: readonly string[] | undefined,
    ) {
      if (fields === undefined) return
      machines ??= new Map()
      let known = machines.get(machineId)
      if (!known) {
        known = { clientId, machineId, names: new Map() }
        machines.set(machineId, known)
      }
      const { names } = known
      for (const field of fields) {
        const name = field.slice(0, fieldNameLimit)
        const before = names.get(name)
        if (before !== undefined || names.size < most) names.set(name, (before ?? 0) + 1)
      }
    },
    list: (): UnknownFields[] | undefined => machines && [...machines.values()],
  }
}
