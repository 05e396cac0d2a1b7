import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { reportPdf } from './reportPdf.ts'
import type { ReportView } from './reportView.ts'

/** Makes one page in a thread of its own: laying out text takes longer than anything else may wait. */
const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts')
const file = (name: string) => join(fonts, 'Roboto', `Roboto-${name}.ttf`)
const files = {
  normal: file('Regular'),
  bold: file('Medium'),
  italics: file('Italic'),
  bolditalics: file('MediumItalic'),
}
pdfmake.setFonts({ Roboto: files })
// Nothing is read but the font.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path: string) => Object.values(files).includes(path))
// What started this thread put a view there.
const view = spaced(workerData) as ReportView
const bytes = await pdfmake.createPdf(reportPdf(view)).getBuffer()
parentPort?.postMessage(bytes)

/** The font has no narrow space, which French writes in numbers; the space of full width does not break a line either. */
function spaced(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('\u202f', '\u00a0'))
}
