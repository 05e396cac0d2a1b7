import { cp, open, readdir, readFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Base } from './base.ts'
import type { Load } from './load.ts'
import type { ServedPackboard, Start } from './servedPackboard.ts'

type Store = 'telemetry' | 'management'
export type DamageKind =
  | { readonly what: 'part'; readonly damage: PartDamage; readonly running: boolean }
  | { readonly what: 'away'; readonly store: Store }
  | { readonly what: 'olderCopy'; readonly store: Store }

export const nameOf = (kind: DamageKind) =>
  kind.what === 'part'
    ? `part ${kind.damage}, server ${kind.running ? 'running' : 'stopped'}`
    : `${kind.store} ${kind.what === 'away' ? 'taken away' : 'replaced by an older copy'}`

/** The folder of a part that the engine reads, found without the engine. */
type PartOnDisk = {
  readonly table: string
  /** As 2026-03; empty for a table without months. */
  readonly month: string
  readonly name: string
  readonly folder: string
  /** The parts that it was merged from and that are still on the disk: the engine reads them at a start when it is gone. */
  readonly mergedFrom: readonly string[]
}

type Named = {
  readonly partition: string
  readonly from: number
  readonly to: number
  readonly level: number
  readonly mutation: number
  readonly name: string
}

/**
 * All parts of Packboard's tables below a data directory; those that were merged into another one are left out, and the hours,
 * which are made again from the minutes without a word (telemetry/src/damage/hourDamage.test.ts).
 */
async function partsOnDisk(dataDir: string): Promise<PartOnDisk[]> {
  const engine = join(dataDir, 'telemetry', 'clickhouse')
  const metadata = await storeOf(engine, join(engine, 'metadata', 'packboard.sql'))
  const found: PartOnDisk[] = []
  for (const file of await readdir(metadata)) {
    if (!file.endsWith('.sql') || file === 'hour_ledger.sql') continue
    if (!/MergeTree/.test(await readFile(join(metadata, file), 'utf8'))) continue
    const table = file.slice(0, -4)
    const folder = await storeOf(engine, join(metadata, file))
    const all = (await readdir(folder)).flatMap(named)
    for (const part of newest(all)) {
      const { partition, name } = part
      const mergedFrom = all.filter((other) => covers(part, other)).map((other) => other.name)
      const month = partition === 'all' ? '' : `${partition.slice(0, 4)}-${partition.slice(4)}`
      found.push({ table, month, name, folder: join(folder, name), mergedFrom })
    }
  }
  return found
}

/** Whether a running engine had read the part for a merge before it was damaged: its rows are in another one. */
export async function wasMerged({ name, folder }: PartOnDisk): Promise<boolean> {
  const [part] = named(name)
  const others = (await readdir(dirname(folder))).flatMap(named)
  return part !== undefined && others.some((other) => covers(other, part))
}

/** The folder of a database or a table, by its definition. */
async function storeOf(engine: string, definition: string): Promise<string> {
  const [, uuid = ''] = /UUID '([0-9a-f-]+)'/.exec(await readFile(definition, 'utf8')) ?? []
  return join(engine, 'store', uuid.slice(0, 3), uuid)
}

function named(name: string): Named[] {
  const match = /^(\d{6}|all)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/.exec(name)
  if (!match) return []
  const [, partition = '', from, to, level, mutation] = match
  return [
    {
      partition,
      from: Number(from),
      to: Number(to),
      level: Number(level),
      mutation: Number(mutation ?? 0),
      name,
    },
  ]
}

const covers = (a: Named, b: Named) =>
  a !== b &&
  a.partition === b.partition &&
  a.from <= b.from &&
  a.to >= b.to &&
  (a.level > b.level || a.mutation > b.mutation)

function newest(parts: readonly Named[]): Named[] {
  return parts.filter((part) => !parts.some((other) => covers(other, part)))
}

type PartDamage = 'truncated' | 'flipped' | 'deleted'

/** Damages a part as a disk does; what is exchanged is one of its files with rows. */
async function damagePart(
  { folder }: PartOnDisk,
  damage: PartDamage,
  pick: <Item>(items: readonly Item[]) => Item,
): Promise<string> {
  if (damage === 'deleted') {
    await rm(folder, { recursive: true })
    return 'its folder'
  }
  const file = pick((await readdir(folder)).filter((name) => name.endsWith('.bin')).sort())
  const path = join(folder, file)
  const { size } = await stat(path)
  if (damage === 'truncated') {
    await truncate(path, Math.floor(size / 2))
    return `${file}, ${size} bytes, to the half`
  }
  const handle = await open(path, 'r+')
  try {
    const bytes = Buffer.alloc(Math.min(size, 16))
    const at = Math.floor((size - bytes.length) / 2)
    await handle.read(bytes, 0, bytes.length, at)
    await handle.write(
      bytes.map((byte) => byte ^ 0xff),
      0,
      bytes.length,
      at,
    )
    await handle.datasync()
    return `${file}, ${bytes.length} of ${size} bytes`
  } finally {
    await handle.close()
  }
}

type Damaged = {
  readonly table: string
  readonly month: string
  readonly rows: number | null
  readonly cause: string
}
/** What an operator can read of a damage. */
export type Said = { readonly text: string; readonly damage: readonly Damaged[] }

/** What health and the panel say, of one part or at all; undefined when they say nothing. */
export async function whatIsSaid(
  packboard: ServedPackboard,
  part?: PartOnDisk,
): Promise<Said | undefined> {
  try {
    const health = await fetch(`${packboard.url}/health/ready`)
    const ready: { damage: Damaged[] } = JSON.parse(await health.text())
    const panel = await packboard.call('/api/admin/warnings')
    const shown: { warnings: { code: string; table?: string }[] } = JSON.parse(await panel.text())
    const about = ({ table, month }: Damaged) =>
      part === undefined || (table === part.table && month === part.month)
    const both = ready.damage.filter(
      (one) => about(one) && shown.warnings.some(({ table }) => table === one.table),
    )
    if (both.length === 0) return undefined
    const text = ready.damage
      .map(({ table, month, rows, cause }) => `${table} ${month}: ${rows} rows ${cause}`)
      .join(', ')
    return { text, damage: ready.damage }
  } catch {
    return undefined
  }
}

export type Random = { pick<Item>(items: readonly Item[]): Item }

export type Run = {
  readonly packboard: ServedPackboard
  readonly dataDir: string
  readonly spare: string
  readonly base: Base
  readonly pick: Random['pick']
  readonly load: Load
}
export type Hit = {
  readonly where: string
  readonly part?: PartOnDisk
  /** The engine has read the rows from the parts that this one was merged from: nothing is lost, and nothing has to be said. */
  readonly readFromOthers?: boolean
  readonly refused?: Start & { readonly answers: false }
  /** When the server answered again, or was damaged while it ran. */
  readonly since: number
}

/** Does the damage; where the server was stopped for it, it is started again. */
export async function strike(run: Run, kind: DamageKind): Promise<Hit> {
  const { packboard, dataDir, spare, base, pick } = run
  if (kind.what === 'part') {
    if (!kind.running) await packboard.stop()
    const all = await partsOnDisk(dataDir)
    const table = pick([...new Set(all.map((part) => part.table))].sort())
    const part = pick(all.filter((one) => one.table === table))
    await cp(part.folder, join(spare, part.name), { recursive: true })
    const what = await damagePart(part, kind.damage, pick)
    const since = performance.now()
    const where = `${part.table} ${part.name} (${what})`
    if (kind.running) return { where, part, since }
    const start = await packboard.start()
    if (!start.answers) return { where, part, refused: start, since }
    const readFromOthers = part.mergedFrom.length > 0
    return { where, part, since: performance.now(), readFromOthers }
  }
  await packboard.stop()
  await rename(join(dataDir, kind.store), join(spare, kind.store))
  if (kind.what === 'olderCopy') {
    await cp(join(base.dataDir, kind.store), join(dataDir, kind.store), { recursive: true })
  }
  const start = await packboard.start()
  const where = `folder ${kind.store}`
  return start.answers
    ? { where, since: performance.now() }
    : { where, refused: start, since: performance.now() }
}
