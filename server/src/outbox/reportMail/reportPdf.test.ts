import { expect, test } from 'vitest'
import { anyOccasion, anyReport } from '../../../testing/anyReport.ts'
import { reportPdf } from './reportPdf.ts'
import { reportView } from './reportView.ts'

test('a page of a shift with a target has its curve; one without has none', () => {
  const content = anyReport()
  const drawn = (of: typeof content) => JSON.stringify(reportPdf(reportView(of, anyOccasion)))
  expect(drawn(content)).toContain('polyline')
  const steps = content.page.steps.map((step) => ({ ...step, due: null }))
  expect(drawn({ ...content, page: { ...content.page, steps } })).not.toContain('polyline')
})
