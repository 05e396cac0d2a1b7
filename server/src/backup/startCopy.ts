import { Worker } from 'node:worker_threads'
import type { CopyDone, CopyWork } from './copyParts.ts'

/** Copies in a thread of its own; `onDone` is called after each job. Rejects when one fails, and when `signal` ends it. */
export async function copyInThread(
  work: CopyWork,
  { onDone, signal }: { onDone: (one: CopyDone) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  const thread = new Worker(new URL('./copyParts.ts', import.meta.url), {
    workerData: work,
    // Its environment is not needed, and holds secrets.
    env: {},
  })
  const stop = () => void thread.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      thread.on('message', onDone)
      thread.once('error', reject)
      thread.once('exit', (code) => {
        if (code === 0) resolve()
        else reject(signal?.reason ?? new Error(`The copying thread ended with ${code}.`))
      })
    })
  } finally {
    signal?.removeEventListener('abort', stop)
    await thread.terminate()
  }
}
