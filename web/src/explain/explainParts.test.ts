import { expect, test } from 'vitest'
import { speak } from '../language/language.ts'
import { addAmounts } from './addAmounts.ts'
import { formatExactly, formatShort } from './formatTerm.ts'
import { formulaWithNumbers } from './formulaWithNumbers.ts'
import { restatementSentence } from './restatementSentence.ts'

test('a thousand tenths of a second are a hundred seconds and not nearly so', () => {
  expect(addAmounts(Array.from({ length: 1_000 }, () => 0.1))).toBe(100)
  expect(addAmounts([0.001, 0.002, 25_200.337])).toBe(25_200.34)
  expect(addAmounts([1_234_567.000000001, 0.000000001])).toBe(1_234_567.000000002)
  expect(addAmounts([])).toBe(0)
  expect(addAmounts([-0.5, 0.25])).toBe(-0.25)
})

test('numbers are told with every digit that they have; what is not known is a dash', () => {
  expect(formatExactly(25_200.3, 's')).toBe('25,200.300 s')
  expect(formatExactly(63_498.5, 'packs')).toBe('63,498.5 packs')
  expect(formatExactly(64.5412345, '%')).toBe('64.5412 %')
  expect(formatExactly(1, 'alarms')).toBe('1 alarm')
  expect(formatExactly(null, 'ppm')).toBe('–')
  expect(formatShort(64.54, '%')).toBe('64.5 %')
})

test('the formula is told once more with the numbers, and the figure keeps its name', () => {
  const terms = [
    { name: 'good', value: 26_719.4, unit: 's' },
    { name: 'good packs', value: 27_720, unit: 'packs' },
    { name: 'planned', value: 41_400, unit: 's' },
  ] as const
  expect(formulaWithNumbers('OEEE = 100 × good / planned', terms)).toBe(
    'OEEE = 100 × 26,719.400 s / 41,400.000 s',
  )
  expect(formulaWithNumbers('good packs of goods', terms)).toBe('27,720 packs of goods')
  expect(formulaWithNumbers('nothing of it', terms)).toBeNull()
  expect(formulaWithNumbers('a (b) + c', [{ name: 'a (b)', value: 1, unit: 's' }])).toBe(
    '1.000 s + c',
  )
})

test('late records are told as before, until when and after how many', () => {
  const until = new Date('2026-11-21T07:12:40Z')
  const restated = { before: 64.54, until, after: 64.91, records: 212 }
  const sameDay = new Date('2026-11-21T14:00:00Z')
  expect(restatementSentence(restated, '%', sameDay, 'UTC')).toBe(
    '64.5 % until 07:12, 64.9 % after 212 late records',
  )
  const laterDay = new Date('2026-11-23T14:00:00Z')
  expect(restatementSentence({ ...restated, records: 1 }, '%', laterDay, 'UTC')).toBe(
    '64.5 % until 21-11-2026 07:12, 64.9 % after 1 late record',
  )
})

test('a change below the digits of the card is told with all digits', () => {
  const until = new Date('2026-11-21T07:12:40Z')
  expect(
    restatementSentence({ before: 100.2, until, after: 100.4, records: 3 }, 's', until, 'UTC'),
  ).toBe('100.200 s until 07:12, 100.400 s after 3 late records')
})

test('in another language the words change and the figures do not', async () => {
  await speak('fr')
  try {
    expect(formatExactly(63_498.5, 'packs')).toBe('63,498.5 paquets')
    expect(formatExactly(1, 'alarms')).toBe('1 alarme')
    const until = new Date('2026-11-21T07:12:40Z')
    expect(
      restatementSentence({ before: 64.5, until, after: 64.9, records: 212 }, '%', until, 'UTC'),
    ).toBe('64.5 % jusqu’à 07:12, 64.9 % après 212 enregistrements tardifs')
  } finally {
    await speak('en')
  }
})
