import { type MachineNow, machineNow } from '@packboard/contract'
import { CallFailed, openStream } from './call.ts'

export type MachineEvents = {
  machine(now: MachineNow): void
  /** Data older than now changed: totals must be read again. */
  older(): void
  /** Anything came, a comment included: the line is alive. */
  alive(): void
}

const firstRetryMs = 1_000
const longestRetryMs = 30_000

/**
 * Keeps a line open to the push of one client until `signal` aborts. A broken line is opened again after a growing,
 * scattered pause; the 30 s refresh repairs what was missed in between (D29).
 */
export async function followMachines(clientId: number, events: MachineEvents, signal: AbortSignal) {
  let failures = 0
  while (!signal.aborted) {
    try {
      const response = await openStream(`/api/admin/machines-live/${clientId}`, signal)
      failures = 0
      await readEvents(response, events)
    } catch (error) {
      if (signal.aborted || (error instanceof CallFailed && [401, 403, 404].includes(error.status)))
        return
      failures += 1
    }
    const longest = Math.min(longestRetryMs, firstRetryMs * 2 ** failures)
    await pause(longest * (0.5 + Math.random() / 2), signal)
  }
}

async function readEvents(response: Response, events: MachineEvents) {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    events.alive()
    text += value.replaceAll('\r', '')
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      tell(text.slice(0, end), events)
      text = text.slice(end + 2)
    }
  }
}

function tell(block: string, events: MachineEvents) {
  let kind = ''
  let data = ''
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) kind = line.slice(6).trim()
    if (line.startsWith('data:')) data += line.slice(5).trim()
  }
  if (kind === 'older') events.older()
  if (kind !== 'machine') return
  const now = machineNow.safeParse(JSON.parse(data))
  if (now.success) events.machine(now.data)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
}
