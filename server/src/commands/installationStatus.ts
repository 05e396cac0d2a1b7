import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  installedAt,
  lastGoodBackup,
  type Management,
  managementOwner,
} from '@packboard/management'
import { newestRecord } from '@packboard/telemetry/backup'
import type { Telemetry } from '@packboard/telemetry/store'
import { type DataLeft, dataLeft, isUpdating } from '../monitoring/dataLeft.ts'
import { thisVersion } from '../program/version.ts'
import { upgradeCopy } from '../upgrade/copyBeforeUpgrade.ts'
import { type OpenRebuild, openRebuilds } from './rebuildCommand.ts'

/** What an operator wants to know first. Times are in UTC. */
export type InstallationStatus = {
  readonly version: string
  readonly commit: string | null
  readonly installation: string | null
  readonly installedAt: string | null
  readonly dataDir: string
  /** Bytes on the disk. */
  readonly sizes: { readonly telemetry: number; readonly management: number }
  readonly newestRecord: string | null
  readonly lastBackup: {
    readonly at: string
    readonly name: string
    readonly folder: string
    readonly bytes: number
  } | null
  readonly health: {
    readonly telemetry: 'ok' | 'failing' | 'damaged'
    readonly management: 'ok' | 'failing'
  }
  /** Of the server, where one runs. */
  readonly process: number | null
  /** The stores as they were before the last upgrade, while they are kept. */
  readonly upgradeCopy: { readonly folder: string; readonly madeAt: string } | null
  /** What is being brought into the form of this version; null: nothing. */
  readonly updating: DataLeft | null
  readonly rebuilds: readonly OpenRebuild[]
  /** What the process that opens files of records reaches; null where no server runs that imports them. */
  readonly fileNetwork: 'none' | 'shared' | null
}

export async function installationStatus(
  stores: {
    readonly management: Management
    readonly telemetry: Telemetry
    readonly dataDir: string
    readonly files?: { readonly service: { readonly network: 'none' | 'shared' } }
  },
  process: number | null,
): Promise<InstallationStatus> {
  const { management, telemetry, dataDir } = stores
  const [owner, since, newest, backup, records, people, ofTelemetry, ofManagement, copy, rebuilds] =
    await Promise.all([
      managementOwner(management),
      installedAt(management),
      newestRecord(telemetry).catch(() => null),
      lastGoodBackup(management),
      telemetry.health(),
      management.health(),
      sizeOf(join(dataDir, 'telemetry')),
      sizeOf(join(dataDir, 'management')),
      upgradeCopy(dataDir),
      openRebuilds(stores).catch(() => []),
    ])
  const left = dataLeft(telemetry)
  const isDamaged = telemetry.damage().length > 0
  return {
    ...thisVersion,
    installation: owner.id,
    installedAt: since?.toISOString() ?? null,
    dataDir,
    sizes: { telemetry: ofTelemetry, management: ofManagement },
    newestRecord: newest?.toISOString() ?? null,
    lastBackup: backup
      ? {
          at: backup.startedAt.toISOString(),
          name: backup.name,
          folder: backup.folder,
          bytes: backup.bytes,
        }
      : null,
    health: {
      telemetry: !records.ok ? 'failing' : isDamaged ? 'damaged' : 'ok',
      management: people.ok ? 'ok' : 'failing',
    },
    process,
    updating: isUpdating(left) ? left : null,
    rebuilds,
    fileNetwork: stores.files?.service.network ?? null,
    upgradeCopy: copy ? { folder: copy.folder, madeAt: copy.madeAt } : null,
  }
}

/** The bytes of all files below a folder; what goes meanwhile is not counted. */
async function sizeOf(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) sum += await sizeOf(path)
    else if (entry.isFile())
      sum += await lstat(path).then(
        ({ size }) => size,
        () => 0,
      )
  }
  return sum
}
