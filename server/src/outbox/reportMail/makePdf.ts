import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { reportPdf } from './reportPdf.ts'
import type { ReportView } from './reportView.ts'

const limits = { maxOldGenerationSizeMb: 256 } as const
/** A page takes a second; a process under load some more. */
const longestMs = 20_000
/** By this name a thread of this file knows that it was started for a page. */
const mark = 'packboard report page'

let last: Promise<unknown> = Promise.resolve()

/**
 * The page of a report as PDF: one at a time, each in a thread of its own, because laying out text takes longer than anything else may wait.
 * Rejects after 20 s.
 */
export function makePdf(view: ReportView): Promise<Buffer> {
  const next = last.then(() => inThread(view))
  last = next.catch(() => undefined)
  return next
}

async function inThread(view: ReportView): Promise<Buffer> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { mark, view: spaced(view) },
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

/** The font has no narrow space, which French writes in numbers; the space of full width does not break a line either. */
export function spaced(view: ReportView): ReportView {
  return JSON.parse(JSON.stringify(view).replaceAll('\u202f', '\u00a0'))
}

const isForPage = (data: unknown): data is { readonly view: ReportView } =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'mark') === mark

if (!isMainThread && isForPage(workerData)) {
  const { default: pdfmake } = await import('pdfmake')
  const packed = dirname(createRequire(import.meta.url).resolve('pdfmake/package.json'))
  const file = (name: string) => join(packed, 'fonts', 'Roboto', `Roboto-${name}.ttf`)
  const files = {
    ...{ normal: file('Regular'), bold: file('Medium') },
    ...{ italics: file('Italic'), bolditalics: file('MediumItalic') },
  }
  pdfmake.setFonts({ Roboto: files })
  // Nothing is read but the font.
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => Object.values(files).includes(path))
  parentPort?.postMessage(await pdfmake.createPdf(reportPdf(workerData.view)).getBuffer())
}
