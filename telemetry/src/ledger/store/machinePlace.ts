/** A machine and the client that it belongs to: the beginning of every key in the store. */
export type MachinePlace = { readonly clientId: number; readonly machineId: number }

/** A stretch of one machine's time; without an end, all that is known. */
export type MachineStretch = MachinePlace & { readonly from: number; readonly to: number | null }

/** Later than anything: the end of a stretch that has none. Well inside what the engine can hold. */
const endOfTime = Date.UTC(2199, 0, 1)

/** Whether a minute, or an hour, begins in a stretch of its machine (`stretchLists`); each part is one on the key. */
export const minuteInStretch = `client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
      AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))`
export const hourInStretch = `client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
      AND hour >= {from:DateTime64(3,'UTC')} AND hour < {to:DateTime64(3,'UTC')}
      AND toUnixTimestamp(hour) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
      AND toUnixTimestamp(hour) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))`

/** Stretches of many machines as lists, so that one constant SQL text queries all of them. */
export function stretchLists(stretches: readonly MachineStretch[]) {
  const from = Math.min(...stretches.map((stretch) => stretch.from))
  const to = Math.max(...stretches.map((stretch) => stretch.to ?? endOfTime))
  return {
    clientIds: [...new Set(stretches.map(({ clientId }) => clientId))],
    machineIds: stretches.map(({ machineId }) => machineId),
    starts: stretches.map((stretch) => BigInt(stretch.from)),
    ends: stretches.map((stretch) => BigInt(stretch.to ?? endOfTime)),
    from: new Date(from),
    to: new Date(to),
  }
}
