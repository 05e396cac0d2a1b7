import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const { steps } = wireShiftPage()
const line = (name: string) => ({
  ...{ line: name, made: 200_000, due: 232_500, ofShift: 232_500, forecast: null },
  steps: steps.map((step) => ({ ...step, made: step.made / 2, due: step.due / 2 })),
})
const lanes = ['FW-101', 'FW-102'].map((machineId) => ({
  ...{ machineId, lineName: 'Line 1', pieces: [[0, 1_000, 10]], speed: [], alarms: [] },
  ...{ targetPpm: null, end: null },
}))

async function against(over: Record<string, unknown>) {
  serve((path) => {
    if (path.startsWith('/api/admin/shift/')) return Response.json(wireShiftPage(over))
    if (!path.startsWith('/api/admin/timeline')) return undefined
    const window = { from: '2026-11-20T18:00:00.000Z', to: '2026-11-21T06:00:00.000Z' }
    return Response.json({ ...window, stepMs: 1, speedStepMs: 60_000, lanes })
  })
  await openPage('/admin/shift', person())
  return screen.findByRole('region', { name: 'Against target' })
}

test('the curve says how far the shift was from its target at its end', async () => {
  const part = await against({})
  const curve = within(part).getByRole('img', { name: 'All: −8,498 packs against target' })
  expect(curve).toBeTruthy()
})

test('a number in a ring ties a story to its stop on the lane of its machine', async () => {
  const part = await against({})
  const ring = await within(part).findByRole('link', { name: /^1: FW-102, / })
  expect(ring.getAttribute('href')).toMatch(/^\/admin\/productionData\/1\/FW-102\?.*stop=/)
})

test('from 24 machines on the lines stand in the place of their machines until somebody unfolds them', async () => {
  const part = await against({ machines: 24, lines: [line('Line 1'), line('Line 2')] })
  expect(within(part).getAllByRole('img')).toHaveLength(3)
  expect(within(part).queryByRole('link', { name: 'FW-101' })).toBeNull()
  await userEvent.click(within(part).getByRole('button', { name: 'By machine' }))
  expect(await within(part).findByRole('link', { name: 'FW-101' })).toBeTruthy()
})

test('without a target nothing is drawn as one', async () => {
  const part = await against({ steps: steps.map((step) => ({ ...step, due: null })) })
  expect(within(part).getByText('Without a target there is no deviation.')).toBeTruthy()
})
