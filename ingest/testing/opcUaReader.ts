import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createMachineDirectory,
  type DirectoryMachine,
  type OpcUaSetting,
} from '../src/directory.ts'
import { openIngest } from './conserved.ts'
import { scriptedStore } from './scriptedStore.ts'

export const plainSetting = {
  dictionary: 'iso-tr88',
  security: 'none',
  userName: null,
  password: null,
} as const

/** An ingest that reads one machine by OPC UA into a store in memory. */
export async function opcUaReader(
  setting: Partial<OpcUaSetting> & Pick<OpcUaSetting, 'address'>,
  options: {
    holdMs?: number
    hosts?: readonly string[]
    folder?: string
    /** How long a connection that broke is repaired before all is made anew. */
    repairMs?: number
  } = {},
) {
  const store = scriptedStore()
  const machine = (change: Partial<OpcUaSetting> = {}): DirectoryMachine => ({
    machineId: 1,
    clientId: 7,
    serialNo: 'W-7',
    holdMs: options.holdMs ?? 90_000,
    topics: [],
    opcua: { ...plainSetting, ...setting, ...change },
  })
  const directory = createMachineDirectory({ device: async () => null, deviceNow: () => null }, [
    machine(),
  ])
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'packboard-opcua-')))
  const ingest = await openIngest({
    directory,
    // A server of a plant is never on this machine; those of the tests are.
    opcua: {
      folder,
      hosts: options.hosts ?? ['127.0.0.1'],
      timing: { first: 100, most: 400, repair: options.repairMs ?? 3_000 },
    },
    commit: store.commit,
    gatherMs: 5,
  })
  return {
    ingest,
    store,
    folder,
    found: () => ingest.opcua?.found(1),
    figures: () => ingest.opcua?.figures(),
    set: (change: Partial<OpcUaSetting>) => directory.replace([machine(change)]),
    clear: () => directory.replace([]),
    records: () => store.samples().filter(({ alive }) => !alive),
    alive: () => store.samples().filter(({ alive }) => alive),
    states: () =>
      store.samples().flatMap(({ state, at }) => (state === undefined ? [] : [{ state, at }])),
    quarantined: () => store.quarantined(),
    alarms: () => store.batches.flatMap(({ alarms }) => alarms),
    /** D10: nothing is lost between a message and the store. */
    conservation: () => {
      const tallies = ingest.pipeline.tallies()
      const sum = (pick: (tally: (typeof tallies)[number]) => number) =>
        tallies.reduce((total, tally) => total + pick(tally), 0)
      return {
        received: sum(({ received }) => received),
        ended: sum(({ accepted, duplicate, quarantined }) => accepted + duplicate + quarantined),
        handedOn: ingest.opcua?.figures().records ?? 0,
        waiting: ingest.opcua?.figures().waiting ?? 0,
        lost: ingest.opcua?.figures().lost ?? 0,
      }
    },
    async close() {
      await ingest.close()
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}
