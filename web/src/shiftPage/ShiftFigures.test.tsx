import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

async function figures(over: Record<string, unknown>, session = person()) {
  serve((path) =>
    path.startsWith('/api/admin/shift/') ? Response.json(wireShiftPage(over)) : undefined,
  )
  await openPage('/admin/shift', session)
  return screen.findByRole('region', { name: 'Figures of the shift' })
}

const withoutTarget = {
  figures: { ...wireShiftPage().figures, due: null, ofShift: null },
}

test('packs stand beside their target with its share', async () => {
  const row = await figures({})
  expect(row.textContent).toContain('Packs of target 465,000')
  expect(row.textContent).toContain('456,502')
  expect(row.textContent).toContain('98.2 %')
})

test('without a target who may set one is led there, who may not reads that there is none', async () => {
  const row = await figures(withoutTarget, person({ role: 'engineer' }))
  const way = within(row).getByRole('link', { name: 'Set one' })
  expect(way.getAttribute('href')).toBe('/admin/panel?view=products')
})

test('a user reads that no target is set and is led nowhere', async () => {
  const row = await figures(withoutTarget, person({ role: 'user' }))
  expect(row.textContent).toContain('not set')
  expect(within(row).queryByRole('link')).toBeNull()
})

test('what moved after both had signed stands beside the signed figure', async () => {
  const row = await figures({ changedLater: [{ figure: 'packs', fixed: 456_502, now: 456_700 }] })
  expect(row.textContent).toContain('changed later: 456,700')
  expect(row.textContent).toContain('456,502')
})

test('a forecast is shown while the shift runs', async () => {
  const row = await figures({ figures: { ...wireShiftPage().figures, forecast: 461_900 } })
  expect(row.textContent).toContain('461,900')
})

test('a line with a flow has its OEEE beside that of the sum of machines; a neighbour without one has none', async () => {
  const line = { made: 9_000, due: null, ofShift: null, forecast: null, steps: [] }
  const ofLine = (oeee: number) => ({ oeee, plannedSeconds: 36_000, packs: 9_000 })
  const row = await figures({
    lines: [
      { ...line, line: 'Line 3', oeee: { line: ofLine(84.2), machines: ofLine(71.4) } },
      { ...line, line: 'Line 4' },
    ],
  })
  expect(row.textContent).toContain('OEEE of Line 384.2 %sum of machines 71.4 %')
  expect(row.textContent).not.toContain('Line 4')
})
