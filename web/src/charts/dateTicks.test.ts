import { expect, test } from 'vitest'
import type { Locale } from '../i18n/useLocale.ts'
import { browserZone } from '../time/zone.ts'
import { dateTicks } from './dateTicks.ts'

const texts = (from: Date, to: Date, most: number) =>
  dateTicks(from, to, most, browserZone, 'en-GB').map(({ text }) => text)

test('a shift has its hours', () => {
  const ticks = texts(new Date(2026, 10, 21, 6), new Date(2026, 10, 21, 9, 30), 12)
  expect(ticks).toEqual(['06:00', '07:00', '08:00', '09:00'])
})

test('of more than a day a midnight carries its day', () => {
  const ticks = texts(new Date(2026, 10, 20, 6), new Date(2026, 10, 21, 18), 7)
  expect(ticks).toEqual(['06:00', '12:00', '18:00', '21 Nov', '06:00', '12:00', '18:00'])
})

test('weeks have days, years have months, and never more than there is room for', () => {
  expect(texts(new Date(2026, 10, 1), new Date(2026, 10, 15), 8)[0]).toBe('2 Nov')
  expect(texts(new Date(2026, 0, 1), new Date(2026, 11, 31), 12)).toContain('Jul 2026')
  for (const days of [1, 3, 10, 40, 200, 1_000]) {
    const to = new Date(2026, 0, 1 + days)
    expect(
      dateTicks(new Date(2026, 0, 1), to, 10, browserZone, 'en-GB').length,
    ).toBeLessThanOrEqual(13)
    expect(dateTicks(new Date(2026, 0, 1), to, 10, browserZone, 'en-GB').length).toBeGreaterThan(1)
  }
})

test.each([
  [
    'Europe/Oslo',
    ['15:00', '18:00', '21:00', '21 Nov', '03:00', '06:00', '09:00', '12:00', '15:00'],
  ],
  ['America/St_Johns', ['12:00', '15:00', '18:00', '21:00', '21 Nov', '03:00', '06:00', '09:00']],
])('hours and midnights are those of %s, whatever the browser’s clock shows', (zone, expected) => {
  const [from, to] = [new Date('2026-11-20T13:30:00Z'), new Date('2026-11-21T14:30:00Z')]
  expect(dateTicks(from, to, 9, zone, 'en-GB').map(({ text }) => text)).toEqual(expected)
})

test('days and months begin when they begin in the zone', () => {
  const [from, to] = [new Date('2026-10-20T00:00:00Z'), new Date('2026-10-28T00:00:00Z')]
  const ticks = dateTicks(from, to, 8, 'Europe/Oslo', 'en-GB')
  expect(ticks[0]).toEqual({ at: new Date('2026-10-20T22:00:00Z'), text: '21 Oct' })
  // The clocks went back in between.
  expect(ticks.at(-1)).toEqual({ at: new Date('2026-10-27T23:00:00Z'), text: '28 Oct' })
  const year = [new Date('2026-01-01T00:00:00Z'), new Date('2026-12-31T00:00:00Z')] as const
  const months = dateTicks(...year, 13, 'Asia/Kolkata', 'en-GB')
  expect(months[0]).toEqual({ at: new Date('2026-01-31T18:30:00Z'), text: 'Feb 2026' })
})

test('days and months are said in the language of the screens, in English with three letters', () => {
  const autumn = [new Date('2026-09-01T00:00:00Z'), new Date('2026-10-02T00:00:00Z')] as const
  const first = (locale: Locale) => dateTicks(...autumn, 8, 'UTC', locale)[0]?.text
  expect([first('en-GB'), first('de-DE'), first('it-IT'), first('fr-FR')]).toEqual([
    '2 Sep',
    '2. Sept.',
    '2 set',
    '2 sept.',
  ])
  const year = [new Date('2026-01-01T00:00:00Z'), new Date('2026-12-31T00:00:00Z')] as const
  const months = (locale: Locale) => dateTicks(...year, 13, 'UTC', locale).map(({ text }) => text)
  expect(months('en-GB')).toContain('Sep 2026')
  expect(months('es-ES')).toContain('dic 2026')
})

test('an hour has its minutes, on the clock of the zone', () => {
  const from = new Date('2026-11-21T06:07:00Z')
  const texts = (long: number, zone: string) =>
    dateTicks(from, new Date(from.getTime() + long * 60_000), 8, zone, 'en-GB').map(
      ({ text }) => text,
    )
  expect(texts(10, 'UTC')).toEqual(['06:08', '06:10', '06:12', '06:14', '06:16'])
  expect(texts(60, 'Asia/Kolkata')).toEqual(['11:40', '11:50', '12:00', '12:10', '12:20', '12:30'])
})
