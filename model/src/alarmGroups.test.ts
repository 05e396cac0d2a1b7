import { expect, test } from 'vitest'
import { alarmGroupCode, alarmGroupKey, alarmGroupKeys } from './alarmGroups.ts'

test('each keyword has its own two letters', () => {
  expect(alarmGroupKeys.map(alarmGroupCode)).toEqual([
    'SA',
    'IN',
    'TR',
    'FI',
    'JA',
    'SE',
    'OU',
    'TE',
    'EX',
  ])
})

test.each([
  ['SAFETY CIRCUIT', 'Safety'],
  ['Guard / safety', 'Safety'],
  ['Film unwind', 'Film'],
  ['End-jaws drive', 'Jaws'],
  ['Temperature zone 2', 'Temp'],
  ['OverTemp', 'Temp'],
  ['External stop', 'External'],
  ['Seal and film', 'Film'],
  ['Login attempt', 'Other'],
  ['Drive', 'Other'],
  ['', 'Other'],
])('the group %j is coloured as %s', (group, key) => {
  expect(alarmGroupKey(group)).toBe(key)
})

test('a group without a keyword shows its own first letters', () => {
  expect(['Drive', '24 V supply', 'Överlast', '--'].map(alarmGroupCode)).toEqual([
    'DR',
    '24',
    'ÖV',
    '??',
  ])
})
