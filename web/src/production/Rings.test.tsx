// @slow

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

const shift = '/admin/productionData/1/FW-101?from=2026-11-20&to=2026-11-20&start=06:00&end=14:30'
const ring = async (name: string) => within(await screen.findByRole('region', { name }))
const legend = async (name: string) => within(await screen.findByRole('table', { name }))

test('each row of a legend has one menu: its stops and how its figure came about', async () => {
  serve()
  const { router } = await openPage(shift, person())
  const products = await legend('Products')
  const more = products.getByRole('button', { name: 'More about Choc Bar 45 g' })
  await userEvent.click(more)
  const menu = within(await screen.findByRole('menu', { name: 'More about Choc Bar 45 g' }))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Stops: Choc Bar 45 g',
    'Explain this number: Choc Bar 45 g',
  ])
  await userEvent.click(menu.getByRole('menuitem', { name: 'Stops: Choc Bar 45 g' }))
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ of: 'product', part: 'Choc Bar 45 g' }),
  )
  // The list is about the slice; the page keeps its filter.
  expect(router.state.location.search).not.toHaveProperty('product')

  const status = await legend('Machine Status')
  await userEvent.click(status.getByRole('button', { name: 'More about Run Time Total' }))
  const ofRun = within(await screen.findByRole('menu', { name: 'More about Run Time Total' }))
  await userEvent.click(
    ofRun.getByRole('menuitem', { name: 'Explain this number: Run Time Total' }),
  )
  expect(await screen.findByRole('dialog', { name: /Run/ })).toBeTruthy()
})

test('on a phone each ring is one line until it is wanted', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...{ matches: media === '(max-width: 40em)', media, onchange: null },
    ...{ addEventListener: () => {}, removeEventListener: () => {} },
    ...{ addListener: () => {}, removeListener: () => {}, dispatchEvent: () => false },
  }))
  serve()
  await openPage(shift, person())
  const alarms = await ring('Alarms')
  const fold = await alarms.findByRole('button', { name: /^13 alarms/ })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect(alarms.queryByRole('table')).toBeNull()
  await userEvent.click(fold)
  expect(fold.getAttribute('aria-expanded')).toBe('true')
  expect(await alarms.findByRole('table', { name: 'Alarms' })).toBeTruthy()
  vi.restoreAllMocks()
})
