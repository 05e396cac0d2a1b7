import { expect, test } from 'vitest'
import type { Incoming, Reading } from '../connector.ts'
import { silentLog } from '../log.ts'
import { createDelivery } from './delivery.ts'
import { waitingRecords } from './limits.ts'

const sample = (at: number): Incoming => ({
  record: { kind: 'sample', serialNo: 'W-7', at, sequence: 1 },
  timeless: false,
  wire: at,
})
const timesOf = ({ records }: Reading) => records.map(({ wire }) => wire)

test('records wait in their order while the store cannot take them, and none is lost', async () => {
  const stored: unknown[] = []
  let isFailing = true
  const count = { records: 0, lost: 0 }
  const delivery = createDelivery({
    async bring(reading) {
      if (isFailing) throw new Error('no space')
      stored.push(...timesOf(reading))
    },
    count,
    log: silentLog,
    pauseMs: 5,
  })
  delivery.put([sample(1), sample(2)], 10)
  delivery.put([sample(3)], 11)
  await expect.poll(delivery.waiting).toBe(3)
  isFailing = false
  await expect.poll(() => stored).toEqual([1, 2, 3])
  expect(count).toEqual({ records: 3, lost: 0 })
  expect(delivery.waiting()).toBe(0)
  await delivery.close()
})

test('of too many the oldest are given up and counted, and never those on their way', async () => {
  const stored: unknown[] = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const count = { records: 0, lost: 0 }
  const delivery = createDelivery({
    async bring(reading) {
      await gate
      stored.push(...timesOf(reading))
    },
    count,
    log: silentLog,
  })
  for (let at = 0; at < waitingRecords + 5; at += 1) delivery.put([sample(at)], at)
  expect(delivery.waiting()).toBe(waitingRecords)
  open()
  await expect.poll(delivery.waiting).toBe(0)
  expect(stored.slice(0, 2)).toEqual([0, 6])
  expect(count).toEqual({ records: waitingRecords, lost: 5 })
})
