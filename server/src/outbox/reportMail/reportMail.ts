import type { ReportContent } from '@packboard/contract'
import type { ReportFile } from '@packboard/model'
import { formatDay } from '@packboard/model'
import { LRUCache } from 'lru-cache'
import { fileName } from '../../export/table.ts'
import { contentTypes } from '../../export/writeTable.ts'
import { makePdf } from './makePdf.ts'
import { type ReportLinks, reportHtml, reportText } from './reportHtml.ts'
import { reportWorkbook } from './reportTable.ts'
import { type ReportOccasion, type ReportView, reportView } from './reportView.ts'

/** A file of a mail, with a name of letters, digits, dots and dashes. */
export type MailFile = { readonly name: string; readonly type: string; readonly bytes: Buffer }

/** A report as a mail, without its files. */
export function reportWords(
  content: ReportContent,
  occasion: ReportOccasion,
  links: ReportLinks,
): {
  readonly view: ReportView
  readonly subject: string
  readonly html: string
  readonly text: string
} {
  const view = reportView(content, occasion)
  const { subject } = view
  return { view, subject, html: reportHtml(view, links), text: reportText(view, links) }
}

/** Recipients of one report mostly get the same files. */
const made = new LRUCache<string, Promise<MailFile>>({ max: 16 })

/** What is attached; a page and a table are made once for all recipients who read the same. */
export function reportAttachments(
  content: ReportContent,
  {
    view,
    files,
    sentId,
  }: { readonly view: ReportView; readonly files: readonly ReportFile[]; readonly sentId: string },
): Promise<MailFile[]> {
  const name = (format: string) =>
    fileName(
      [content.clientName, content.name || content.kind, formatDay(content.from, content.zone)],
      format,
    )
  const make = {
    pdf: async () => ({ name: name('pdf'), type: 'application/pdf', bytes: await makePdf(view) }),
    xlsx: async () => ({
      name: name('xlsx'),
      type: contentTypes.xlsx,
      bytes: await reportWorkbook(content, view.language),
    }),
  }
  return Promise.all(
    files.map((file) => {
      const key = `${sentId} ${file} ${file === 'pdf' ? JSON.stringify(view) : ''}`
      const known = made.get(key)
      if (known) return known
      const making = make[file]()
      made.set(key, making)
      making.catch(() => made.delete(key))
      return making
    }),
  )
}
