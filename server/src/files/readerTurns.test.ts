import { fileReaderLimits } from '@packboard/model'
import { expect, test } from 'vitest'
import { readerTurns } from './readerTurns.ts'

const { signal } = new AbortController()

/** Turns, and which clients have begun in which order. */
function watched(now = () => 0) {
  const turns = readerTurns(now)
  const begun: number[] = []
  async function take(client: number) {
    const turn = await turns.take(client, { signal })
    begun.push(client)
    return turn
  }
  return { turns, begun, take }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one file of a client and two in all; the calls of one client wait behind one call of each other', async () => {
  const { begun, take } = watched()
  const first = await take(1)
  const many = [take(1), take(1), take(1)]
  const second = await take(2)
  const [third, fourth] = [take(3), take(4)]
  await settled()
  expect(begun).toEqual([1, 2])
  second.leave()
  await settled()
  // Client 1 came earlier and has a file open.
  expect(begun).toEqual([1, 2, 3])
  first.leave()
  ;(await third).leave()
  await settled()
  expect(begun).toEqual([1, 2, 3, 1, 4])
  ;(await fourth).leave()
  for (const turn of many) (await turn).leave()
  expect(begun).toEqual([1, 2, 3, 1, 4, 1, 1])
})

test('a turn given back twice frees one place', async () => {
  const { begun, take } = watched()
  const first = await take(1)
  await take(2)
  void take(3)
  void take(4)
  first.leave()
  first.leave()
  await settled()
  expect(begun).toEqual([1, 2, 3])
})

test('a long turn is over when others wait, and not before', async () => {
  let at = 0
  const { take } = watched(() => at)
  const first = await take(1)
  await take(2)
  at = (fileReaderLimits.turnSeconds + 1) * 1_000
  expect(first.isOver()).toBe(false)
  void take(1)
  expect(first.isOver()).toBe(false)
  void take(3)
  expect(first.isOver()).toBe(true)
})

test('a client has a bound of calls that wait; who gives up leaves the queue', async () => {
  const { turns, begun, take } = watched()
  const first = await take(1)
  await take(2)
  const leaving = new AbortController()
  const given = turns.take(1, { signal: leaving.signal })
  for (let index = 1; index < fileReaderLimits.waitingPerClient; index++) void take(1)
  await expect(turns.take(1, { signal })).rejects.toMatchObject({ code: 'store.busy' })
  const late = turns.take(3, { signal, waitMs: 1 })
  await expect(late).rejects.toMatchObject({ code: 'store.busy', retryAfter: 5 })
  leaving.abort()
  await expect(given).rejects.toThrow()
  first.leave()
  await settled()
  expect(begun).toEqual([1, 2, 1])
})
