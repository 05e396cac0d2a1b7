// @vitest-environment jsdom
import { machineStates } from '@packboard/model'
import { expect, test } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { wallId, wallTile } from './wallTile.ts'

const card = (state: number, rest: object = {}) => ({
  state,
  speedPpm: 0,
  reason: '',
  product: 'Oat Bar 35 g',
  totalPacks: 75_378,
  ...rest,
})

test.each(machineStates.map(({ code, name, band }) => [name, code, band] as const))(
  '%s fills as its band says',
  (_name, code, band) => {
    const fills = {
      stop: 'tile',
      hold: 'header',
      line: 'header',
      go: 'none',
      dark: 'none',
    } as const
    expect(wallTile(card(code), 3).fill).toBe(fills[band])
  },
)

test('a running machine leads with its speed, its product and its packs', () => {
  expect(wallTile(card(10, { speedPpm: 158.4 }), 300)).toEqual({
    fill: 'none',
    shape: 'play',
    state: 'Execute',
    detail: 'Oat Bar 35 g',
    lead: { value: '158', unit: 'ppm' },
    foot: '75,378 packs',
  })
})

test('a stopped machine leads with the minutes, and its cause stands before its product', () => {
  expect(wallTile(card(3, { reason: 'Guard door\n 2 open' }), 12.9)).toMatchObject({
    fill: 'tile',
    shape: 'square',
    state: 'Aborted',
    detail: 'Guard door 2 open',
    lead: { value: '12', unit: 'min' },
    foot: 'Oat Bar 35 g',
  })
})

test('an idle machine is green, hollow and counts minutes', () => {
  expect(wallTile(card(8), 18)).toMatchObject({
    fill: 'none',
    shape: 'playHollow',
    lead: { value: '18', unit: 'min' },
  })
})

test('what a name says in brackets stands below it', () => {
  expect(wallTile(card(13), 21)).toMatchObject({ state: 'Held', detail: 'No Production' })
})

test('a warning leads with its minutes, however the machine packs on; the speed stands below', () => {
  const minutes = { value: '2', unit: 'min' }
  expect(wallTile(card(20, { speedPpm: 140 }), 2)).toMatchObject({
    lead: minutes,
    foot: '140 ppm',
  })
  const reason = 'Film runs out'
  expect(wallTile(card(20, { speedPpm: 140, reason }), 2)).toMatchObject({
    detail: reason,
    foot: '140 ppm · Oat Bar 35 g',
  })
  expect(wallTile(card(20, { speedPpm: 0 }), 2)).toMatchObject({
    lead: minutes,
    foot: '75,378 packs',
  })
  expect(wallTile(card(21, { speedPpm: 140 }), 2)).toMatchObject({
    lead: minutes,
    foot: '75,378 packs',
  })
})

test('what stands for products beyond the limit of a day has a word in the language', async () => {
  await setLanguage('de')
  try {
    expect(wallTile(card(10, { product: '(other)' }), 1).detail).toBe('(andere)')
    const stopped = card(3, { product: '(other)', reason: 'Tür 2' })
    expect(wallTile(stopped, 1).foot).toBe('(andere)')
  } finally {
    await setLanguage('en')
  }
})

test.each([
  [null, '–', 'min'],
  [0.4, '<1', 'min'],
  [999.9, '999', 'min'],
  [1_000, '16', 'h'],
  [100_000, '1,666', 'h'],
] as const)('%s minutes are told as %s %s', (minutes, value, unit) => {
  expect(wallTile(card(3), minutes).lead).toEqual({ value, unit })
})

test('nothing is made up where nothing is known', () => {
  expect(wallTile(card(10, { speedPpm: null, product: '' }), 1)).toMatchObject({
    detail: '–',
    lead: { value: '–', unit: 'ppm' },
  })
  expect(wallTile(card(-1), null).lead).toEqual({ value: '–', unit: 'min' })
})

test('a long serial number keeps both of its ends', () => {
  expect(wallId('FW-101')).toBe('FW-101')
  expect(wallId('HFW-2019-000481-A')).toBe('HFW-…00481-A')
})

test('who reads German reads the state in German, and below it what the panel of the machine says', async () => {
  await setLanguage('de')
  try {
    expect(wallTile(card(13), 21)).toMatchObject({ state: 'Angehalten', detail: 'Held' })
    expect(wallTile(card(10, { speedPpm: 158 }), 1)).toMatchObject({
      state: 'Produktion',
      foot: '75.378 Packungen',
    })
  } finally {
    await setLanguage('en')
  }
})
