import { open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder of a part that the engine reads, found without the engine. */
export type PartOnDisk = {
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
export async function partsOnDisk(dataDir: string): Promise<PartOnDisk[]> {
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

export type PartDamage = 'truncated' | 'flipped' | 'deleted'

/** Damages a part as a disk does; what is exchanged is one of its files with rows. */
export async function damagePart(
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
