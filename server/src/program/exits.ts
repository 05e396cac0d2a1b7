import { isDiskFull } from '@packboard/model'
import { processOn } from './processFile.ts'

/** Why a server that cannot start ends, as the exit code for a supervisor. */
export const exitCodes = {
  other: 1,
  config: 2,
  dataNotWritable: 3,
  dataInUse: 4,
  portTaken: 5,
  /** The stores were written by a newer Packboard (never downgrade over data), or by one that was never released. */
  newerData: 6,
  /** The two stores, or the store and the key file, are not of one installation (D68, D93). */
  storesDisagree: 7,
  /** PostgreSQL cannot open the management data: most likely a file of them is damaged or missing. */
  managementNotOpened: 8,
  /** Another process may hold the cell of this one; to be started again, it takes the next one that is free. */
  cellLost: 9,
  /** A restore of the data directory did not come to its end (D86). */
  restoreUnfinished: 10,
  /** A backup, a restore or a check was refused or failed. */
  backupFailed: 11,
  /** A check found damage. */
  damageFound: 12,
  /** The stores are on other servers, whose own tools back them up. */
  storesElsewhere: 13,
  /** Lines of an imported file were refused, or the import did not come to its end. */
  linesRefused: 14,
  /** The PostgreSQL of DATABASE_URL is not reached, or refuses. */
  databaseNotReached: 15,
  /** ClickHouse cannot open the records, or the server of CLICKHOUSE_URL is not reached. */
  recordsNotOpened: 16,
} as const

export type Exit = { readonly code: number; readonly sentence: string }

/** One sentence that names the fault and its correction (F61); undefined for an unexpected one. */
export function exitOf(error: unknown, dataDir: string): Exit | undefined {
  if (!(error instanceof Error)) return undefined
  const { code: errno, port } = asSystemError(error)
  switch (error.name) {
    case 'ConfigError':
    case 'KeyFileUnusable':
    case 'ShardMissing':
      return { code: exitCodes.config, sentence: error.message }
    case 'DataDirectoryInUse':
      return { code: exitCodes.dataInUse, sentence: inUse(dataDir) }
    case 'StoreIsNewer':
    case 'NewerDatabase':
    case 'UnreleasedData':
      return { code: exitCodes.newerData, sentence: error.message }
    case 'StoresDisagree':
    case 'KeyFileForeign':
      return { code: exitCodes.storesDisagree, sentence: error.message }
    case 'RestoreUnfinished':
      return { code: exitCodes.restoreUnfinished, sentence: error.message }
    // A person's mistake, as a call would answer it.
    case 'AppError':
      return { code: exitCodes.other, sentence: error.message }
    case 'DatabaseNotReached':
      return { code: exitCodes.databaseNotReached, sentence: error.message }
    case 'RecordsNotOpened':
      return { code: exitCodes.recordsNotOpened, sentence: error.message }
    case 'BackupFault':
    case 'RekeyRefused':
    case 'ServerEnded':
      return { code: exitCodes.backupFailed, sentence: error.message }
    case 'StoresElsewhere':
      return { code: exitCodes.storesElsewhere, sentence: error.message }
  }
  if (errno === 'EADDRINUSE' || errno === 'EACCES') {
    const taken = port === undefined ? undefined : `Port ${port}`
    if (taken && errno === 'EADDRINUSE') {
      return {
        code: exitCodes.portTaken,
        sentence: `${taken} is taken by another program; end it or set PORT (screens) or MQTT_PORT or MQTT_TLS_PORT (machines) to a free one.`,
      }
    }
    if (taken) {
      return {
        code: exitCodes.portTaken,
        sentence: `${taken} may not be opened by this user; set PORT, MQTT_PORT or MQTT_TLS_PORT to one above 1023.`,
      }
    }
  }
  if (errno === 'EADDRNOTAVAIL' || errno === 'ENOTFOUND') {
    return {
      code: exitCodes.config,
      sentence:
        'HOST or MQTT_HOST is no address of this machine; correct it or remove it to use 127.0.0.1.',
    }
  }
  if (error.name === 'DiskFull' || isDiskFull(error)) {
    return {
      code: exitCodes.dataNotWritable,
      sentence: `The disk of the data directory ${dataDir} is full; free some space and start again, nothing that was acknowledged is lost.`,
    }
  }
  if (error.name === 'ClusterNotOpened' || damagedPages.has(errno ?? '')) {
    return { code: exitCodes.managementNotOpened, sentence: notOpened(dataDir, error) }
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(errno ?? '')) {
    return { code: exitCodes.dataNotWritable, sentence: notWritable(dataDir, errno ?? '') }
  }
  return undefined
}

/** What PostgreSQL says of a page or an index that it cannot read. */
const damagedPages = new Set(['XX001', 'XX002'])

function inUse(dataDir: string): string {
  const pid = processOn(dataDir)
  const holder = pid === undefined ? 'Another Packboard' : `Another Packboard, process ${pid},`
  return `${holder} runs on the data directory ${dataDir}; stop it, or set PACKBOARD_DATA to another.`
}

function notOpened(dataDir: string, error: Error): string {
  const said = 'reason' in error ? error.reason : error.message
  const reason = said ? ` (${said})` : ''
  return `PostgreSQL cannot open the management data in ${dataDir}${reason}; if its files are damaged, restore the whole data directory from a backup.`
}

function notWritable(dataDir: string, errno: string): string {
  return `The data directory ${dataDir} cannot be written (${errno}); give this user the right to it or set PACKBOARD_DATA to another.`
}

function asSystemError(error: Error): { code?: string; port?: number } {
  return {
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('port' in error && typeof error.port === 'number' ? { port: error.port } : {}),
  }
}
