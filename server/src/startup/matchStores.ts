import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  completeNaming,
  type Management,
  type ManagementOwner,
  managementOwner,
  nameManagement,
  raiseIds,
} from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { nameTelemetry, type TelemetryOwner, telemetryOwner } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'

/** The two stores are not halves of one installation (D68). */
class StoresDisagree extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StoresDisagree'
  }
}

type Places = Pick<Config, 'dataDir' | 'databaseUrl' | 'clickhouseUrls'>

/** The records of a cell that has some are not on the server that CLICKHOUSE_URL names in its place. */
export const missingRecords = (places: Places): Error =>
  new StoresDisagree(sentenceOf('telemetryMissing', places))

/**
 * Refuses to go on with two stores of different installations, or with half of one: ids of clients are small numbers, and
 * one client would see the records of another. `adopt` joins them on purpose. Must run before anything is written to
 * either store.
 */
export async function matchStores(parts: {
  readonly management: Management
  readonly telemetry: Telemetry
  readonly places: Places
  readonly adopt: boolean
  /** Of a cell whose store is still to be made: it is empty while the other cells are not. */
  readonly isNew?: boolean
  readonly log: FastifyBaseLogger
}): Promise<void> {
  const { management, telemetry, places, adopt, isNew = false, log } = parts
  const [people, records] = await Promise.all([
    managementOwner(management),
    telemetryOwner(telemetry),
  ])
  const fault = isNew && records.empty && records.id === null ? undefined : faultOf(people, records)
  if (fault && !adopt) throw new StoresDisagree(sentenceOf(fault, places))
  if (fault) log.warn({ fault }, 'the two stores are used together, as --adopt says')
  if (!people.complete || people.id !== records.id) {
    const wanted = people.id ?? records.id ?? randomBytes(16).toString('hex')
    const id = await nameManagement(management, wanted)
    if (id !== records.id) await nameTelemetry(telemetry, id)
    await completeNaming(management)
  }
  await raiseIds(management, records.highest)
}

type Fault = 'different' | 'telemetryMissing' | 'managementMissing' | 'managementOlder' | 'idLost'

/** Undefined for a new installation, and for one whose first start was interrupted. */
function faultOf(people: ManagementOwner, records: TelemetryOwner): Fault | undefined {
  if (people.empty && records.empty) return undefined
  if (people.complete && people.id === records.id) {
    return people.changes < records.highest.change ? 'managementOlder' : undefined
  }
  const unnamed = !people.complete && (records.id === null || records.id === people.id)
  if (unnamed) return people.empty ? 'managementMissing' : undefined
  if (people.id === null && people.empty) return 'managementMissing'
  if (records.id === null) return records.empty ? 'telemetryMissing' : 'idLost'
  return 'different'
}

function sentenceOf(fault: Fault, { dataDir, databaseUrl, clickhouseUrls }: Places): string {
  const management =
    databaseUrl === undefined ? join(dataDir, 'management') : 'the database of DATABASE_URL'
  const telemetry =
    clickhouseUrls.length === 0 ? join(dataDir, 'telemetry') : 'the database of CLICKHOUSE_URL'
  const found = {
    different: `The management data in ${management} and the records in ${telemetry} belong to two different installations`,
    telemetryMissing: `The records in ${telemetry} are missing, while the management data in ${management} are there`,
    managementOlder: `The management data in ${management} are an older copy than the one that was last used with the records in ${telemetry}, and lack what was changed since`,
    idLost: `The records in ${telemetry} have lost the id of their installation, that of the management data in ${management}`,
    managementMissing: `The management data in ${management} are missing, while the records in ${telemetry} are there`,
  }[fault]
  return `${found}; restore both from one backup, or start once with --adopt to use them together as they are.`
}
