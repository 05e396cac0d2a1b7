import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { untilUnlocked } from '@packboard/telemetry/backup'
import { z } from 'zod'
import { diskSpaceOf } from '../program/diskSpace.ts'
import { syncFile, syncFolder, syncFolders } from '../program/sync.ts'
import { thisVersion } from '../program/version.ts'
import { copyFiles, filesToCopy } from './copyFiles.ts'
import { planUpgrade } from './planUpgrade.ts'
import { isTight } from './roomForCopy.ts'

/** The stores as they were before an upgrade. */
type UpgradeCopy = {
  readonly folder: string
  readonly madeAt: string
  /** The schemas in it; null: nothing was noted. */
  readonly found: { readonly telemetry: number; readonly management: number } | null
  /** What made it, and could not be gone back from without it. */
  readonly by: string
  /** What it took when it was made. */
  readonly bytes: number
}

type UpgradeLog = Record<'info' | 'warn', (fields: object, message: string) => void>

/** A copy is deleted after so many days: by then its parts are merged away, and take room of their own. */
export const copyDays = 14

const folderName = 'before-upgrade'
const factsName = 'copy.json'
const unfinished = '.unfinished'
const facts = z.object({
  madeAt: z.iso.datetime(),
  found: z.object({ telemetry: z.number(), management: z.number() }).nullable(),
  by: z.string(),
  bytes: z.number(),
})

/**
 * Before the first step of a schema is taken: a copy of both stores, while no engine runs on them (D86). Where there is no room for
 * it the log says so, and the upgrade goes on. An earlier copy makes room for it.
 */
export async function copyBeforeUpgrade(
  dataDir: string,
  log: UpgradeLog,
  now: number,
  look = diskSpaceOf,
): Promise<void> {
  const plan = await planUpgrade(dataDir, look)
  if (plan.does !== 'upgrade') return
  await untilUnlocked(dataDir)
  const { copy, freeBytes, found } = plan
  if (isTight(plan)) {
    log.warn(
      { copyBytes: copy.bytes, freeBytes },
      'There is no room for a copy of the stores before the upgrade; it goes on without one',
    )
    return
  }
  const copies = join(dataDir, folderName)
  await rm(copies, { recursive: true, force: true })
  const begun = join(copies, unfinished)
  await mkdir(begun, { recursive: true, mode: 0o711 })
  await copyFiles(filesToCopy(dataDir), dataDir, begun)
  const madeAt = new Date(now).toISOString()
  const text = JSON.stringify({ madeAt, found, by: thisVersion.version, bytes: copy.bytes })
  await writeFile(join(begun, factsName), `${text}\n`)
  await syncFile(join(begun, factsName))
  await syncFolders(begun)
  const folder = join(copies, madeAt.replaceAll(':', ''))
  await rename(begun, folder)
  await syncFolder(copies)
  log.info({ folder, copyBytes: copy.bytes }, 'The stores were copied before the upgrade')
}

/** The copy that is kept; undefined when there is none. */
export async function upgradeCopy(dataDir: string): Promise<UpgradeCopy | undefined> {
  const copies = join(dataDir, folderName)
  const names = await readdir(copies).catch(() => [])
  for (const name of names.filter((one) => one !== unfinished)) {
    const folder = join(copies, name)
    try {
      const text = await readFile(join(folder, factsName), 'utf8')
      return { folder, ...facts.parse(JSON.parse(text)) }
    } catch {
      // Not one of ours.
    }
  }
  return undefined
}

/** From then on it may be deleted. */
export const keptUntil = ({ madeAt }: Pick<UpgradeCopy, 'madeAt'>) =>
  new Date(Date.parse(madeAt) + copyDays * 86_400_000)

/** Deletes what is older than it is kept, and what was cut off. */
export async function forgetUpgradeCopy(dataDir: string, now: number): Promise<void> {
  const copy = await upgradeCopy(dataDir)
  const isDue = copy && now > keptUntil(copy).getTime()
  if (copy && !isDue) return
  await rm(join(dataDir, folderName), { recursive: true, force: true })
}
