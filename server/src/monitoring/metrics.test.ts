import type { Metric } from '@packboard/ingest'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

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
