import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queriesOf, serveBridge, week } from '../../testing/lossAnswers.ts'
import { openPage } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('arrows walk the bars, Enter opens one with the stops of both windows, Esc closes it', async () => {
  const requested = serveBridge()
  const { router } = await openPage(`/admin/losses?${week}`, person())
  const group = within(await screen.findByRole('group', { name: /^From 78\.00 to 74\.00/ }))
  group.getByRole('button', { name: 'Front jaw, Film: −4.00 points' }).focus()
  await userEvent.keyboard('{Enter}')
  const detail = within(await screen.findByRole('complementary', { name: 'Front jaw' }))
  expect(detail.getByText(/^5,000 s of 100,000 s planned are 5\.00 %/)).toBeTruthy()
  await waitFor(() => expect(queriesOf(requested, '/api/admin/stops?')).toHaveLength(2))
  const [now, before] = queriesOf(requested, '/api/admin/stops?')
  expect(now).toMatchObject({
    figure: 'unnamed',
    part: 'Front jaw',
    partGroup: 'Film',
    lost: 'true',
  })
  expect(before).toMatchObject({ start_date: '2026-11-02', end_date: '2026-11-08' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('bar'))
})

test('speed loss leads to its machines and products', async () => {
  serveBridge()
  await openPage(`/admin/losses?${week}`, person())
  await userEvent.click(await screen.findByRole('button', { name: /^Speed loss: / }))
  const detail = within(await screen.findByRole('complementary', { name: 'Speed loss' }))
  expect(detail.getAllByRole('cell', { name: 'Milk Bar 45 g' })).toHaveLength(2)
})
