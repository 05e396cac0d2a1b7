import { expect, test } from 'vitest'
import { anyOccasion, anyReport } from '../../../testing/anyReport.ts'
import { makePdf, spaced } from './makePdf.ts'
import { reportView } from './reportView.ts'

test('a page is a PDF with its font in it, also of two at one time', {
  timeout: 60_000,
}, async () => {
  const view = reportView(anyReport(), { ...anyOccasion, language: 'fr' })
  const pages = await Promise.all([makePdf(view), makePdf(view)])
  for (const page of pages) {
    expect(page.subarray(0, 5).toString()).toBe('%PDF-')
    expect(page.toString('latin1')).toContain('/FontFile2')
    expect(page.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  }
  expect(JSON.stringify(spaced(view))).not.toContain('\u202f')
})
