import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { migrations } from '../clickhouse/migrations/migrate.ts'
import { systemRows } from '../clickhouse/systemRows.ts'
import { StoreNotStill } from '../clickhouse/writeGate.ts'
import type { TelemetryContext } from '../context.ts'
import type { Telemetry } from '../store.ts'

/** A part of a table as it was at the instant; its files cannot change or go before `release`. */
export type LinkedPart = {
  readonly table: string
  readonly tableId: string
  readonly name: string
  /** The engine's checksum of all its files. */
  readonly id: string
  readonly rows: number
  readonly bytes: number
  readonly folder: string
}

/** A file of the engine that says which tables there are; `path` is below the engine's folder. */
export type Definition = { readonly path: string; readonly text: string }

/** The telemetry store at one instant. */
export type PausedTelemetry<Beside> = {
  readonly instant: Date
  /** How long no record was stored, ms. */
  readonly pausedMs: number
  readonly engine: string
  readonly schema: number
  readonly parts: readonly LinkedPart[]
  readonly definitions: readonly Definition[]
  /** What was done beside it in the same moment. */
  readonly beside: Beside
  /** Gives the space back; to be called always. */
  release(): Promise<void>
}

/** The longest time for which no record is stored; a try that would take longer is given up. */
export const pauseLimitMs = 1_000
/** Tries, and the pause before the next: an erasure or retention rewrites a month for minutes. */
const tries = 60
const nextTryMs = 5_000
/** Parts go while they are listed: the engine merges them. */
const linkTries = 20

const partRow = z.object({
  table: z.string(),
  tableId: z.string(),
  name: z.string().regex(/^\w+$/),
  id: z.string(),
  rows: z.coerce.number(),
  bytes: z.coerce.number(),
  path: z.string(),
})
type Part = z.output<typeof partRow>

const partsSql = `
  SELECT table, toString(t.uuid) AS tableId, p.name AS name, hash_of_all_files AS id, p.rows AS rows,
    p.bytes_on_disk AS bytes, p.path AS path
  FROM system.parts AS p
  INNER JOIN (SELECT name AS table, uuid FROM system.tables WHERE database = currentDatabase()) AS t USING table
  WHERE p.database = currentDatabase() AND active
  ORDER BY table, name
`
const rewritesSql = `
  SELECT count() AS open FROM system.mutations WHERE database = currentDatabase() AND NOT is_done`
const openRow = z.object({ open: z.coerce.number() })
const homeRow = z.object({ path: z.string(), engine: z.string(), database: z.string() })
const homeSql = `
  SELECT path, version() AS engine, currentDatabase() AS database FROM system.disks WHERE name = 'default'`

/**
 * Keeps the store as it is at one instant by links to its files, without a copy. `beside` is called in the same moment, in which no
 * write runs; it has what is left of `pauseLimitMs`. Only for the engine that Packboard started.
 */
export async function pauseTelemetry<Beside>(
  { context }: Telemetry,
  beside: () => Promise<Beside>,
  signal?: AbortSignal,
): Promise<PausedTelemetry<Beside>> {
  if (context.connection.pid() === undefined) throw new Error('The engine is not ours to back up.')
  const [place] = await systemRows(context.connection.writer(), homeRow, homeSql)
  if (!place) throw new Error('The engine did not say where its files are.')
  const home = place.path
  const folder = linksFolder(home)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const release = () => rm(folder, { recursive: true, force: true })
  try {
    const links = linkedParts(folder)
    for (let tried = 1; ; tried += 1) {
      signal?.throwIfAborted()
      // Before the pause: most parts then have their links.
      for (const part of await activeParts(context)) await links.add(part)
      try {
        const begun = performance.now()
        const { parts, ...moment } = await context.gate.pause(pauseLimitMs, async () => {
          const [rewrites] = await systemRows(context.connection.writer(), openRow, rewritesSql)
          if (rewrites?.open !== 0) throw new StoreNotStill('a month is being rewritten')
          // Records stand still until the pause ends; the instant is that of what is done beside them, which does not.
          const instant = new Date(context.now())
          const [parts, done] = await Promise.all([linkAll(context, links), beside()])
          return { parts, beside: done, instant }
        })
        return {
          ...moment,
          pausedMs: performance.now() - begun,
          engine: place.engine,
          schema: telemetrySchema,
          parts: parts.map(({ path: _, ...part }) => ({ ...part, folder: links.folderOf(part) })),
          definitions: await definitions(home, place.database, parts),
          release,
        }
      } catch (error) {
        if (!(error instanceof StoreNotStill) || tried === tries) throw error
        context.log.info({ why: error.message, tried }, 'The backup waits for a quiet moment')
        await sleep(tried < 5 ? 250 : nextTryMs, undefined, signal && { signal })
      }
    }
  } catch (error) {
    await release()
    throw error
  }
}

/** What a backup that was killed has left of its links; they keep the space of parts that are merged since. */
export async function removeLinks({ context }: Telemetry): Promise<void> {
  if (context.connection.pid() === undefined) return
  const [place] = await systemRows(context.connection.writer(), homeRow, homeSql)
  if (place) await rm(linksFolder(place.path), { recursive: true, force: true })
}

/** Beside the engine's folder and on its disk, as links demand. */
const linksFolder = (home: string) => join(dirname(home.replace(/\/+$/, '')), 'held-for-backup')

const activeParts = ({ connection }: TelemetryContext): Promise<Part[]> =>
  systemRows(connection.writer(), partRow, partsSql)

/** The parts that are active at one look, each with its links. */
async function linkAll(context: TelemetryContext, links: Links): Promise<Part[]> {
  for (let tried = 1; tried <= linkTries; tried += 1) {
    const parts = await activeParts(context)
    const linked = await Promise.all(parts.map((part) => links.add(part)))
    // One that went meanwhile was merged into another one, which the next look finds.
    if (linked.every((one) => one)) return parts
  }
  throw new StoreNotStill('its parts are being merged')
}

type Links = {
  /** False when the part went before it had all its links. */
  add(part: Part): Promise<boolean>
  folderOf(part: Pick<Part, 'tableId' | 'name'>): string
}

function linkedParts(folder: string): Links {
  const known = new Map<string, Promise<boolean>>()
  const folderOf = ({ tableId, name }: Pick<Part, 'tableId' | 'name'>) =>
    join(folder, tableId, name)
  return {
    folderOf,
    async add(part) {
      const key = `${part.tableId}/${part.name}/${part.id}`
      const one = known.get(key) ?? linkPart(part.path, folderOf(part))
      known.set(key, one)
      const linked = await one
      if (!linked) known.delete(key)
      return linked
    },
  }
}

async function linkPart(from: string, to: string): Promise<boolean> {
  try {
    await rm(to, { recursive: true, force: true })
    await mkdir(to, { recursive: true, mode: 0o700 })
    const files = await readdir(from)
    await Promise.all(files.map((file) => link(join(from, file), join(to, file))))
    // A part that is being removed loses its files one after the other.
    return files.length > 0 && (await readdir(from)).length === files.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

/** What the engine needs to know of its tables to open the parts. They change only while a schema is updated, at a start. */
async function definitions(
  home: string,
  database: string,
  parts: readonly Part[],
): Promise<Definition[]> {
  const own = join('metadata', `${database}.sql`)
  const text = await readFile(join(home, own), 'utf8')
  const id = /UUID '([0-9a-f-]{36})'/.exec(text)?.[1]
  if (id === undefined) throw new Error(`${own} does not name the id of the database.`)
  const folder = join('store', id.slice(0, 3), id)
  const files = (await readdir(join(home, folder))).filter((file) => file.endsWith('.sql'))
  const found = [{ path: own, text }]
  const tables = new Set(parts.map(({ path }) => relative(home, dirname(path.replace(/\/+$/, '')))))
  for (const file of files) {
    const path = join(folder, file)
    const table = await readFile(join(home, path), 'utf8')
    found.push({ path, text: table })
    const tableId = /UUID '([0-9a-f-]{36})'/.exec(table)?.[1]
    if (tableId !== undefined) tables.add(join('store', tableId.slice(0, 3), tableId))
  }
  for (const table of tables) {
    const path = join(table, 'format_version.txt')
    found.push({ path, text: await readFile(join(home, path), 'utf8') })
  }
  return found
}

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
