// @slow

import { compare } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FactoryFloor, goldenWindow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
beforeAll(async () => {
  floor = await openFactoryFloor()
})
afterAll(() => floor?.close())

async function answerOf(query: Record<string, string>) {
  const { status, body } = await floor.get(compare.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return compare.answer.parse(body)
}

async function lines(query: Record<string, string>): Promise<string[]> {
  const requested = new URLSearchParams({ clientId: '1', ...goldenWindow, ...query })
  const { accessToken } = await floor.server.signIn('user')
  const url = `/api/admin/export/compare/csv?${requested}`
  const answer = await floor.server.ask(url, { token: accessToken })
  expect(answer.status).toBe(200)
  return (await answer.text()).split('\r\n')
}

test('a comparison as a file has the figures of its call, and the total of the window last', async () => {
  const answer = await answerOf({ by: 'product', machineId: 'VF-401' })
  const [titles, ...rows] = (await lines({ by: 'product', machineId: 'VF-401' })).filter(
    (line) => line !== '',
  )
  expect(titles).toMatch(/^Row,Start \(UTC\),End \(UTC\),OEEE \(%\),/)
  const ofFile = rows.map((row) => row.split(','))
  const ofCall = [...answer.rows, { key: 'Total', figures: answer.total.figures }]
  expect(ofFile.map(([key, , , oeee, , , , packs]) => [key, Number(oeee), Number(packs)])).toEqual(
    ofCall.map(({ key, figures: { metrics } }) => [key, metrics.OEEE, metrics['Packs Produced']]),
  )
  expect(ofFile.length).toBeGreaterThan(2)
})

test('the file of a comparison of few days says which days have data, and how much', async () => {
  const days = { start_date: '2026-04-06', end_date: '2026-04-09', start_time: '00:00' }
  const query = { ...days, end_time: '23:59', by: 'product', machineId: 'VF-401' }
  const written = (await lines(query)).filter((line) => line !== '')
  expect(written.slice(-2)).toEqual([
    'Data from 08-04-2026: 1 of 4 days.',
    expect.stringMatching(/^Only \d+\.\d % of this period has data\.$/),
  ])
  const ofDay = await lines({ by: 'product', machineId: 'VF-401' })
  expect(ofDay.filter((line) => line.startsWith('Data from'))).toEqual([])
})
