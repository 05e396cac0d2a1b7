import { readFileSync } from 'node:fs'
import { nodesets } from 'node-opcua-nodesets'
import { expect, test } from 'vitest'
import { codeOfState } from '../stateWords.ts'
import { packmlTransitions, stepOf } from './diagnose.ts'

const code = (name: string) => codeOfState(name)

test('the transitions are those of the model of the OPC Foundation', () => {
  const model = readFileSync(nodesets.packML, 'utf8')
  const named = [...model.matchAll(/BrowseName="1:([A-Z][a-z]+)To([A-Z][a-z]+)"/g)].map(
    ([, from = '', to = '']) => [from, to] as const,
  )
  expect(named.length).toBeGreaterThan(20)
  // Cleared and Running hold other states: they are entered by the first of these, and left from any of them.
  const running = [
    ...['Resetting', 'Idle', 'Starting', 'Execute', 'Completing', 'Complete', 'Holding', 'Held'],
    ...['Unholding', 'Suspending', 'Suspended', 'Unsuspending'],
  ]
  const within: Record<string, string[]> = {
    Running: running,
    Cleared: ['Clearing', 'Stopped', 'Stopping', ...running],
  }
  const expected = named.flatMap(([from, to]) =>
    (within[from] ?? [from]).map((one) => `${one} ${within[to]?.[0] ?? to}`),
  )
  const own = packmlTransitions.map(([from, to]) => `${from} ${to}`)
  expect([...own].sort()).toEqual([...new Set(expected)].sort())
})

test.each([
  ['Stopped', 'Resetting', 'direct'],
  ['Idle', 'Starting', 'direct'],
  ['Held', 'Aborting', 'direct'],
  ['Suspended', 'Holding', 'direct'],
  // The smallest machine that TR88-2022 allows: Stopped, Idle, Execute, Aborted.
  ['Stopped', 'Idle', 'shortened'],
  ['Idle', 'Execute', 'shortened'],
  ['Execute', 'Stopped', 'shortened'],
  ['Execute', 'Aborted', 'shortened'],
  ['Aborted', 'Stopped', 'shortened'],
  ['Execute', 'Held', 'shortened'],
  ['Held', 'Execute', 'shortened'],
  ['Stopped', 'Execute', 'illegal'],
  ['Aborted', 'Idle', 'illegal'],
  ['Resetting', 'Clearing', 'illegal'],
  ['Clearing', 'Starting', 'illegal'],
  ['Complete', 'Execute', 'illegal'],
  ['Execute', 'Idle', 'illegal'],
] as const)('%s to %s is %s', (from, to, step) => {
  expect(stepOf(code(from), code(to))).toBe(step)
})

test('a state that the machine does not know says nothing, a number without a state is illegal', () => {
  expect(stepOf(code('Undefined'), code('Stopped'))).toBe('silent')
  expect(stepOf(code('Execute'), undefined)).toBe('illegal')
  expect(stepOf(undefined, code('Undefined'))).toBe('illegal')
})
