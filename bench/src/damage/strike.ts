import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Base } from './base.ts'
import type { DamageKind } from './damageKind.ts'
import type { Load } from './load.ts'
import { damagePart, type PartOnDisk, partsOnDisk } from './partsOnDisk.ts'
import type { ServedPackboard, Start } from './servedPackboard.ts'

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
