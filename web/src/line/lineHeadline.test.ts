// @vitest-environment jsdom
import { lineNow } from '@packboard/contract'
import { beforeAll, expect, test } from 'vitest'
import { wireLineNow } from '../../testing/lineAnswers.ts'
import { needTexts } from '../i18n/language.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { headlineWords, lineHeadline } from './lineHeadline.ts'

beforeAll(() => needTexts('line'))

type Change = Record<string, unknown>

/** The line of the answers; `first` and `second` change its two stations, of which the first one is the key station. */
function lineOf(first: Change, second: Change, over: Change = {}) {
  const wire = wireLineNow()
  const stations = wire.stations.map((station, index) => {
    const { machine, ...more } = { machine: {}, ...(index === 0 ? first : second) } as Change
    const machines = station.machines.map((each) => ({ ...each, ...(machine as Change) }))
    return { ...station, machines, ...more }
  })
  return lineNow.answer.parse({ ...wire, stations, ...over })
}
const runs = { running: 1, machine: { state: 10, since: null, attribution: null } }
const own = { running: 0, machine: { attribution: { kind: 'own', namedBy: null } } }
const undecided = {
  running: 0,
  machine: { attribution: { kind: 'withheld', why: 'skew', neighbour: 'CP-105' } },
}

test('a machine that others wait for holds the line', () => {
  expect(lineHeadline(lineOf({}, {}))).toMatchObject({
    kind: 'held',
    root: { machineId: 'CP-105' },
  })
})

test.each([
  ['a stop without a waiting machine', runs, own, 'runs'],
  ['a root that is not decided', undecided, runs, 'undecided'],
  [
    'a machine that sends nothing',
    { running: 0, machine: { state: null, attribution: null } },
    runs,
    'unknown',
  ],
  ['planned time', { running: 0, machine: { attribution: null } }, runs, 'planned'],
] as const)('of %s', (_, first, second, kind) => {
  const root = kind === 'runs' ? { ...wireLineNow().root, waiting: [] } : null
  expect(lineHeadline(lineOf(first, second, { root })).kind).toBe(kind)
})

test('at the key station a stop holds the line also where nobody waits for it', () => {
  const root = { ...wireLineNow().root, machineId: 'FW-101', waiting: [] }
  expect(lineHeadline(lineOf(own, runs, { root })).kind).toBe('held')
  // Another station than the key one stops nothing by itself; without a key station each one is counted.
  const other = { ...wireLineNow().root, waiting: [] }
  expect(lineHeadline(lineOf(runs, own, { root: other })).kind).toBe('runs')
  expect(lineHeadline(lineOf({ ...runs, key: false }, own, { root: other })).kind).toBe('held')
})

test('the words say what runs, and which machine stands for itself', () => {
  const now = lineOf(runs, own, { root: { ...wireLineNow().root, waiting: [] }, speedPpm: 158 })
  const headline = lineHeadline(now)
  if (headline.kind === 'held') throw new Error('nobody waits')
  expect(headlineWords(headline, now, 'Line 1', textsOf('line'))).toEqual({
    title: 'Line 1 runs',
    detail: '158 of 160 ppm, CP-105 has a stop of its own',
  })
})
