import { cp, mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LaterClient } from './laterClient.ts'
import type { Start } from './servedPackboard.ts'
import { type DamageKind, type Hit, type Run, type Said, whatIsSaid } from './strike.ts'

/** How long a way out may take until nothing is said any more. */
const mendedWithinSeconds = 200

type Mended = {
  readonly way: string
  /** Nothing may be missing afterwards. */
  readonly complete: boolean
  readonly lacks?: (name: string) => boolean
}
type Outside = {
  fault(text: string): void
  startAgain(...args: string[]): Promise<Start>
  readonly said: Said | undefined
}

/** The way out that the message and docs/operations/backup.md name. */
export async function mend(
  { packboard, dataDir, spare, pick }: Run,
  kind: DamageKind,
  hit: Hit,
  later: LaterClient,
  { fault, startAgain, said }: Outside,
): Promise<Mended> {
  async function acceptAll() {
    for (const month of new Set((await whatIsSaid(packboard))?.damage.map((one) => one.month))) {
      const answer = await packboard.call('/api/admin/damage/accept', { month })
      if (!answer.ok) fault(`accept "${month}": ${answer.status} ${await answer.text()}`)
    }
    await nothingSaid()
  }
  async function nothingSaid() {
    const until = performance.now() + mendedWithinSeconds * 1_000
    for (;;) {
      const left = await whatIsSaid(packboard)
      if (left === undefined) return
      if (performance.now() > until) return fault(`still said: ${left.text}`)
      await pause(500)
    }
  }

  if (kind.what === 'part' && hit.part && !hit.refused) {
    if (pick(['copy', 'accept'] as const) === 'accept') {
      await acceptAll()
      return { way: 'accepted', complete: false }
    }
    const detached = join(dirname(hit.part.folder), 'detached')
    await mkdir(detached, { recursive: true })
    const stopped = pick([true, false])
    if (stopped) await packboard.stop()
    await cp(join(spare, hit.part.name), join(detached, hit.part.name), { recursive: true })
    if (stopped) await startAgain()
    await nothingSaid()
    return { way: `copy in detached, server ${stopped ? 'stopped' : 'running'}`, complete: true }
  }
  if (kind.what === 'part') {
    // A start that is refused names --adopt or a backup.
    await startAgain('--adopt')
    await acceptAll()
    return { way: '--adopt, accepted', complete: false }
  }

  const putBack = async () => {
    await packboard.stop()
    await rm(join(dataDir, kind.store), { recursive: true, force: true })
    await cp(join(spare, kind.store), join(dataDir, kind.store), { recursive: true })
    await startAgain()
  }
  const way =
    kind.what === 'away' && kind.store === 'management' ? 'back' : pick(['back', 'onward'] as const)
  if (way === 'back') {
    await putBack()
    const lost = await whatIsSaid(packboard)
    // What came while the older copy was open is in neither; it is said, and an operator goes on without it.
    if (lost) {
      if (!hit.refused) await acceptAll()
      else fault(`said after it was put back: ${lost.text}`)
    }
    const complete = hit.refused !== undefined
    return {
      way: `the newest ${basename(kind.store)} put back${lost ? `, said: ${lost.text}, accepted` : ''}`,
      complete,
      ...(!complete && { lacks: () => lost !== undefined }),
    }
  }
  if (hit.refused) await startAgain('--adopt')
  if (kind.store === 'management') {
    for (const one of await later.faultsAfterOlderCopy(packboard)) fault(one)
    return { way: '--adopt', complete: true }
  }
  const lost = hit.refused ? await whatIsSaid(packboard) : said
  if (lost === undefined) fault('nothing is said of the records that are missing')
  await acceptAll()
  return {
    way: `${hit.refused ? `--adopt, said: ${lost?.text}, ` : ''}accepted`,
    complete: false,
    lacks: () => lost !== undefined,
  }
}
