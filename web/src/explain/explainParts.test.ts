// @vitest-environment jsdom
import { explainedTerms, termBases } from '@packboard/contract'
import { expect, test } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { addAmounts } from './ExplainedIntervals.tsx'
import { restatementSentence } from './ExplainPanel.tsx'
import {
  appliedWords,
  formatExactly,
  formatShort,
  formulaOf,
  formulaWithNumbers,
  nameOf,
  noteOf,
  titleOf,
} from './explainWords.ts'

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

const term = (
  kind: (typeof explainedTerms)[number],
  value: number | null,
  more: { of?: string; machine?: string; basis?: (typeof termBases)[number] } = {},
) => ({ term: kind, of: '', machine: '', value, unit: 's' as const, basis: null, ...more })

const oeee = { figure: 'oeee', part: '' } as const

test('the formula is told once more with the numbers, and the figure keeps its name', () => {
  const offline = { figure: 'offline', part: '' } as const
  expect(formulaOf(offline)).toBe('Offline = Window − Observed time')
  const terms = [term('window', 3_600), term('observedTime', 3_000.5)]
  expect(formulaWithNumbers(offline, terms)).toBe('Offline = 3,600.000 s − 3,000.500 s')
  expect(formulaWithNumbers(oeee, [term('goodTime', 26_719.4)])).toMatch(
    /^OEEE = 100 × 26,719.400 s \/ Planned time, where 26,719.400 s = sum over products/,
  )
  expect(formulaWithNumbers({ figure: 'packs', part: '' }, [])).toBeNull()
})

test('a plan’s terms are in the formula, and only where there are any', () => {
  const times = [
    ...[term('goodTime', 26_720), term('plannedTime', 32_400), term('run', 30_000)],
    ...[term('idle', 6_000), term('alarm', 3_600), term('ancillary', 1_800)],
  ]
  const terms = [...times, term('breakTime', 1_200), term('closedTime', 7_800)]
  expect(formulaOf(oeee, terms)).toMatch(
    /Planned time = Run \+ Idle \+ Alarm \+ Ancillary − Not run in breaks − Not run in closed time$/,
  )
  expect(formulaWithNumbers(oeee, terms)).toMatch(
    /32,400\.000 s = 30,000\.000 s \+ .* \+ 1,800\.000 s − 1,200\.000 s − 7,800\.000 s$/,
  )
  expect(formulaOf(oeee, times)).toBe(formulaOf(oeee))
  expect(formulaOf({ figure: 'offline', part: '' }, [term('notScheduled', 60)])).toBe(
    'Offline = Window − Observed time − Closed',
  )
})

test('a term says its name, of what it is and on what it rests', () => {
  const target = term('target', 80, { of: 'Mint', machine: 'FW-101', basis: 'recipe' })
  expect(nameOf(target)).toBe('Target: Mint, FW-101')
  expect(noteOf(target)).toBe('Target speed of the recipe')
  expect(nameOf(term('packs', 1))).toBe('Packs: No product')
  expect(noteOf(term('quality', 99, { basis: 'partly measured' }))).toBe(
    'Good time / Ideal time; partly measured',
  )
  expect(noteOf(term('external', 1))).toBe(
    'Planned time in Suspending, Suspended, Unsuspending, Downstream',
  )
  expect(titleOf({ figure: 'state', part: 'Execute' })).toBe('State: Execute')
})

test.each(['de', 'es', 'fr', 'it'] as const)(
  'in %s every term and formula has words',
  async (language) => {
    const english = formulaOf(oeee)
    await setLanguage(language)
    try {
      for (const kind of explainedTerms) expect(nameOf(term(kind, 1, { of: 'Mint' }))).not.toBe('')
      for (const basis of termBases) expect(noteOf(term('target', 1, { basis }))).not.toBe('')
      const reported = formulaOf(oeee)
      expect(reported).not.toBe(english)
      for (const kind of [
        'goodTime',
        'plannedTime',
        'run',
        'idle',
        'alarm',
        'ancillary',
      ] as const) {
        expect(reported).toContain(nameOf(term(kind, 1)))
      }
    } finally {
      await setLanguage('en')
    }
  },
)

test('products and tools beyond the limit of a day have a word in the language', async () => {
  await setLanguage('fr')
  try {
    expect(nameOf(term('packs', 1, { of: '(other)', machine: 'FW-101' }))).toContain('(autres), ')
    expect(nameOf(term('tool', 1, { of: '(other)' }))).toBe('(autres)')
    expect(titleOf({ figure: 'product', part: '(other)' })).toContain('(autres)')
  } finally {
    await setLanguage('en')
  }
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

test('a setting that was applied to the past is named with its value, since when and why', () => {
  const change = {
    ...{ kind: 'targetSpeed' as const, product: 'Choc Bar 45 g', code: null, value: 194 },
    ...{ by: 'engineer', reason: 'Acceptance run' },
    ...{ from: new Date('2026-04-21T00:00:00Z'), at: new Date('2026-11-30T10:00:00Z') },
  }
  expect(appliedWords(change, 'UTC')).toBe(
    'Target speed, Choc Bar 45 g: 194 ppm since 21-04-2026 00:00. Acceptance run',
  )
  const category = { ...change, kind: 'category' as const, product: null, code: 19, value: 'idle' }
  expect(appliedWords(category, 'UTC')).toMatch(/^Category of .+: Idle since 21-04-2026 00:00\./)
  expect(appliedWords({ ...change, kind: 'holdLimit', product: null, value: null }, 'UTC')).toMatch(
    /^Hold limit: none of its own since/,
  )
})

test('in another language the words and the numbers are those of that language', async () => {
  await setLanguage('fr')
  try {
    expect(formatExactly(63_498.5, 'packs')).toBe('63\u202f498,5 paquets')
    expect(formatExactly(1, 'alarms')).toBe('1 alarme')
    const until = new Date('2026-11-21T07:12:40Z')
    expect(
      restatementSentence({ before: 64.5, until, after: 64.9, records: 212 }, '%', until, 'UTC'),
    ).toBe('64,5 % jusqu’à 07:12, 64,9 % après 212 enregistrements tardifs')
  } finally {
    await setLanguage('en')
  }
})
