import { machinesData } from '@packboard/contract'
import { call } from '../api/call.ts'
import { serverNow } from '../time/serverClock.ts'

/** What a machine does at this moment. */
export type MachineState = {
  /** State code 1 to 26; -1 when no state was ever reported. */
  readonly code: number
  readonly offline: boolean
}

/** The present is in each record; so short a window costs nothing beside it, in ms. */
const windowMs = 1_000

/** The present state of each machine of a client, by serial number. */
export async function readMachineStates(
  clientId: number,
  serialNos: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, MachineState>> {
  const now = serverNow()
  const body = {
    start_date: new Date(now - windowMs),
    end_date: new Date(now),
    clientId,
    initialReq: 'no' as const,
    machinesIdArray: [...serialNos],
  }
  const { dataArray } = await call(machinesData, { body }, signal)
  return new Map(
    dataArray.map(({ machineId, Status, Recipe }) => [
      machineId,
      { code: Recipe, offline: Status === 'OFFLINE' },
    ]),
  )
}
