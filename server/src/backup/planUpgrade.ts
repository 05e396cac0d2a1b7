import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { managementSteps } from '@packboard/management'
import { telemetrySteps } from '@packboard/telemetry/backup'
import { diskSpaceOf } from '../program/diskSpace.ts'
import type { Room } from './copyFiles.ts'
import { roomForCopy } from './roomForCopy.ts'
import { knownSchemas, notedSchemas, type SchemaStep, type Schemas } from './schemas.ts'

/** What a start of this Packboard would do with the stores of a data directory. Nothing was opened to find out. */
export type UpgradePlan = {
  /** The schemas that were noted at the last start; null: nothing was noted. */
  readonly found: Schemas | null
  readonly known: Schemas
  /** The steps that are to be taken, as far as that is known before the stores are open. */
  readonly steps: {
    readonly telemetry: readonly SchemaStep[]
    readonly management: readonly SchemaStep[]
  }
  /** `newer`: this Packboard refuses these stores, and changes nothing. */
  readonly does: 'nothing' | 'upgrade' | 'newer'
  /** Whether the version that used these stores last opens them after a start of this one: only what it knows itself. */
  readonly earlierOpens: boolean
  /** What the copy takes that is made before the first step (D86). */
  readonly copy: Room
  readonly freeBytes: number
}

/** Whether a data directory holds stores of its own. */
const holdsStores = (dataDir: string) =>
  ['telemetry', 'management'].some((store) => existsSync(join(dataDir, store)))

export async function planUpgrade(dataDir: string, look = diskSpaceOf): Promise<UpgradePlan> {
  const found = await notedSchemas(dataDir)
  const after = (steps: readonly SchemaStep[], version: number | undefined) =>
    steps.filter((step) => version !== undefined && step.version > version)
  const steps = {
    telemetry: after(telemetrySteps, found?.telemetry),
    management: after(managementSteps, found?.management),
  }
  const isNewer =
    found !== null &&
    (found.telemetry > knownSchemas.telemetry || found.management > knownSchemas.management)
  const isCurrent = found !== null && steps.telemetry.length + steps.management.length === 0
  const does = isNewer ? 'newer' : isCurrent || !holdsStores(dataDir) ? 'nothing' : 'upgrade'
  const { copy, freeBytes } =
    does === 'upgrade'
      ? await roomForCopy(dataDir, look)
      : { copy: { files: 0, bytes: 0 }, ...(await look(dataDir)) }
  const earlierOpens = does === 'nothing'
  return { found, known: knownSchemas, steps, does, earlierOpens, copy, freeBytes }
}
