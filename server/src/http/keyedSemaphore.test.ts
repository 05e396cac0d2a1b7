import { expect, test } from 'vitest'
import { keyedSemaphore } from './keyedSemaphore.ts'

function work() {
  let finish: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  return { run: () => done, finish }
}

const full = () => new Error('full')

test('who finds no room waits, and goes in when somebody leaves', async () => {
  const gate = keyedSemaphore({ waitMs: 10_000, full })
  const first = work()
  const inside: string[] = []
  const turns = [{ key: 'a', atOnce: 1 }]
  const one = gate.pass(turns, first.run)
  const two = gate.pass(turns, async () => void inside.push('two'))
  expect(gate.inside('a')).toBe(1)
  expect(inside).toEqual([])
  first.finish()
  await Promise.all([one, two])
  expect(inside).toEqual(['two'])
  expect(gate.inside('a')).toBe(0)
})

test('one tenant that fills its own room holds up nobody else', async () => {
  const gate = keyedSemaphore({ waitMs: 10_000, full })
  const greedy = work()
  const turns = (tenant: string) => [
    { key: tenant, atOnce: 1 },
    { key: 'all', atOnce: 10 },
  ]
  const held = [gate.pass(turns('a'), greedy.run), gate.pass(turns('a'), greedy.run)]
  await expect(gate.pass(turns('b'), async () => 'in')).resolves.toBe('in')
  greedy.finish()
  await Promise.all(held)
})

test('who waited too long, or finds too many waiting, is sent away', async () => {
  const gate = keyedSemaphore({ waitMs: 5, waiting: 1, full })
  const first = work()
  const turns = [{ key: 'a', atOnce: 1 }]
  const held = gate.pass(turns, first.run)
  const late = gate.pass(turns, async () => 'never')
  await expect(gate.pass(turns, async () => 'never')).rejects.toThrow('full')
  await expect(late).rejects.toThrow('full')
  first.finish()
  await held
  await expect(gate.pass(turns, async () => 'again')).resolves.toBe('again')
})

test('work that fails leaves its room', async () => {
  const gate = keyedSemaphore({ waitMs: 0, full })
  const turns = [{ key: 'a', atOnce: 1 }]
  const fails = gate.pass(turns, () => Promise.reject(new Error('broken')))
  await expect(fails).rejects.toThrow('broken')
  await expect(gate.pass(turns, async () => 'in')).resolves.toBe('in')
})
