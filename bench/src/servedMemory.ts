import { readFileSync } from 'node:fs'
import { type HeapByName, heapByName } from './heapByName.ts'
import { inspecting } from './inspector.ts'

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

/** Collects all garbage of a process that listens to its inspector, and reads its memory and what is in it. */
export function memoryOf(
  pid: number,
  port: number,
): Promise<{ memory: ServedMemory; heap: HeapByName }> {
  return inspecting({ pid, port }, async ({ call, evaluate, snapshot }) => {
    // Before the collection, which stops the loop itself.
    const loop: { loopMs: number } = JSON.parse(await evaluate(lookAtLoop))
    await call('HeapProfiler.collectGarbage')
    await call('HeapProfiler.collectGarbage')
    const memory: Omit<ServedMemory, 'loopMs'> = JSON.parse(await evaluate(lookAtMemory))
    const heap = heapByName(await snapshot())
    // From here on the loop is watched anew.
    await evaluate(lookAtLoop)
    return { memory: { ...memory, ...loop }, heap }
  })
}

/** What it has of the machine's memory now, without a collection; 0 where it has ended. */
export function residentMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024)
  } catch {
    return 0
  }
}
