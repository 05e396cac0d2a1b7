import { inside, type Management } from '../store.ts'
import { machineDirectory } from './machineDirectory.ts'

/** An answer waits for at most this long until ingest has taken over a change, also while telemetry is down. */
const patienceMs = 5_000

const onward = new WeakMap<Management, () => Promise<void>>()

/** Also sends the word of a change on to the other processes of the installation. */
export function sendOn(management: Management, send: () => Promise<void>): void {
  onward.set(management, send)
}

/**
 * Passes a committed change on: when it resolves, the ingest sources judge the next record by it (D67).
 * A failure does not undo the change; the directory refreshes itself within 5 s.
 */
export async function passOn(management: Management): Promise<void> {
  const { log } = inside(management)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'late')
  })
  try {
    const directory = await machineDirectory(management)
    const outcome = await Promise.race([
      directory.refresh().then(() => onward.get(management)?.()),
      late,
    ])
    if (outcome === 'late')
      log.warn({}, 'ingest did not take over a change in time; it does so later')
  } catch (error) {
    log.warn({ err: error }, 'the machine directory was not refreshed after a change')
  } finally {
    clearTimeout(timer)
  }
}
