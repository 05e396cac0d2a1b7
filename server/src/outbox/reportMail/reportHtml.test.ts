import { expect, test } from 'vitest'
import { anyOccasion, anyReport } from '../../../testing/anyReport.ts'
import { reportHtml, reportText } from './reportHtml.ts'
import { reportView } from './reportView.ts'

const links = { page: 'https://x.example/admin/shift', stop: 'https://x.example/report/t' }

test('a mail has no script, no picture and no address but its links; what machines sent is text', () => {
  const html = reportHtml(reportView(anyReport(), anyOccasion), links)
  expect(html).not.toMatch(/<script|<img|<link|url\(|<b>heater/)
  expect(html).toContain('front jaw &amp; &lt;b&gt;heater')
  expect(html).toContain('Northfield &lt;Confectionery&gt;')
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
    links.page,
    links.stop,
  ])
})

test('the text says the same: zone, coverage, provisional, the share without reason, and how to stop it', () => {
  const text = reportText(reportView(anyReport(), anyOccasion), links)
  for (const part of [
    '8,498 packs short of target.',
    'OEEE: 91.0 %',
    '16.0 % of the time of these stops',
    'times in Europe/London. Coverage 99.8 %.',
    'Provisional until 21-11-2026 12:15:00',
    'and 11 more',
    'J. Okafor: FW-102: Watch cartridge 2.',
    `Stop this report: ${links.stop}`,
  ]) {
    expect(text).toContain(part)
  }
})

test('a correction says what moved, and one by hand that it stays', () => {
  const moved = [{ figure: 'packs' as const, fixed: 456_000, now: 456_502 }]
  const corrects = { fixedAt: new Date('2026-11-21T06:15:00Z'), moved }
  const once = { ...anyOccasion, name: null, provisionalUntil: null }
  const correction = reportView(anyReport(), { ...anyOccasion, corrects })
  expect(correction.subject).toBe('Correction: 8,498 packs short of target.')
  expect(reportText(correction, links)).toContain('Packs: 456,000 before, 456,502 now')
  const text = reportText(reportView(anyReport(), once), { page: links.page })
  expect(text).toContain('it is not looked at again')
  expect(text).not.toContain('Stop this report')
})
