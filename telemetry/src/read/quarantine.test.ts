import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning } from '../../testing/records.ts'
import { erasedRaw } from '../erasure/quarantineText.ts'
import type { Quarantined } from '../records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { quarantineLines, quarantineList } from './quarantine.ts'

let telemetry: Telemetry
const scope = grantClientScope(1)

const aside = (second: number, reported: Partial<Quarantined> = {}): Quarantined => ({
  clientId: 1,
  machineId: null,
  serialNo: 'FW-900',
  reason: 'unknownMachine',
  detail: 'no machine has this serial number',
  receivedAt: morning + second * 1_000,
  source: 'http',
  raw: `{"n":${second}}`,
  ...reported,
})

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  await commitBatch(
    telemetry,
    batchOf({
      quarantined: [
        aside(1, { raw: '{ "n" : 1.0, "user":"Zoë" }' }),
        aside(2, { source: 'mqttJson' }),
        aside(3, { serialNo: 'FW-901' }),
        aside(4, { clientId: 2 }),
        aside(5, { clientId: null }),
        // None of these can be sent again over HTTP as it is.
        aside(6, { source: 'packmlTags', raw: '{"topic":"a","payload":"1"}' }),
        aside(7, { raw: 'nonsense' }),
        aside(8, { raw: '{"n":8\n}', source: 'mqttJson' }),
        aside(9, { raw: '[{"n":9}]' }),
        aside(10, { raw: erasedRaw }),
        aside(11, { raw: `{"long":"${'é'.repeat(12_000)}"}` }),
      ],
    }),
  )
}, 60_000)
afterAll(() => telemetry?.close())

test('what can be sent again comes as it arrived, the oldest first, of the own client alone', async () => {
  const lines = (page: number, most: number, serialNo?: string) =>
    quarantineLines(telemetry, scope, { page, most, serialNo })
  const first = '{ "n" : 1.0, "user":"Zoë" }'
  expect(await lines(1, 10)).toEqual([first, '{"n":2}', '{"n":3}'])
  expect(await lines(1, 2)).toEqual(['{"n":2}', '{"n":3}'])
  expect(await lines(2, 2)).toEqual([first])
  expect(await lines(3, 2)).toEqual([])
  expect(await lines(1, 10, 'FW-901')).toEqual(['{"n":3}'])
  expect(await lines(1, 10, "FW-901' OR 1=1 --")).toEqual([])
  await expect(lines(0, 10)).rejects.toMatchObject({ code: 'request.invalid' })
})

test('a page tells how long a record is and shows its beginning', async () => {
  const { records, count } = await quarantineList(telemetry, scope, { page: 1, pageSize: 10 })
  expect(count).toBe(9)
  expect(records.map(({ receivedAt }) => (receivedAt.getTime() - morning) / 1_000)).toEqual([
    11, 10, 9, 8, 7, 6, 3, 2, 1,
  ])
  expect(records[0]).toMatchObject({ characters: 12_011 })
  expect(records[0]?.raw).toHaveLength(10_000)
  expect(records[2]).toMatchObject({ raw: '[{"n":9}]', characters: 9 })
})
