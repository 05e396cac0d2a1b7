import { expect, test } from 'vitest'
import { sayIn } from './mailTexts.ts'
import { bandWord, stateWord, stateWordOf, timeWord } from './stateWords.ts'

test('a state has its word in each language; a code that is not in the list keeps its number', () => {
  expect(stateWord(10, sayIn('en', 'states'))).toBe('Execute')
  expect(stateWord(777, sayIn('en', 'states'))).toBe('State 777')
  expect(stateWordOf('Execute', sayIn('de', 'states'))).toBe(sayIn('de', 'states')('state10'))
  expect(stateWordOf('Film snapped', sayIn('de', 'states'))).toBe('Film snapped')
  expect(timeWord('Run', sayIn('en', 'states'))).toBe('Run')
  expect(bandWord('stop', sayIn('en', 'states'))).toBe('stopped')
})
