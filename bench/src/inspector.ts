import { setTimeout as pause } from 'node:timers/promises'

/** What the inspector sends: the answer to a call, or an event. */
type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly chunk?: string }
  readonly result?: { readonly result?: { readonly value?: string } }
}

export type Inspector = {
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
export async function inspecting<T>(
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
