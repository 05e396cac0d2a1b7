import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { managementSteps } from '@packboard/management'
import { UnreleasedData } from '@packboard/model'
import { telemetrySteps } from '@packboard/telemetry/backup'
import { z } from 'zod'

/** A step of the schema of a store. */
export type SchemaStep = { readonly version: number; readonly name: string }

/** The number of the last step that a store has taken. */
export type Schemas = { readonly telemetry: number; readonly management: number }

const last = (steps: readonly SchemaStep[]) => Math.max(0, ...steps.map(({ version }) => version))

/** What this Packboard makes of a store. */
export const knownSchemas: Schemas = {
  telemetry: last(telemetrySteps),
  management: last(managementSteps),
}

const fileOf = (dataDir: string) => join(dataDir, 'schemas.json')
const whole = z.number().int().nonnegative()
/** Commits of before the baseline noted their numbers without `since`. */
const since = 'baseline'
const form = z.object({
  since: z.literal(since).optional(),
  telemetry: whole,
  management: whole,
})

/** Notes in the data directory what its stores are now, so that the next start knows it before an engine runs. */
export async function noteSchemas(dataDir: string, schemas = knownSchemas): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify({ since, ...schemas })}\n`)
  await rename(`${file}.new`, file)
}

/** What was noted; null where nothing was, or cannot be read. A note of before the baseline is refused. */
export async function notedSchemas(dataDir: string): Promise<Schemas | null> {
  const noted = await noteIn(dataDir)
  if (noted === null) return null
  const { telemetry, management } = noted
  if (noted.since !== undefined) return { telemetry, management }
  throw new UnreleasedData(
    `The data directory ${dataDir}`,
    `schema ${telemetry} of the records and ${management} of the management data`,
    'set PACKBOARD_DATA to an empty one',
  )
}

async function noteIn(dataDir: string): Promise<z.output<typeof form> | null> {
  try {
    return form.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return null
  }
}
