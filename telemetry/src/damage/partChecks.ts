import { setTimeout as sleep } from 'node:timers/promises'
import type { TelemetryLog } from '../context.ts'
import type { ActivePart } from './readParts.ts'

/** Reading parts to check them takes this share of the time of one processor core at most. */
const checkShare = 0.1
const leastPauseMs = 20

/** The parts that wait to be read as a whole, one after the other, with pauses, so that nobody waits for it. */
export type PartChecks = {
  add(parts: readonly ActivePart[]): void
  drop(part: Pick<ActivePart, 'table' | 'name'>): void
  /** Whether a part of this month waits. */
  waitsFor(month: Pick<ActivePart, 'table' | 'month'>): boolean
  counts(): { readonly checked: number; readonly waiting: number }
  start(): void
}

export function partChecks({
  log,
  isFirst,
  check,
  done,
  goesOn,
}: {
  readonly log: TelemetryLog
  /** Parts of such a month are read before all others; of the rest the newest month is first. */
  readonly isFirst: (part: ActivePart) => boolean
  readonly check: (part: ActivePart) => Promise<void>
  readonly done: (part: ActivePart) => Promise<void>
  readonly goesOn: () => boolean
}): PartChecks {
  const waiting = new Map<string, ActivePart>()
  const keyOf = ({ table, name }: Pick<ActivePart, 'table' | 'name'>) => `${table}|${name}`
  let checked = 0

  function next(): ActivePart | undefined {
    const rank = (part: ActivePart) => (isFirst(part) ? 1_000_000 : 0) + part.month
    return [...waiting.values()].reduce<ActivePart | undefined>(
      (best, part) => (best === undefined || rank(part) > rank(best) ? part : best),
      undefined,
    )
  }

  let started = false
  let running = false

  async function run(): Promise<void> {
    if (!started || running) return
    running = true
    for (let part = next(); part !== undefined && goesOn(); part = next()) {
      const begin = performance.now()
      try {
        await check(part)
        checked += 1
      } catch (error) {
        // The engine is down, and the next start checks it. A stop ends it, too.
        if (goesOn()) log.info({ err: error, part: part.name }, 'A part was not checked')
      }
      waiting.delete(keyOf(part))
      await done(part)
      const took = performance.now() - begin
      await sleep(Math.max(leastPauseMs, took * (1 / checkShare - 1)), undefined, { ref: false })
    }
    running = false
  }

  return {
    add(parts) {
      for (const part of parts) waiting.set(keyOf(part), part)
      void run()
    },
    drop: (part) => void waiting.delete(keyOf(part)),
    waitsFor: ({ table, month }) =>
      [...waiting.values()].some((part) => part.table === table && part.month === month),
    counts: () => ({ checked, waiting: waiting.size }),
    start() {
      started = true
      void run()
    },
  }
}
