import { codeOfState } from '@packboard/ingest/stateWords'
import { expect, test } from 'vitest'
import { knownState } from './knownStates.ts'

test.each([
  ['Läuft', 'Execute'],
  ['LÄUFT ', 'Execute'],
  ['Steht', 'Stopped'],
  ['Störung', 'Aborted'],
  ['STOERUNG', 'Aborted'],
  ['En marche', 'Execute'],
  ['À l’arrêt', 'Stopped'],
  ['In attesa', 'Idle'],
  ['Avería', 'Aborted'],
  ['en_espera', 'Idle'],
  ['Produktion (Execute)', 'Execute'],
])('%s means %s', (word, state) => {
  expect(knownState(word)).toBe(state)
  expect(codeOfState(state)).toBeDefined()
})

test.each(['Stau', 'Rüsten', 'on', '17', '', 'Kaffee (500 g)'])(
  '%j has no usual meaning',
  (word) => {
    expect(knownState(word)).toBeUndefined()
  },
)
