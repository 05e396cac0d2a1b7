import { expect, test } from 'vitest'
import { wrapWords } from './wrapWords.ts'

const letters = (words: string) => words.length

test('a line is broken between words, and no word is lost', () => {
  const text = 'FW-102, 20-11-2026 06:00 – 20-11-2026 14:30, Europe/London'
  const lines = wrapWords(text, 24, letters)
  expect(lines).toEqual(['FW-102, 20-11-2026 06:00', '– 20-11-2026 14:30,', 'Europe/London'])
  expect(lines.join(' ')).toBe(text)
})

test('what fits is one line, and a word that fits nowhere stands alone', () => {
  expect(wrapWords('Packs per minute', 16, letters)).toEqual(['Packs per minute'])
  expect(wrapWords('in America/Argentina/ComodRivadavia', 10, letters)).toEqual([
    'in',
    'America/Argentina/ComodRivadavia',
  ])
})
