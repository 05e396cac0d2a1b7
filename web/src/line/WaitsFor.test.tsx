import { lineStops } from '@packboard/contract'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { wireLineNow, wireLineStops } from '../../testing/lineAnswers.ts'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person, wireMachines } from '../../testing/wireAnswers.ts'
import { waitedFor } from './WaitsFor.tsx'

afterEach(() => vi.unstubAllGlobals())

const answer = (now: unknown, hasFlow = true) =>
  serve((path) => {
    if (path.startsWith('/api/admin/client_machines/')) {
      const { machines } = wireMachines('FW-101', 'CP-105')
      return Response.json({ machines: machines.map((one) => ({ ...one, hasFlow })) })
    }
    if (path.startsWith('/api/admin/line/1/now')) return Response.json(now)
    if (path.startsWith('/api/admin/line/1/stops')) return Response.json(wireLineStops())
    return undefined
  })

test('the page of a machine that waits leads to the stop of its root', async () => {
  answer(wireLineNow())
  await openPage('/admin/productionData/1/FW-101?preset=last24h', person())
  const waits = await screen.findByRole('region', { name: 'In this window it waited for' })
  expect(waits.textContent).toContain('FW-101 waits for CP-105: Glue')
  const [root] = within(waits).getAllByRole('link', { name: 'CP-105: Glue' })
  expect(root?.getAttribute('href')).toContain('/admin/productionData/1/CP-105?')
  expect(root?.getAttribute('href')).toContain('stop=2026-11-21T16')
})

test('the page of a machine without a flow does not request what its line does', async () => {
  const requested = answer(wireLineNow(), false)
  await openPage('/admin/productionData/1/FW-101?preset=last24h', person())
  await screen.findByRole('heading', { name: 'FW-101' })
  await vi.waitFor(() => expect(requested.length).toBeGreaterThan(8))
  expect(requested.filter(({ path }) => path.includes('/line/'))).toEqual([])
})

test('inherited time is summed by root and cause; stops of neighbours and own ones are not', () => {
  const { stops } = lineStops.answer.parse(wireLineStops())
  const [, inherited] = stops
  if (!inherited) throw new Error('the answer has two stops')
  const of = (machineId: string) => ({ ...inherited, machineId })
  expect(waitedFor([...stops, of('FW-101'), of('FW-102')], 'FW-101')).toMatchObject([
    { root: { rootMachineId: 'CP-105' }, ms: 590_000, count: 2 },
  ])
  expect(waitedFor([], 'FW-101')).toEqual([])
})
