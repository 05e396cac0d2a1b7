import { expect, test } from 'vitest'
import { sayIn } from '../texts/mailTexts.ts'
import { chosenSentence, cutText } from './sentenceText.ts'

const say = sayIn('en', 'shift')
const words = {
  language: 'en' as const,
  lineless: say('lineless'),
  stateWord: (name: string) => name,
  words: (key: string, values: object) =>
    (say as (key: string, values: object) => string)(key, values),
}
const terms = { packs: 8_498, machineId: 'FW-102', group: 'Jaws', seconds: 3_660 }

test('of the texts of a rule the first one that fits is taken', () => {
  const short = { rule: 'behindByStop' as const, terms: { ...terms, cause: 'front jaw' } }
  expect(chosenSentence(short, words).key).toBe('behindByStop')
  const long = { ...short, terms: { ...terms, cause: 'x'.repeat(40) } }
  expect(chosenSentence(long, words).key).toBe('behindByStop.shorter')
})

test('a text of a machine is cut at 32 characters, never within one', () => {
  expect(cutText('Heater\n  of the jaw ')).toBe('Heater of the jaw')
  expect(cutText('a'.repeat(32))).toBe('a'.repeat(32))
  expect([...cutText('😀'.repeat(40))]).toHaveLength(32)
  expect(cutText(`${'a'.repeat(30)} bcdef`)).toBe(`${'a'.repeat(30)}…`)
})
