import { expect, test } from 'vitest'
import { dictionaryFinding } from './diagnose.ts'

const stored = {
  connector: 'packmlTags',
  dictionary: 'iso-tr88',
  confirmedAt: null,
  confirmedBy: null,
} as const
/** One start of a machine with the numbers of libremfg. */
const pairs = [
  { from: 2, to: 15, count: 1 },
  { from: 15, to: 1, count: 1 },
  { from: 1, to: 3, count: 1 },
  { from: 3, to: 6, count: 1 },
]
const numbers = { pairs, by: 'numbers' } as const
const nothing = { pairs: [], by: null } as const

test('what is proposed differs from what is in use, with what speaks for each', () => {
  expect(dictionaryFinding(stored, numbers)).toEqual({
    inUse: 'iso-tr88',
    verdict: 'found',
    proposal: 'libremfg',
    pairs: 4,
    scores: [
      { dictionary: 'libremfg', legal: 4, of: 4 },
      { dictionary: 'iso-tr88', legal: 2, of: 4 },
      { dictionary: 'tmc', legal: 0, of: 4 },
    ],
    isProvisional: true,
    confirmedAt: null,
    confirmedBy: null,
  })
})

test('a machine that is read without a dictionary has none', () => {
  for (const connector of ['http', 'mqttJson'] as const) {
    expect(dictionaryFinding({ ...stored, connector, dictionary: null }, nothing)).toBeNull()
  }
})

test.each([
  ['nothing seen yet', stored, nothing, true],
  ['numbers', stored, numbers, true],
  ['words', stored, { pairs, by: 'words' }, false],
  ['confirmed', { ...stored, confirmedAt: new Date(), confirmedBy: 'admin' }, numbers, false],
  ['a table of its own', { ...stored, dictionary: { '6': 10 } }, numbers, false],
  ['Sparkplug B', { ...stored, connector: 'sparkplug' }, nothing, true],
  ['OPC UA, nothing seen', { ...stored, connector: 'opcua', dictionary: null }, nothing, false],
  ['OPC UA with numbers', { ...stored, connector: 'opcua', dictionary: null }, numbers, true],
] as const)('%s: provisional %j', (_, setting, reported, isProvisional) => {
  expect(dictionaryFinding(setting, reported)?.isProvisional).toBe(isProvisional)
})

test('where a machine names its states nothing is proposed', () => {
  expect(dictionaryFinding(stored, { pairs, by: 'words' })).toMatchObject({
    verdict: 'words',
    proposal: null,
  })
})
