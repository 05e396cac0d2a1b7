import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { migrations } from '../clickhouse/migrations/migrate.ts'
import type { Definition } from './pauseTelemetry.ts'

/** The newest schema of the telemetry store that this Packboard knows. */
export const telemetrySchema = Math.max(...migrations.map(({ version }) => version))

/** Where the engine of a data directory has its files. */
const homeOf = (dataDir: string) => join(dataDir, 'telemetry', 'clickhouse')

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const definitionPath = new RegExp(
  `^(metadata/\\w+\\.sql|store/[0-9a-f]{3}/${id}/(\\w+\\.sql|format_version\\.txt))$`,
)
const tableId = new RegExp(`^${id}$`)

/** Puts the definitions of the tables where the engine of a new data directory will find them. */
export async function placeDefinitions(
  dataDir: string,
  definitions: readonly Definition[],
): Promise<void> {
  for (const { path, text } of definitions) {
    if (!definitionPath.test(path)) throw new Error(`No file of the engine: ${path}`)
    const file = join(homeOf(dataDir), path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

/** Where the files of a part belong in a new data directory. */
export function placeOfPart(dataDir: string, part: { tableId: string; name: string }): string {
  if (!tableId.test(part.tableId) || !/^\w+$/.test(part.name)) {
    throw new Error(`No part of a table: ${part.tableId} ${part.name}`)
  }
  return join(homeOf(dataDir), 'store', part.tableId.slice(0, 3), part.tableId, part.name)
}
