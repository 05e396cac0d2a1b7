import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { wireLineNow } from '../../testing/lineAnswers.ts'
import { openPage } from '../../testing/openPage.tsx'
import { serveLine } from '../../testing/serveLine.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [{ name: 'Late', from: '2026-11-21T14:00:00.000Z' }, 'OEEE of the line, Late'],
  [null, 'OEEE of the line, today'],
])('OEEE of the line says of which time it is: %j', async (shift, words) => {
  serveLine({ now: wireLineNow({ shift }) })
  await openPage('/admin/line?line=Line%201', person())
  const row = await screen.findByRole('region', { name: 'Figures of the line' })
  expect(row.textContent).toContain(words)
  expect(row.textContent).toContain('90.5 %sum of machines 84.2 %')
})
