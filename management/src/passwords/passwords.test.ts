import { expect, test } from 'vitest'
import { bounded, hashPassword, passwordFits } from './passwords.ts'

test('a password fits its own hash, in every spelling of its letters, and no other fits', async () => {
  const hash = await hashPassword('Käse 12')
  expect(await passwordFits(hash, 'Käse 12')).toBe(true)
  expect(await passwordFits(hash, 'Käse 12')).toBe(true)
  expect(await passwordFits(hash, 'käse 12')).toBe(false)
  expect(await passwordFits(hash, '')).toBe(false)
})

test('the hash is Argon2id with 19 MiB and two passes, salted', async () => {
  const [one, two] = await Promise.all([hashPassword('packboard'), hashPassword('packboard')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('an account without a password, or no account at all, fits nothing', async () => {
  expect(await passwordFits(null, 'packboard')).toBe(false)
  expect(await passwordFits(undefined, '')).toBe(false)
})

test('so much runs at once, so much waits, and what comes on top is told to wait', async () => {
  const through = bounded({ atOnce: 2, waiting: 3 })
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const work = () =>
    through(async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((resolve) => ends.push(resolve))
      running -= 1
    })
  const admitted = [work(), work(), work(), work(), work()]
  await expect(work()).rejects.toMatchObject({ code: 'signin.throttled', status: 429 })
  for (let ended = 0; ended < 5; ended += 1) {
    while (ends.length === 0) await Promise.resolve()
    ends.shift()?.()
    await Promise.resolve()
  }
  await Promise.all(admitted)
  expect(most).toBe(2)
  const after = work()
  while (ends.length === 0) await Promise.resolve()
  ends.shift()?.()
  await after
})

test('work that fails gives its place back', async () => {
  const through = bounded({ atOnce: 1, waiting: 1 })
  for (let round = 0; round < 5; round += 1) {
    await expect(through(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  }
  expect(await through(() => Promise.resolve('yes'))).toBe('yes')
})
