import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CellLease,
  ensureCells,
  type Management,
  openKeyFile,
  openManagement,
  takeCell,
  telemetryParts,
} from '@packboard/management'
import { UnreleasedData } from '@packboard/model'
import { untilUnlocked } from '@packboard/telemetry/backup'
import { DatabaseMissing, openTelemetry, type Telemetry } from '@packboard/telemetry/store'
import type { Logger } from 'pino'
import { type AccountMail, openAccountMail } from '../accounts/accountMail.ts'
import { copyBeforeUpgrade } from '../backup/copyBeforeUpgrade.ts'
import { refuseUnfinished } from '../backup/restoreBackup.ts'
import { noteSchemas } from '../backup/schemas.ts'
import { type Cluster, openCluster } from '../cluster/cluster.ts'
import { openIdProviders } from '../companySignIn/openIdProviders.ts'
import { providerHosts } from '../companySignIn/providerHosts.ts'
import { type Config, keepDays } from '../config.ts'
import { type LimitsInForce, quarantineLimits } from '../monitoring/nearLimits.ts'
import { type Outbox, openOutbox } from '../outbox/outbox.ts'
import { smallPictures } from '../panel/pictures.ts'
import { giveUpReserve } from '../program/diskReserve.ts'
import { diskLimits, diskSpaceOf } from '../program/diskSpace.ts'
import { missingRecords } from './matchStores.ts'
import { managementFailure, recordsFailure } from './notOpened.ts'
import { type HeldPartRecord, heldPartRecord } from './partRecord.ts'

/** What a process works on: the management store, and the records or the way to the processes that hold them. */
export type Stores = {
  readonly management: Management
  readonly telemetry: Telemetry
  /** The other processes; undefined where one does everything. */
  readonly cluster: Cluster | undefined
  /** The cell that this process holds, with ROLE=ledger. */
  readonly lease: CellLease | undefined
  /** Of a process that holds records. */
  readonly parts: HeldPartRecord | undefined
}

type Given = {
  readonly config: Config
  readonly log: Logger
  readonly now: () => number
  /** The clock that all processes of a cluster have in common; default that of PostgreSQL. */
  readonly storeNow?: (() => Promise<number>) | undefined
  readonly limits: LimitsInForce
  /** Aborted when a stop begins. */
  readonly ending?: AbortSignal | undefined
  /** Joins two stores that are not halves of one installation, on purpose: then records that are missing begin anew. */
  readonly adopt?: boolean | undefined
  /** Called when another process may hold the cell of this one. */
  readonly onCellLost?: (() => void) | undefined
  /** What was opened is closed by these, the last one first. */
  readonly closers: (() => Promise<void> | void)[]
}

/** Opens what the role of this process works on. */
export function openStores(given: Given): Promise<Stores> {
  return given.config.role === 'all' ? openBoth(given) : openOfCluster(given)
}

/** The same for the demo in its own directory: where the baseline has no way from what is in it, that is set aside, and the demo is made anew. */
export async function openDemoStores(given: Given): Promise<Stores> {
  const { config, closers } = given
  const opened: Given['closers'] = []
  try {
    const stores = await openStores({ ...given, closers: opened })
    closers.push(...opened)
    return stores
  } catch (error) {
    for (const close of opened.reverse()) await close()
    const isOwn = config.databaseUrl === undefined && config.clickhouseUrls.length === 0
    if (!(error instanceof UnreleasedData) || !isOwn) throw error
    await setAside(given)
    return openStores(given)
  }
}

async function setAside({ config: { dataDir }, log, now }: Given): Promise<void> {
  await untilUnlocked(dataDir)
  const folder = `${dataDir}-unreleased-${new Date(now()).toISOString().replaceAll(':', '')}`
  await rename(dataDir, folder)
  await prepareDataDirectory(dataDir)
  log.warn(
    { folder },
    'The demo of a version that was never released was set aside, and a new one is made',
  )
}

/** Both stores at once. */
async function openBoth(given: Given): Promise<Stores> {
  const { config, log, now, limits, ending, closers } = given
  const { dataDir, databaseUrl: url } = config
  const own = url === undefined || config.clickhouseUrls.length === 0
  const keyFile = await openKeyFile(config.secretsKeyFile)
  if (own) await copyBeforeUpgrade(dataDir, log, now())
  const people = openManagement({ dataDir, url, keyFile, log, ending, now }).catch(
    (error: unknown) => {
      throw managementFailure(error, config)
    },
  )
  const record = people.then((management) => telemetryParts(management))
  // Its failure is that of the management store.
  record.catch(() => undefined)
  const parts = heldPartRecord(record)
  const [management, telemetry] = await Promise.allSettled([
    people,
    openTelemetry({ ...recordsOf(config, limits), parts, log, ending, now }).catch(
      (error: unknown) => {
        throw recordsFailure(error, config)
      },
    ),
  ])
  // Telemetry is closed first: it writes what it holds into the management store.
  for (const opened of [management, telemetry]) {
    if (opened.status === 'fulfilled') closers.push(() => opened.value.close())
  }
  if (management.status === 'rejected') throw management.reason
  if (telemetry.status === 'rejected') throw telemetry.reason
  if (own) await noteSchemas(dataDir)
  return {
    management: management.value,
    telemetry: telemetry.value,
    parts,
    cluster: undefined,
    lease: undefined,
  }
}

async function openOfCluster(given: Given): Promise<Stores> {
  const { config, log, now, storeNow, limits, ending, onCellLost, closers } = given
  const management = await openManagement({
    dataDir: config.dataDir,
    url: config.databaseUrl,
    keyFile: await openKeyFile(config.secretsKeyFile),
    log,
    ending,
    now,
  }).catch((error: unknown) => {
    throw managementFailure(error, config)
  })
  closers.push(() => management.close())
  const cluster = await openCluster({ management, log, now, storeNow })
  closers.push(() => cluster.close())
  if (config.role !== 'ledger') {
    return { management, cluster, telemetry: cluster.telemetry, lease: undefined, parts: undefined }
  }
  await ensureCells(management, config.cells, config.clickhouseUrls.length)
  log.info({ cells: config.cells }, 'waiting for a cell that no other process holds')
  const lease = await takeCell(management, ending)
  closers.push(() => lease.release())
  if (onCellLost) void lease.lost.then(onCellLost)
  log.info({ cell: lease.id }, 'this process holds the cell')
  const parts = heldPartRecord(Promise.resolve(telemetryParts(management, lease.id)))
  const telemetry = await openTelemetry({
    ...recordsOf(config, limits),
    ...placeOf(config, lease),
    owner: { mayWrite: () => lease.isHeld(), generation: lease.generation },
    mustExist: lease.named && !given.adopt,
    parts,
    log,
    ending,
    now,
  }).catch((error: unknown) => {
    if (error instanceof DatabaseMissing) throw missingRecords(config)
    throw recordsFailure(error, config)
  })
  closers.push(() => telemetry.close())
  return { management, telemetry, cluster, lease, parts }
}

const recordsOf = (config: Config, limits: LimitsInForce) => ({
  dataDir: config.dataDir,
  ...(config.clickhouseUrls[0] !== undefined && { url: config.clickhouseUrls[0] }),
  database: config.clickhouseDatabase,
  quarantine: () => quarantineLimits(limits.now()),
  keeps: { raw: keepDays(config, 'raw'), minutes: keepDays(config, 'minutes') },
})

/** Cell 0 is the database that an installation of one process has; the others stand beside it. */
function placeOf({ clickhouseUrls, clickhouseDatabase }: Config, { id, shard }: CellLease) {
  const url = clickhouseUrls[shard]
  if (url === undefined) throw new ShardMissing(id, shard)
  return { url, database: id === 0 ? clickhouseDatabase : `${clickhouseDatabase}_${id}` }
}

/** The server of a cell is no longer in the configuration. */
class ShardMissing extends Error {
  constructor(cell: number, shard: number) {
    super(
      `The records of cell ${cell} are on server ${shard + 1} of CLICKHOUSE_URL, which names fewer; name it again, in its place.`,
    )
    this.name = 'ShardMissing'
  }
}

/** The disk has too little space for the engines to open. */
class DiskFull extends Error {
  constructor(options?: ErrorOptions) {
    super('No space left on device', options)
    this.name = 'DiskFull'
  }
}

/**
 * Makes sure that the data directory is there, is private to this user, is writable, and is on a disk with space, before
 * any engine starts; refuses one that is half restored (D86).
 */
export async function prepareDataDirectory(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  refuseUnfinished(dataDir)
  const isTooFull = async () => (await diskSpaceOf(dataDir)).freeBytes < diskLimits.startBytes
  const isFull = (await isTooFull()) && (!(await giveUpReserve(dataDir)) || (await isTooFull()))
  if (isFull) throw new DiskFull()
  const probe = join(dataDir, `.write-test-${randomUUID()}`)
  await writeFile(probe, '')
  await rm(probe)
}

/** Everything that leaves the installation, and the letters to people, which are a part of it. */
export async function openMail(
  deps: Omit<Parameters<typeof openOutbox>[0], 'picture'>,
  closers: (() => Promise<void> | void)[],
): Promise<{ readonly outbox: Outbox; readonly mail: AccountMail }> {
  const outbox = await openOutbox({ ...deps, picture: smallPictures(deps.config.dataDir) })
  closers.push(() => outbox.close())
  const mail = openAccountMail({ ...deps, outbox })
  closers.push(() => mail.close())
  return { outbox, mail }
}

/** The companies that people sign in by. */
export function openCompany(
  { oidcHosts }: Config,
  now: () => number,
  closers: (() => Promise<void> | void)[],
) {
  const company = openIdProviders(providerHosts(oidcHosts), now)
  closers.push(() => company.close())
  return company
}
