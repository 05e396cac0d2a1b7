import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EdgeOrder, type Ordered } from './order.ts'
import { heldMessages } from './topic.ts'

type Message = Ordered & { readonly id: string }

const reorderMs = 2_000
const begin = Date.UTC(2026, 10, 21, 12)

/** A session: its birth and the messages after it, a tenth of a second apart. */
function session(name: string, startAt: number, length: number): Message[] {
  return Array.from({ length }, (_, index) => ({
    id: `${name} ${index}`,
    verb: index === 0 ? 'NBIRTH' : 'NDATA',
    seq: index % 256,
    at: startAt + index,
    bdSeq: 0n,
    receivedAt: startAt,
    bytes: 100,
  }))
}

/** What an order makes of messages that arrive one millisecond apart. */
function play(messages: readonly Message[]) {
  const order = new EdgeOrder<Message, never>(reorderMs)
  const placed = messages.flatMap((message, index) => order.arrive(message, index))
  return { order, placed, held: order.held }
}

const recordsOf = (placed: ReturnType<typeof play>['placed']) =>
  placed.map(({ message, sequence }) => `${message.id} as ${sequence}`).sort()

test('any order of arrival within the time gives the same records in the same order, and nothing is missed', () => {
  const arrivals = fc
    .integer({ min: 2, max: heldMessages })
    .chain((length) =>
      fc.tuple(
        fc.constant(length),
        fc.array(fc.integer({ min: 0, max: 4 * length }), { minLength: length, maxLength: length }),
      ),
    )
  fc.assert(
    fc.property(arrivals, ([length, delays]) => {
      const sent = session('first', begin, length)
      const arrived = sent
        .map((message, index) => ({ message, due: index + (delays[index] ?? 0) }))
        .sort((one, other) => one.due - other.due)
        .map(({ message }) => message)
      const { placed, held } = play(arrived)
      expect(held).toBe(0)
      expect(placed.map(({ message, sequence }) => [message.id, sequence])).toEqual(
        sent.map(({ id }, index) => [id, index]),
      )
    }),
    runsOfProperty({ deep: 5_000, daily: 300 }),
  )
})

test('any order in which a rebirth is overtaken gives the same records', () => {
  const arrivals = fc.record({
    lengths: fc.tuple(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 60 })),
    delays: fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 120, maxLength: 120 }),
  })
  fc.assert(
    fc.property(arrivals, ({ lengths: [one, other], delays }) => {
      const sent = [...session('first', begin, one), ...session('second', begin + 1_000, other)]
      const arrived = sent
        .map((message, index) => ({ message, due: index + (delays[index] ?? 0) }))
        .sort((one, other) => one.due - other.due)
        .map(({ message }) => message)
      const births = arrived.filter(({ verb }) => verb === 'NBIRTH').map(({ id }) => id)
      fc.pre(births[0] === 'first 0')
      const { order, placed } = play(arrived)
      placed.push(...order.end())
      expect(recordsOf(placed)).toEqual(recordsOf(play(sent).placed))
    }),
    runsOfProperty({ deep: 5_000, daily: 300 }),
  )
})

test('numbers wrap after 255, and a message in its place waits for nothing', () => {
  const sent = session('first', begin, 700)
  const { placed, held } = play(sent)
  expect(held).toBe(0)
  expect(placed.map(({ sequence }) => sequence)).toEqual(sent.map((_, index) => index))
})

test('what waits too long is given up: the rest goes on in its order, and what comes after all is late', () => {
  const [birth, one, two, three, four] = session('first', begin, 5)
  if (!birth || !one || !two || !three || !four) throw new Error('five messages')
  const order = new EdgeOrder<Message, never>(reorderMs)
  order.arrive(birth, 0)
  expect(order.arrive(three, 100)).toEqual([])
  expect(order.arrive(two, 150)).toEqual([])
  expect(order.due).toBe(2_100)
  expect(order.expire(2_099)).toEqual([])
  expect(order.expire(2_100).map(({ message, sequence }) => [message.id, sequence])).toEqual([
    ['first 2', 2],
    ['first 3', 3],
  ])
  expect(order.due).toBeUndefined()
  expect(order.arrive(one, 2_200)).toMatchObject([{ place: 'late', sequence: 1 }])
  expect(order.arrive(four, 2_300)).toMatchObject([{ place: 'inOrder', sequence: 4 }])
  expect(order.arrive(four, 2_400)).toMatchObject([{ place: 'late', sequence: 4 }])
})

test('without a birth a message waits once for it; a birth with the same time and number is the same one', () => {
  const [birth, one, two] = session('first', begin, 3)
  if (!birth || !one || !two) throw new Error('three messages')
  const order = new EdgeOrder<Message, never>(reorderMs)
  expect(order.arrive(one, 0)).toEqual([])
  expect(order.expire(2_000)).toMatchObject([{ place: 'unborn' }])
  expect(order.arrive(two, 2_001)).toMatchObject([{ place: 'unborn' }])
  expect(order.arrive(birth, 2_002)).toMatchObject([{ place: 'birth' }])
  expect(order.arrive(birth, 2_003)).toMatchObject([{ place: 'late', sequence: 0 }])
  expect(order.arrive({ ...birth, bdSeq: 1n }, 2_004)).toMatchObject([{ place: 'birth' }])
})

test('only so many messages wait: one more gives up what they wait for', () => {
  const sent = session('first', begin, heldMessages + 3)
  const { order, placed } = play(sent.filter((_, index) => index !== 1))
  expect(order.held).toBe(0)
  expect(placed).toHaveLength(sent.length - 1)
})
