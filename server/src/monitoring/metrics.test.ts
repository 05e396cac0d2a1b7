import type { Metric } from '@packboard/ingest'
import { expect, test } from 'vitest'
import { createMetrics, failedRoutes, requestBuckets, timedRoutes } from './metrics.ts'

const records = new Map([
  ['FW-101', 3],
  ['FW-102', 5],
])
let waiting = 7
const figures: Metric[] = [
  {
    name: 'test_records_total',
    help: 'Records',
    type: 'counter',
    labelNames: ['machine'],
    values: () => [...records].map(([machine, value]) => ({ labels: { machine }, value })),
  },
  {
    name: 'test_waiting',
    help: 'Records that wait',
    type: 'gauge',
    labelNames: [],
    values: () => [{ labels: {}, value: waiting }],
  },
]

test('each scrape shows the values of that moment, counts nothing twice and forgets what was removed', async () => {
  const metrics = createMetrics(figures)
  const lines = (text: string) => text.split('\n').filter((line) => line.includes('test_'))
  const expected = (...values: string[]) => [
    '# HELP test_records_total Records',
    '# TYPE test_records_total counter',
    ...values,
    '# HELP test_waiting Records that wait',
    '# TYPE test_waiting gauge',
    `test_waiting ${waiting}`,
  ]
  const both = ['test_records_total{machine="FW-101"} 3', 'test_records_total{machine="FW-102"} 5']
  expect(lines(await metrics.text())).toEqual(expected(...both))
  const together = await Promise.all([metrics.text(), metrics.text()])
  expect(together.map(lines)).toEqual([expected(...both), expected(...both)])
  records.delete('FW-101')
  waiting = 0
  expect(lines(await metrics.text())).toEqual(expected('test_records_total{machine="FW-102"} 5'))
})

test('a route adds three series at most, and a kind of request one for each bound and status', async () => {
  const metrics = createMetrics([])
  const statuses = [200, 206, 304, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503]
  const routes = Array.from({ length: 25 }, (_, index) => `/api/admin/route${index}`)
  for (const route of routes) {
    for (const status of statuses) metrics.observe({ method: 'GET', route, status, seconds: 0.1 })
  }
  const text = await metrics.text()
  const lines = (word: string) => text.split('\n').filter((line) => line.includes(`"${word}"`))
  expect(lines('/api/admin/route7')).toEqual([
    'packboard_http_requests_total{method="GET",route="/api/admin/route7"} 13',
    expect.stringMatching(/^packboard_http_route_seconds_total\{.*\} 1\.3/),
    'packboard_http_failures_total{method="GET",route="/api/admin/route7"} 2',
  ])
  // The times with their total, sum and count, and one number for each status.
  expect(lines('read').length).toBe(requestBuckets.length + 3 + statuses.length)
})

test('of failures the first addresses have a line of their own, and all failures are counted', async () => {
  const metrics = createMetrics([])
  for (let index = 0; index < failedRoutes + 20; index += 1) {
    const route = `/api/admin/route${index}`
    for (const status of [200, 500])
      metrics.observe({ method: 'GET', route, status, seconds: 0.02 })
  }
  metrics.observe({ method: 'GET', route: '/api/admin/route0', status: 503, seconds: 0.02 })
  const lines = (await metrics.text())
    .split('\n')
    .filter((line) => line.startsWith('packboard_http_failures_total{'))
  expect(lines).toHaveLength(failedRoutes + 1)
  expect(lines[0]).toBe('packboard_http_failures_total{method="GET",route="/api/admin/route0"} 2')
  expect(lines.at(-1)).toBe('packboard_http_failures_total{method="other",route="others"} 20')
})

test('an address has a line of its time once that is a second, and so many have one', async () => {
  const metrics = createMetrics([])
  const observe = (route: string, seconds: number) =>
    metrics.observe({ method: 'GET', route, status: 200, seconds })
  const lines = async () =>
    (await metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('packboard_http_route_seconds_total{'))
  for (let index = 0; index < timedRoutes + 20; index += 1) observe(`/api/route${index}`, 0.6)
  expect(await lines()).toEqual([])
  for (let index = 0; index < timedRoutes + 20; index += 1) observe(`/api/route${index}`, 0.6)
  expect(await lines()).toHaveLength(timedRoutes)
  expect((await lines())[0]).toBe(
    'packboard_http_route_seconds_total{method="GET",route="/api/route0"} 1.2',
  )
})

test('a stream lasts as long as its page, which is no time of an answer', async () => {
  const metrics = createMetrics([])
  const route = '/api/admin/machines-live/:clientId'
  metrics.observe({ method: 'GET', route, status: 200, seconds: 3_600 })
  const text = await metrics.text()
  expect(text).toContain('packboard_http_answers_total{kind="stream",status="200"} 1')
  expect(text).not.toContain('packboard_http_request_seconds_count{kind="stream"}')
})
