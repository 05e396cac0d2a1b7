import type { KnownMonth } from '@packboard/telemetry/store'
import { rememberedParts } from '@packboard/telemetry/testing'
import { expect, test } from 'vitest'
import { heldPartRecord } from './partRecord.ts'

const month = (table: string, rows: number): KnownMonth => ({
  table,
  month: 202611,
  tableId: 'a',
  parts: [{ from: 1, to: 1, rows, id: 'b' }],
  missing: [],
  damagedSince: null,
  accepted: [],
})

test('nothing is written before the stores are known to belong together; then the newest, then as it comes', async () => {
  const record = rememberedParts()
  await record.write([month('sample', 10), month('alarm', 1)])
  const held = heldPartRecord(Promise.resolve(record))
  await held.write([month('sample', 11)])
  await held.write([month('sample', 12), month('audit', 5)])
  await held.forget('alarm', 202611)
  expect(await held.read()).toEqual([month('sample', 10), month('alarm', 1)])

  await held.release()
  expect(await record.read()).toEqual([month('sample', 12), month('audit', 5)])
  await held.write([month('alarm', 2)])
  await held.forget('audit', 202611)
  expect(await record.read()).toEqual([month('sample', 12), month('alarm', 2)])
})

test('what comes while it is written is written after it', async () => {
  const record = rememberedParts()
  const held = heldPartRecord(
    Promise.resolve({
      ...record,
      async write(months) {
        if (months[0]?.parts[0]?.rows === 1) await held.write([month('sample', 2)])
        await record.write(months)
      },
    }),
  )
  await held.write([month('sample', 1)])
  await held.release()
  expect(await record.read()).toEqual([month('sample', 2)])
})
