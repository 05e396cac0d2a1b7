import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StoreNotStill, writeGate } from './writeGate.ts'

/** A write that ends when the test wants it to. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

test('in a pause no write runs: those that run end first, and those that come wait for its end', async () => {
  const gate = writeGate()
  const order: string[] = []
  const first = held()
  const writing = gate.run(async () => {
    await first.ended
    order.push('first')
  })
  const pausing = gate.pause(10_000, async () => {
    order.push('pause begins')
    await sleep(20)
    order.push('pause ends')
  })
  const second = gate.run(async () => void order.push('second'))
  await sleep(20)
  expect(order).toEqual([])
  first.end()
  await Promise.all([writing, pausing, second])
  expect(order).toEqual(['first', 'pause begins', 'pause ends', 'second'])
})

test('a pause that would take too long is given up, and writes go on', async () => {
  const gate = writeGate()
  const hung = held()
  const writing = gate.run(() => hung.ended)
  await expect(gate.pause(30, async () => {})).rejects.toThrow(StoreNotStill)
  expect(await gate.run(async () => 'goes on')).toBe('goes on')
  hung.end()
  await writing
  await expect(gate.pause(30, () => new Promise(() => {}))).rejects.toThrow(StoreNotStill)
  expect(await gate.run(async () => 'goes on')).toBe('goes on')
  await expect(gate.pause(1_000, () => Promise.reject(new Error('its own')))).rejects.toThrow(
    'its own',
  )
  expect(await gate.run(async () => 'goes on')).toBe('goes on')
})

test('a write that fails does not stop the next pause', async () => {
  const gate = writeGate()
  await expect(gate.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await gate.pause(1_000, async () => 'still')).toBe('still')
})
