import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What objects of one kind or constructor hold themselves. */
type HeapByName = ReadonlyMap<string, { readonly count: number; readonly bytes: number }>

/** The parts of a heap snapshot of V8 that are read here: five or more numbers for each node, named in `meta`. */
type Snapshot = {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[], ...unknown[]]
    }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

/** Counts and bytes by constructor; texts, code and the like by their kind. */
function heapByName(chunks: readonly string[]): HeapByName {
  const { snapshot, nodes, strings }: Snapshot = JSON.parse(chunks.join(''))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field))
  const sums = new Map<string, { count: number; bytes: number }>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[0][nodes[at + (type ?? 0)] ?? 0] ?? ''
    const named = kind === 'object' || kind === 'native'
    const key = named ? (strings[nodes[at + (name ?? 0)] ?? 0] ?? '') : `(${kind})`
    const sum = sums.get(key) ?? { count: 0, bytes: 0 }
    sum.count += 1
    sum.bytes += nodes[at + (size ?? 0)] ?? 0
    sums.set(key, sum)
  }
  return sums
}

/** What grew most between two snapshots, one line each. */
export function grownBetween(before: HeapByName, after: HeapByName, most = 8): string[] {
  return [...after]
    .map(([name, { count, bytes }]) => {
      const old = before.get(name) ?? { count: 0, bytes: 0 }
      return { name, objects: count - old.count, kb: Math.round((bytes - old.bytes) / 1_024) }
    })
    .filter(({ kb }) => kb > 0)
    .toSorted((a, b) => b.kb - a.kb)
    .slice(0, most)
    .map(({ name, objects, kb }) => `${name}: ${kb} kB more, ${objects} objects more`)
}

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

/** What the inspector sends: the answer to a call, or an event. */
type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly chunk?: string }
  readonly result?: { readonly result?: { readonly value?: string } }
}

type Inspector = {
  /** Resolves when the process has answered, with the value of an evaluation, else with ''. */
  call(method: string, params?: object): Promise<string>
  evaluate(expression: string): Promise<string>
  /** The pieces of a heap snapshot, in order. */
  snapshot(): Promise<string[]>
}

/**
 * Works with the inspector of a process that has Node's `--inspect-port`. The connection is closed afterwards: an open one
 * would keep the process from ending.
 */
async function inspecting<T>(
  { pid, port }: { readonly pid: number; readonly port: number },
  work: (inspector: Inspector) => Promise<T>,
): Promise<T> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerUrl(port))
  await new Promise((done, fail) => {
    socket.addEventListener('open', done, { once: true })
    socket.addEventListener('error', fail, { once: true })
  })
  const waiting = new Map<number, (value: string) => void>()
  const chunks: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.method === 'HeapProfiler.addHeapSnapshotChunk') {
      chunks.push(message.params?.chunk ?? '')
    }
    if (message.id === undefined) return
    waiting.get(message.id)?.(message.result?.result?.value ?? '')
    waiting.delete(message.id)
  })
  let next = 0
  const call = (method: string, params: object = {}) =>
    new Promise<string>((done) => {
      next += 1
      waiting.set(next, done)
      socket.send(JSON.stringify({ id: next, method, params }))
    })
  try {
    return await work({
      call,
      evaluate: (expression) => call('Runtime.evaluate', { expression }),
      async snapshot() {
        chunks.length = 0
        await call('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
        return chunks.splice(0)
      },
    })
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
