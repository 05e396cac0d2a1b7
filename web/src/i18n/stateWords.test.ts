// @vitest-environment jsdom
import { languages, machineState, machineStates } from '@packboard/model'
import { afterEach, describe, expect, test } from 'vitest'
import { setLanguage } from './language.ts'
import { stateWord, stateWordOf, timeWord } from './stateWords.ts'

afterEach(() => setLanguage('en'))

test('in English a state has the name of the table, also one that is not in it', () => {
  for (const code of [...machineStates.map((state) => state.code), -1, 0, 77]) {
    expect(stateWord(code)).toBe(machineState(code).name)
  }
})

describe.each(Object.keys(languages) as (keyof typeof languages)[])('in %s', (language) => {
  test('no two states are called the same', async () => {
    await setLanguage(language)
    const words = machineStates.map(({ code }) => stateWord(code))
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  test('a state says the same by its code and by the name that an answer has', async () => {
    await setLanguage(language)
    for (const { code, name } of [...machineStates, machineState(-1), machineState(77)]) {
      expect(stateWordOf(name)).toBe(stateWord(code))
    }
  })
})

test('the state Idle and idle time are two things with two words', async () => {
  await setLanguage('de')
  expect([stateWordOf('Idle'), timeWord('Idle')]).toEqual(['Leerlauf (Idle)', 'Leerlauf'])
  expect(stateWordOf('Held (No Production)')).toBe('Angehalten (Held)')
})

test('what a machine calls its alarms is the same in every language', async () => {
  await setLanguage('fr')
  expect([stateWordOf('Film Feed'), timeWord('Film Feed')]).toEqual(['Film Feed', 'Film Feed'])
  expect(stateWordOf('Offline')).toBe('Hors ligne')
})
