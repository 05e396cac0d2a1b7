import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportView } from './reportView.ts'

const limits = { maxOldGenerationSizeMb: 256 } as const
/** A page takes a second; a process under load some more. */
const longestMs = 20_000

let last: Promise<unknown> = Promise.resolve()

/** The page of a report as PDF: one at a time, each in a thread of its own. Rejects after 20 s. */
export function makePdf(view: ReportView): Promise<Buffer> {
  const next = last.then(() => inThread(view))
  last = next.catch(() => undefined)
  return next
}

async function inThread(view: ReportView): Promise<Buffer> {
  const worker = new Worker(new URL('./pdfMain.ts', import.meta.url), {
    workerData: view,
    resourceLimits: limits,
  })
  const signal = AbortSignal.timeout(longestMs)
  try {
    const [bytes]: unknown[] = await once(worker, 'message', { signal })
    if (!(bytes instanceof Uint8Array)) throw new Error('The page of a report has no bytes')
    return Buffer.from(bytes)
  } finally {
    await worker.terminate()
  }
}
