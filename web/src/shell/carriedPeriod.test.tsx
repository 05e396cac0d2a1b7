import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

/** A period that a person chose stays from page to page; where none was chosen each page begins with its own. */

afterEach(() => vi.unstubAllGlobals())

const main = () => within(screen.getByRole('navigation', { name: 'Main' }))
const leadsTo = (name: string) => {
  const { pathname, searchParams } = new URL(
    main().getByRole('link', { name }).getAttribute('href') ?? '',
    'http://page',
  )
  return [pathname, Object.fromEntries(searchParams)]
}
async function openAt(address: string) {
  serve()
  const page = await openPage(address, person())
  await screen.findByRole('navigation', { name: 'Main' })
  return page
}
const machine = '/admin/productionData/1/FW-101'

test('days that were chosen for a machine are those of Timeline, Stops, Compare and Per Day Summary', async () => {
  const days = { from: '2026-11-20', to: '2026-11-21', start: '06:00', end: '14:30', zone: 'UTC' }
  const { router } = await openAt(`${machine}?${new URLSearchParams({ ...days, tool: 'T45-B' })}`)
  // What else was filtered belongs to the machine.
  expect(leadsTo('Timeline')).toEqual(['/admin/timeline', days])
  expect(leadsTo('Stops')).toEqual(['/admin/stops', days])
  expect(leadsTo('Compare')).toEqual(['/admin/compare', days])
  expect(leadsTo('Per Day Summary')).toEqual(['/admin/day-summary', days])
  await userEvent.click(main().getByRole('link', { name: 'Compare' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/compare'))
  expect(router.state.location.search).toEqual(days)
  expect(main().getByRole('link', { name: 'Compare' }).getAttribute('aria-current')).toBe('page')
})

test('a preset stays a preset, which moves on with the clock', async () => {
  await openAt('/admin/compare?preset=last30d&by=shift')
  expect(leadsTo('Timeline')).toEqual(['/admin/timeline', { preset: 'last30d' }])
  expect(leadsTo('Per Day Summary')).toEqual(['/admin/day-summary', { preset: 'last30d' }])
})

test.each([machine, '/admin/timeline', '/admin/compare', '/admin/dashboard'])(
  'of %s, where nothing was chosen, nothing is carried along',
  async (address) => {
    await openAt(address)
    expect(leadsTo('Timeline')).toEqual(['/admin/timeline', { preset: 'last24h' }])
    expect(leadsTo('Compare')).toEqual(['/admin/compare', {}])
    expect(leadsTo('Per Day Summary')).toEqual(['/admin/day-summary', {}])
  },
)
