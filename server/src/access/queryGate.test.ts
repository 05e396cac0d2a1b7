import { type ClientScope, grantClientScope } from '@packboard/model'
import { expect, test } from 'vitest'
import type { Actor } from './actor.ts'
import { createQueryGate, questionSize } from './queryGate.ts'

const person = (userId: number): Actor => ({
  userId,
  username: `u${userId}`,
  role: 'user',
  clientId: 1,
  distributorId: null,
})
const scopeOf = grantClientScope
const dayMs = 86_400_000
const window = (days: number) => ({
  from: new Date(0),
  to: new Date(days * dayMs),
})
const year = { period: window(364), machines: [1] }
const day = { period: window(1), machines: [1] }

/** Work that stands still until it is finished by hand, and the order in which it was started. */
function floor(cores = 8) {
  const gate = createQueryGate(cores)
  const started: string[] = []
  const running = new Map<string, () => void>()
  const refused: [string, unknown][] = []
  const ask = (name: string, who: Actor, scope: ClientScope, size?: typeof year) => {
    gate
      .ask(
        who,
        scope,
        () =>
          new Promise<void>((resolve) => {
            started.push(name)
            running.set(name, resolve)
          }),
        size,
      )
      .catch((error: unknown) => refused.push([name, error]))
  }
  const finish = async (name: string) => {
    running.get(name)?.()
    running.delete(name)
    await settled()
  }
  return { gate, started, running, refused, ask, finish }
}

/** Everything that promises alone can bring about has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('long questions leave half of the turns to short ones, whoever asks them', async () => {
  const { started, ask } = floor()
  for (let client = 1; client <= 9; client++) {
    for (let one = 0; one < 4; one++) ask('long', person(10 * client + one), scopeOf(client), year)
  }
  await settled()
  // Two turns each: six of them are half of the 24 turns.
  expect(started).toEqual(Array(6).fill('long'))
  for (let client = 11; client <= 22; client++) ask('short', person(client), scopeOf(client), day)
  await settled()
  expect(started.filter((name) => name === 'short')).toHaveLength(12)
})

test('a machine of two cores works at two long questions at one time', async () => {
  const { started, ask, finish } = floor(2)
  for (let client = 1; client <= 4; client++) {
    ask(`long ${client}`, person(client), scopeOf(client), year)
  }
  await settled()
  expect(started).toEqual(['long 1', 'long 2'])
  await finish('long 1')
  expect(started).toEqual(['long 1', 'long 2', 'long 3'])
})

test('of long questions a person has two and a client four at one time', async () => {
  const { started, ask, finish } = floor()
  for (let one = 1; one <= 3; one++) ask(`a${one}`, person(1), scopeOf(1), year)
  for (let one = 1; one <= 3; one++) ask(`b${one}`, person(2), scopeOf(1), year)
  ask('c1', person(3), scopeOf(1), year)
  ask('short', person(1), scopeOf(1), day)
  ask('d1', person(4), scopeOf(2), year)
  await settled()
  expect(started.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2', 'd1', 'short'])
  await finish('d1')
  expect(started).toHaveLength(6)
  await finish('a1')
  expect(started.at(-1)).toBe('a3')
})

test('clients are served in turn, not by arrival', async () => {
  const { started, ask, finish } = floor()
  // Two other clients hold all turns of short questions.
  for (let one = 0; one < 10; one++) ask(`x${one}`, person(100 + one), scopeOf(8), day)
  for (let one = 0; one < 10; one++) ask(`y${one}`, person(200 + one), scopeOf(9), day)
  for (let one = 1; one <= 8; one++) ask(`a${one}`, person(1), scopeOf(1), day)
  ask('b1', person(2), scopeOf(2), day)
  ask('b2', person(2), scopeOf(2), day)
  ask('c1', person(3), scopeOf(3), day)
  await settled()
  const before = started.length
  for (const name of started.slice(0, 6)) await finish(name)
  expect(started.slice(before)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('short questions never hold all turns, and a long one that waits is not overtaken for ever by others', async () => {
  const { started, ask, finish } = floor()
  for (let one = 0; one < 24; one++) ask(`s${one}`, person(one), scopeOf(one), day)
  const wide = { period: window(364), machines: Array.from({ length: 50 }, (_, id) => id) }
  ask('wide', person(50), scopeOf(50), wide)
  await settled()
  expect(started).toHaveLength(21)
  expect(started.at(-1)).toBe('wide')
  // 12 turns of long ones are taken; the next wide one needs four, and narrow ones do not slip past it.
  ask('wide2', person(51), scopeOf(51), wide)
  for (let one = 0; one < 20; one++) await finish(`s${one}`)
  ask('wide3', person(52), scopeOf(52), wide)
  ask('wide4', person(53), scopeOf(53), wide)
  ask('narrow', person(54), scopeOf(54), year)
  await finish('s20')
  expect(started).not.toContain('narrow')
  await finish('wide')
  expect(started.filter((name) => /^wide/.test(name))).toEqual(['wide', 'wide2', 'wide3', 'wide4'])
  expect(started).not.toContain('narrow')
  await finish('wide2')
  expect(started).toContain('narrow')
})

test('live views have turns of their own', async () => {
  const { gate, ask } = floor()
  for (let one = 0; one < 40; one++) ask('short', person(one), scopeOf(1 + (one % 3)), day)
  for (let one = 0; one < 40; one++) ask('long', person(one), scopeOf(1 + (one % 3)), year)
  await expect(gate.askLive(person(99), scopeOf(4), async () => 'now')).resolves.toBe('now')
  await expect(gate.askLive(person(99), scopeOf(1), async () => 'now')).resolves.toBe('now')
})

test('the queue is bounded for a person, for a client and in all', async () => {
  const { refused, ask } = floor()
  for (let one = 0; one < 8 + 33; one++) ask('mine', person(1), scopeOf(1), day)
  await settled()
  expect(refused).toEqual([['mine', expect.objectContaining({ status: 429, retryAfter: 2 })]])
  for (let one = 0; one < 33 + 16; one++) ask('ours', person(2 + (one % 12)), scopeOf(1), day)
  await settled()
  expect(refused.filter(([name]) => name === 'ours').length).toBeGreaterThan(0)
  for (let one = 0; one < 260; one++) ask('theirs', person(100 + one), scopeOf(2 + one), day)
  await settled()
  expect(refused.at(-1)).toEqual([
    'theirs',
    expect.objectContaining({ code: 'store.busy', status: 503, retryAfter: 2 }),
  ])
})

test.each([
  [1, 1, { long: false, turns: 1 }],
  [31, 1, { long: false, turns: 1 }],
  [31, 50, { long: false, turns: 1 }],
  [31, 51, { long: true, turns: 2 }],
  [1, 500, { long: false, turns: 1 }],
  [31.01, 1, { long: true, turns: 2 }],
  [366, 10, { long: true, turns: 3 }],
  [1_098, 500, { long: true, turns: 4 }],
])('%d days of %d machines: %o', (days, machines, size) => {
  expect(questionSize({ period: window(days), machines: Array(machines).fill(1) })).toEqual(size)
})

test('work that fails gives its turns back', async () => {
  const { gate } = floor()
  const fails = () => Promise.reject(new Error('broken'))
  for (let one = 0; one < 10; one++) {
    await expect(gate.ask(person(1), scopeOf(1), fails, year)).rejects.toThrow('broken')
  }
  expect(gate.running).toBe(0)
})
