import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  beforeSide,
  nowSide,
  queriesOf,
  serveBridge,
  week,
  whole,
} from '../../testing/lossAnswers.ts'
import { openPage } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the page begins with the answer, and prints a sum that closes', async () => {
  const requested = serveBridge()
  await openPage(`/admin/losses?${week}`, person())
  const title = await screen.findByRole('heading', { level: 2, name: /4\.0 points lower than/ })
  expect(title.textContent).toContain('02-11-2026 – 08-11-2026')
  expect(screen.getByText('The largest change: Front jaw, −4.00 points.')).toBeTruthy()
  expect(queriesOf(requested, '/api/admin/bridge')[0]).toMatchObject({
    ...{ previous: 'before', by: 'reason', line: 'All' },
  })
  const sums = screen.getAllByText('78.00').map((total) => total.closest('p')?.textContent ?? '')
  expect(sums.join('')).toMatch(/^OEEE 78\.00 − 4\.00 .*= 74\.00$/)
  expect(screen.getByText('0.0000')).toBeTruthy()
  expect(screen.getByText(/left over 0\.000 s/)).toBeTruthy()
  const table = within(screen.getByRole('table', { name: 'Where planned time went' }))
  expect(table.getAllByRole('row').map((row) => row.firstElementChild?.textContent)).toEqual([
    ...['Loss', 'Speed loss', 'Front jawFilm', 'Rejects', 'Micro-stops'],
    ...['Good time', 'Planned time'],
  ])
})

test('under 80 % coverage there is no bridge, and the way to the gaps', async () => {
  serveBridge({
    ...{ ...whole, none: 'littleData', bars: [], differencePoints: null, leftOverPoints: null },
    before: { ...beforeSide, coverage: 71.2 },
  })
  await openPage(`/admin/losses?${week}`, person())
  expect(await screen.findByText(/02-11-2026 – 08-11-2026 has records for 71\.2 %/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show the gaps' }).getAttribute('href')).toMatch(
    /^\/admin\/timeline\?.*from=2026-11-02/,
  )
  // What is known of the present window is there all the same.
  expect(screen.getByRole('table', { name: 'Where planned time went' })).toBeTruthy()
})

test('a filter by a cause says why there are no losses', async () => {
  const none = { ...nowSide, none: 'causeFilter', losses: [], goodSeconds: null, oeee: null }
  serveBridge({ ...whole, none: 'now', now: none, bars: [] })
  await openPage(`/admin/losses?${week}&recipe=Film`, person())
  expect(await screen.findByText(/^The filter is about a cause\./)).toBeTruthy()
})

test('two machines of one window are named by their names', async () => {
  const requested = serveBridge()
  await openPage(`/admin/losses?${week}&machine=FW-101&vsMachine=FW-102`, person())
  expect(await screen.findByRole('heading', { name: /lower than FW-102$/ })).toBeTruthy()
  expect(queriesOf(requested, '/api/admin/bridge')[0]).toMatchObject({
    ...{ machine: 'FW-101', other_machine: 'FW-102' },
  })
})
