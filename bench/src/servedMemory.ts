import { setTimeout as pause } from 'node:timers/promises'

/** What a served process holds after a full collection. */
export type ServedMemory = {
  readonly heapMb: number
  readonly buffersMb: number
  readonly residentMb: number
  /** The longest the event loop stood still since the time before, ms. */
  readonly loopMs: number
}

/** In the served process: what its event loop was held up since the last time. */
const lookAtLoop = `(() => {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
  const before = globalThis.fairnessDelay
  before?.disable()
  globalThis.fairnessDelay = monitorEventLoopDelay({ resolution: 5 })
  globalThis.fairnessDelay.enable()
  return JSON.stringify({ loopMs: before ? Math.round(before.max / 1e6) : 0 })
})()`
const lookAtMemory = `(() => {
  const { heapUsed, external, rss } = process.memoryUsage()
  const mb = (bytes) => Math.round(bytes / 1048576)
  return JSON.stringify({ heapMb: mb(heapUsed), buffersMb: mb(external), residentMb: mb(rss) })
})()`
/** What the inspector answers to a call, as far as it is used here. */
type Reply = { readonly id?: number; readonly result?: { readonly result?: { value?: string } } }

/** Collects all garbage of a process that listens to its inspector, and reads its memory. */
export async function memoryOf(pid: number, inspectPort: number): Promise<ServedMemory> {
  process.kill(pid, 'SIGUSR1')
  const url = await debuggerUrl(inspectPort)
  const socket = new WebSocket(url)
  await new Promise((done, fail) => {
    socket.addEventListener('open', done, { once: true })
    socket.addEventListener('error', fail, { once: true })
  })
  let next = 0
  const call = (method: string, params: object = {}) =>
    new Promise<string>((done) => {
      next += 1
      const id = next
      socket.addEventListener('message', function answered({ data }) {
        const reply: Reply = JSON.parse(String(data))
        if (reply.id !== id) return
        socket.removeEventListener('message', answered)
        done(reply.result?.result?.value ?? '')
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
  const evaluate = (expression: string) => call('Runtime.evaluate', { expression })
  try {
    // Before the collection, which stops the loop itself.
    const loop: { loopMs: number } = JSON.parse(await evaluate(lookAtLoop))
    await call('HeapProfiler.collectGarbage')
    await call('HeapProfiler.collectGarbage')
    const memory: Omit<ServedMemory, 'loopMs'> = JSON.parse(await evaluate(lookAtMemory))
    // From here on the loop is watched anew.
    await evaluate(lookAtLoop)
    return { ...memory, ...loop }
  } finally {
    socket.close()
  }
}

async function debuggerUrl(port: number): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    if (answer?.ok) {
      const [target]: { readonly webSocketDebuggerUrl: string }[] = JSON.parse(await answer.text())
      if (target) return target.webSocketDebuggerUrl
    }
    await pause(100)
  }
  throw new Error('The inspector of the served process did not open')
}
