import { daySummaryDefault, productionDefault } from '@packboard/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openFilter, type ProductionFilter } from './filter.ts'
import { readFilterSearch } from './filterSearch.ts'
import { filterOfSearch, searchOfFilter } from './searchOfFilter.ts'

const now = new Date('2026-11-21T14:32:08Z')
const zone = 'Europe/London'
const production = openFilter(productionDefault(now, zone), ['product'])
const daySummary = openFilter(daySummaryDefault(now, zone), ['product', 'machine'])

test('an empty address is the default of the page', () => {
  expect(filterOfSearch({}, production)).toEqual({
    startDate: '2026-11-20',
    startTime: '06:00',
    endDate: '2026-11-21',
    endTime: '18:00',
    zone,
    tool: 'All',
    recipe: 'All',
    product: 'All',
  })
  expect(filterOfSearch({}, daySummary)).toMatchObject({ startTime: '00:00', endTime: '23:59' })
})

test('whatever is chosen comes back out of the address as it was', () => {
  const text = fc.string({ minLength: 1, maxLength: 40 }).filter((word) => word.trim() !== '')
  const chosen: fc.Arbitrary<ProductionFilter> = fc
    .record({
      product: text,
      tool: text,
      recipe: text,
      machine: text,
      endTime: fc.constant('23:55'),
    })
    .map((parts) => ({ ...daySummary, startDate: '2026-01-05', ...parts }))
  fc.assert(
    fc.property(chosen, (filter) => {
      const search = readFilterSearch(searchOfFilter(filter))
      expect(filterOfSearch(search, daySummary)).toEqual(filter)
    }),
  )
})

test('the address says nothing of what is not narrowed', () => {
  expect(searchOfFilter({ ...production, product: 'Choc Bar 45 g' })).toEqual({
    from: '2026-11-20',
    to: '2026-11-21',
    start: '06:00',
    end: '18:00',
    product: 'Choc Bar 45 g',
    zone,
  })
})

test('an address carries its zone, so that who follows it sees the same days', () => {
  const sent = { ...production, zone: 'Asia/Kolkata' }
  const read = readFilterSearch(searchOfFilter(sent))
  expect(filterOfSearch(read, { ...production, zone: 'America/St_Johns' })).toEqual(sent)
})

test.each(['Europe/Atlantis', '+01:00', 'UTC; drop', ''])(
  'the zone "%s" of an address is as if it were not there',
  (wrong) => {
    expect(readFilterSearch({ zone: wrong })).toEqual({})
  },
)

test('an address that was typed by hand is read as far as it makes sense', () => {
  const search = readFilterSearch({ from: '2026-02-30', to: '2026-03-01', start: '25:00', tool: 7 })
  expect(search).toEqual({ from: '2026-02-30', to: '2026-03-01', tool: '7' })
  expect(filterOfSearch(search, production)).toEqual({ ...production, tool: '7' })
  expect(filterOfSearch(readFilterSearch({ from: '2026-11-01' }), production)).toEqual(production)
  expect(readFilterSearch({ product: ['a'], recipe: { b: 1 }, machine: '' })).toEqual({})
})

test('a bar takes from the address only what it carries, so that nothing filters unseen', () => {
  const search = { machine: 'FW-101', product: 'Choc Bar 45 g' }
  expect(filterOfSearch(search, production)).not.toHaveProperty('machine')
  expect(filterOfSearch(search, daySummary)).toMatchObject(search)
})
