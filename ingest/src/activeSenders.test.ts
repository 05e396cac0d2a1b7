import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActiveSenders } from './groupCommit.ts'

const gatherMs = 200

test('one that was silent, or waits for each answer, is not kept waiting; one that sends by itself is', () => {
  const senders = createActiveSenders(gatherMs)
  senders.sent('a', 0)
  expect(senders.allWait()).toBe(true)
  senders.answered('a', 20)
  expect(senders.allWait()).toBe(false)
  senders.sent('a', 25)
  expect(senders.allWait()).toBe(true)
  senders.answered('a', 45)
  // Not an answer to the last answer.
  senders.sent('a', 100)
  expect(senders.allWait()).toBe(false)
  senders.answered('a', 300)
  senders.sent('a', 600)
  expect(senders.allWait()).toBe(true)
})

test('one with many messages under way is not kept waiting because reading the last of them took a while', () => {
  const senders = createActiveSenders(gatherMs)
  for (const name of ['a', 'neighbour'])
    for (let message = 0; message < 3; message++) senders.sent(name, 0)
  for (const name of ['a', 'neighbour'])
    for (let message = 0; message < 3; message++) senders.answered(name, 40)
  for (const ms of [45, 54, 70]) for (const name of ['a', 'neighbour']) senders.sent(name, ms)
  expect(senders.allWait()).toBe(true)
})

test('records of one are collected while another one has sent lately and will send again', () => {
  const senders = createActiveSenders(gatherMs)
  senders.sent('a', 0)
  senders.answered('a', 20)
  senders.sent('b', 50)
  expect(senders.allWait()).toBe(false)
  senders.answered('b', 220)
  senders.sent('c', 500)
  expect(senders.allWait()).toBe(true)
})

const step = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  ms: fc.nat(300),
  answer: fc.boolean(),
})

test('whatever is sent and answered: all wait when each that was there lately is urgent and waits, and at no other time', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const senders = createActiveSenders(gatherMs)
      type Known = { sentAt: number; answeredAt: number; waiting: number; urgent: boolean }
      const known = new Map<string, Known>()
      let now = 0
      for (const { name, ms, answer } of steps) {
        now += ms
        const one = known.get(name) ?? {
          ...{ sentAt: -1e9, answeredAt: -1e9, waiting: 0, urgent: false },
        }
        known.set(name, one)
        if (answer && one.waiting > 0) {
          senders.answered(name, now)
          Object.assign(one, { waiting: one.waiting - 1, answeredAt: now })
        } else {
          senders.sent(name, now)
          const silent = one.waiting === 0 && now - one.sentAt > gatherMs
          const went = one.waiting > 0 && one.urgent
          one.urgent = silent || went || now - one.answeredAt < 15
          Object.assign(one, { waiting: one.waiting + 1, sentAt: now })
        }
        const waiting = [...known.values()].filter((each) => each.waiting > 0)
        const idle = [...known.values()].filter(
          (each) => each.waiting === 0 && Math.max(each.sentAt, each.answeredAt) >= now - gatherMs,
        )
        const all = waiting.length > 0 && waiting.every((each) => each.urgent) && idle.length === 0
        // One that waits for long may hide that others have become silent: then records are collected, no more.
        if (!all || waiting.length === 1) expect(senders.allWait()).toBe(all)
      }
    }),
  )
})
