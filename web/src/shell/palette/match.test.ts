import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fold, match, wordsOfQuery } from './match.ts'

const score = (query: string, title: string, more = '') =>
  match(wordsOfQuery(query), title, more)?.score ?? null

test('a title that begins so comes before one of which a word does, before one that holds it, before its letters', () => {
  const order = ['Timeline', 'Line timeline', 'Outtime', 'Today in my ears']
  const scores = order.map((title) => score('time', title) ?? -1)
  expect(scores).toEqual([...scores].sort((a, b) => b - a))
  expect(new Set(scores).size).toBe(4)
  expect(score('timeline', 'Timeline')).toBeGreaterThan(score('timeline', 'Timelines') ?? 0)
})

test('what stands beside the title finds it too, and counts for less', () => {
  expect(score('line', 'FW-101', 'Line 1')).not.toBeNull()
  expect(score('line', 'FW-101', 'Line 1')).toBeLessThan(score('line', 'Pipeline') ?? 0)
})

test.each([
  ['fw-101 last 24 h', 'FW-101 · Last 24 hours'],
  ['101 24h', 'FW-101 · Last 24 hours'],
  ['fw 7d', 'FW-101 · Last 7 Days'],
  ['mp', 'Management Panel'],
  ['fw102', 'FW-102'],
  ['ubersicht', 'Übersicht'],
  ['ÜBERSICHT', 'Übersicht'],
  ['annee', 'Année dernière'],
])('%s finds %s', (query, title) => {
  expect(score(query, title)).not.toBeNull()
})

test.each([
  ['fw-101 yesterday', 'FW-101 · Last 24 hours'],
  ['nl', 'Management Panel'],
  ['xyz', 'Timeline'],
  ['fw-102 last', 'FW-101 · Last 24 hours'],
  ['fw102 last', 'FW-101 · Last 24 hours'],
])('%s does not find %s', (query, title) => {
  expect(score(query, title)).toBeNull()
})

test('what was typed is marked where it was found', () => {
  expect(match(wordsOfQuery('fw last'), 'FW-101 · Last 24 hours')?.stretches).toEqual([
    [0, 2],
    [9, 13],
  ])
  expect(match(wordsOfQuery('mp'), 'Management Panel')?.stretches).toEqual([
    [0, 1],
    [11, 12],
  ])
})

test('folding keeps every place, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(text)).toHaveLength(text.length)
    }),
    runsOfProperty({ deep: 2_000, daily: 200 }),
  )
})

test('every word of a title, and its beginning, finds the title; the marks are in order and inside of it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.nat(),
      (words, which, length) => {
        const word = words[which % words.length] ?? ''
        const typed = word.slice(0, 1 + (length % word.length))
        const title = words.join(' ')
        const found = match([typed], title)
        expect(found).not.toBeNull()
        let end = 0
        for (const [from, to] of found?.stretches ?? []) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(title.length)
      },
    ),
    runsOfProperty({ deep: 2_000, daily: 200 }),
  )
})
