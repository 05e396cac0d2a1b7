import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReadTurns } from './readTurns.ts'

/** A queue, and connections that each bring so many records when they are read. */
function queueOf(recordsEach: number) {
  const read: string[] = []
  let queued = 0
  const turns = createReadTurns(() => queued)
  const bring = (name: string) => {
    read.push(name)
    queued += recordsEach
    turns.added(recordsEach)
  }
  return {
    read,
    request(name: string) {
      if (turns.mayRead(() => bring(name))) bring(name)
    },
    store(records: number) {
      queued -= records
      turns.room()
    },
  }
}

const names = ['a', 'b', 'c', 'd', 'e', 'neighbour']

test('after some records others are served, and then the next connections are read in their order', async () => {
  const queue = queueOf(1_000)
  for (const name of names) queue.request(name)
  expect(queue.read).toEqual(['a', 'b'])
  await setImmediate()
  expect(queue.read).toEqual(['a', 'b', 'c', 'd'])
  // One that comes later does not pass those that wait.
  queue.request('late')
  await setImmediate()
  await setImmediate()
  expect(queue.read).toEqual([...names, 'late'])
})

test('what two commits hold is read and no more, until some of it is stored', async () => {
  const queue = queueOf(10_000)
  for (const name of names) queue.request(name)
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  expect(queue.read).toEqual(['a', 'b'])
  queue.store(10_000)
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  expect(queue.read).toEqual(['a', 'b', 'c'])
  queue.store(20_000)
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  expect(queue.read).toEqual(['a', 'b', 'c', 'd', 'e'])
})
