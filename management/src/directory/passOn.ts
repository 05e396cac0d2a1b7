import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@packboard/model'
import { type Db, inside, type Management } from '../store.ts'
import { machineDirectory, readVersion } from './machineDirectory.ts'

/** After a failure, what was not taken over is tried again. */
const retryMs = 250

const onward = new WeakMap<Management, () => Promise<void>>()

/** Also passes changes on to the other processes of the installation; rejects while one of them has not taken them over. */
export function sendOn(management: Management, send: () => Promise<void>): void {
  onward.set(management, send)
}

type Changed<Answer> = { readonly answer: Answer; readonly isForIngest: boolean }

/** Runs a change inside its transaction, and notices whether it is one of machines, devices or settings that ingest must know. */
export async function noticing<Answer>(
  db: Db,
  work: () => Promise<Answer>,
): Promise<Changed<Answer>> {
  const before = await readVersion(db)
  const answer = await work()
  return { answer, isForIngest: (await readVersion(db)) !== before }
}

/**
 * Passes a committed change on and gives its answer: the ingest sources of all processes judge the next record by it (D67). When they do
 * not within 15 s the answer is `doors.late`; the change is in force, and they take it over as soon as they can.
 */
export async function passOn<Answer>(
  management: Management,
  { answer, isForIngest }: Changed<Answer>,
): Promise<Answer> {
  if (!isForIngest) return answer
  const { log, ingestPatienceMs } = inside(management)
  const ending = new AbortController()
  const late = sleep(ingestPatienceMs, 'late' as const, { signal: ending.signal })
  late.catch(() => {})
  try {
    const outcome = await Promise.race([takenOver(management, ending.signal), late])
    if (outcome !== 'late') return answer
    log.warn({}, 'Ingest did not take over a change in time; it does so later')
    throw new AppError('doors.late')
  } finally {
    ending.abort()
  }
}

/** Resolves when all ingest sources have taken over what is in the store now. */
async function takenOver(management: Management, signal: AbortSignal): Promise<void> {
  const { log } = inside(management)
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await (await machineDirectory(management)).refresh()
      await onward.get(management)?.()
      return
    } catch (error) {
      if (failures === 0) {
        log.warn({ err: error }, 'A change was not taken over by ingest; trying again')
      }
      await sleep(retryMs)
    }
  }
}
