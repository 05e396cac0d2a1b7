import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

function createSteps() {
  const turns = new Turns()
  const entered: string[] = []
  const step = (name: string, way: 'share' | 'alone') => {
    const end = Promise.withResolvers<void>()
    const done = turns[way](async () => {
      entered.push(name)
      await end.promise
    })
    return {
      async end() {
        end.resolve()
        await done
      },
    }
  }
  const seen = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    return entered.splice(0)
  }
  return { turns, step, seen }
}

test('readers are in together, a change waits for them, and who comes later waits for the change', async () => {
  const { step, seen } = createSteps()
  const [first, second] = [step('first', 'share'), step('second', 'share')]
  const change = step('change', 'alone')
  const later = step('later', 'share')
  expect(await seen()).toEqual(['first', 'second'])
  await first.end()
  expect(await seen()).toEqual([])
  await second.end()
  expect(await seen()).toEqual(['change'])
  await change.end()
  expect(await seen()).toEqual(['later'])
  await later.end()
})

test('changes follow one another, and one that fails lets the next in', async () => {
  const { turns, step, seen } = createSteps()
  const failing = turns.alone(() => Promise.reject(new Error('failed')))
  const next = step('next', 'alone')
  const last = step('last', 'alone')
  await expect(failing).rejects.toThrow('failed')
  expect(await seen()).toEqual(['next'])
  await next.end()
  expect(await seen()).toEqual(['last'])
  await last.end()
})
