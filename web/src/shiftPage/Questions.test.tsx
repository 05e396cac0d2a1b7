import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireStops } from '../../testing/productionAnswers.ts'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import {
  namedPart,
  reasonIds,
  unnamedPart,
  wireCoverage,
  wireReasons,
} from '../../testing/stopBookAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const start = '2026-11-21T04:41:00.000Z'
const end = '2026-11-21T04:59:30.000Z'
const question = {
  ...wireShiftPage().openQuestions[0],
  proposal: { reason: reasonIds.jam, why: 'alarm' },
}
const rowOf = (part: object) => ({ ...wireStops[0], start, end, parts: [part], proposal: null })

async function questions(part: object) {
  const requested = serve((path) => {
    if (path.startsWith('/api/admin/stops')) {
      return Response.json({ count: 1, stops: [rowOf(part)], reasons: wireCoverage })
    }
    if (path.startsWith('/api/admin/reasons'))
      return Response.json({ reasons: wireReasons, version: 3 })
    if (path.startsWith('/api/admin/shift/')) {
      return Response.json(wireShiftPage({ openQuestions: [question] }))
    }
    return undefined
  })
  await openPage('/admin/shift', person())
  const list = await screen.findByRole('region', { name: 'Open questions' })
  return { list, requested }
}

test('what is proposed is confirmed with one press, on what stands on the stop by now', async () => {
  const { list, requested } = await questions(unnamedPart(start, end, 1_110))
  await userEvent.click(await within(list).findByRole('button', { name: /^Product jam: confirm/ }))
  await waitFor(() => expect(requested.some(({ body }) => 'change' in body)).toBe(true))
  const sent = requested.find(({ body }) => 'change' in body)?.body
  expect(sent).toMatchObject({
    machineId: 'FW-101',
    change: { action: 'label', from: start, to: end, replaces: [], reason: reasonIds.jam },
  })
})

test('a stop that another person has named by now is not named again', async () => {
  const { list, requested } = await questions(namedPart(start, end, reasonIds.jam, 7))
  await userEvent.click(await within(list).findByRole('button', { name: /^Product jam: confirm/ }))
  expect(await screen.findByText('This stop has a reason by now.')).toBeTruthy()
  expect(requested.some(({ body }) => 'change' in body)).toBe(false)
})
