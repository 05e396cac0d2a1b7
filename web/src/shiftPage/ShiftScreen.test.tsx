import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import { admin, person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (over: Record<string, unknown> = {}) =>
  serve((path) =>
    path.startsWith('/api/admin/shift/') ? Response.json(wireShiftPage(over)) : undefined,
  )

test('a stop has what is known of it: change, earlier times, a person’s note, its reason', async () => {
  answer()
  await openPage('/admin/shift', person())
  const stories = await screen.findByRole('region', { name: 'What cost most' })
  const [first, second] = within(stories).getAllByRole('listitem')
  expect(first?.textContent).toContain('Changed before it, at ')
  expect(first?.textContent).toContain('Jaw temperature, 142 → 146.')
  expect(first?.textContent).toContain('New: not once in the last 26 shifts like this.')
  expect(first?.querySelector('q')?.textContent).toBe('Cartridge 1 changed')
  expect(second?.textContent).toContain('2 times in the last 26 shifts like this')
  expect(second?.textContent).toContain('no reason yet')
})

test('a shift without a long stop says so, with the length that counts', async () => {
  answer({ stories: [], openQuestions: [], openCount: 0 })
  await openPage('/admin/shift', person())
  expect(await screen.findByText('No stop was longer than 2 minutes.')).toBeTruthy()
})

test('the arrow keys walk to the shift before and after; the running one has none after it', async () => {
  const requested = answer()
  const { router } = await openPage('/admin/shift', person())
  await screen.findByRole('heading', { name: 'Night' })
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ start: '2026-11-20T06:00:00.000Z' }),
  )
  await waitFor(() =>
    expect(requested.some(({ path }) => path.includes('start=2026-11-20T06'))).toBe(true),
  )
})

test('keys in a field are text', async () => {
  answer()
  const { router } = await openPage('/admin/shift', person())
  await userEvent.type(
    await screen.findByLabelText('What must the next shift know?'),
    '{ArrowLeft}',
  )
  expect(router.state.location.search).toEqual({})
})

test('a shift that cannot be read says so and offers another try', async () => {
  serve((path) =>
    path.startsWith('/api/admin/shift/')
      ? refusal(500, 'server.failed', 'An error occurred')
      : undefined,
  )
  await openPage('/admin/shift', person())
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load.')
})

test('staff choose a client first, and the address keeps it', async () => {
  answer()
  const { router } = await openPage('/admin/shift', admin)
  await userEvent.click(await screen.findByRole('button', { name: /Northfield/ }))
  await screen.findByRole('heading', { name: 'Night' })
  await waitFor(() => expect(router.state.location.search).toEqual({ client: 1 }))
})

test('what stands now is listed while the shift runs', async () => {
  const shift = { ...wireShiftPage().shift, isRunning: true, next: null }
  const standing = [{ machineId: 'FW-101', state: 13, since: null, reason: '' }]
  answer({ shift, now: { running: 1, reporting: 2, standing } })
  await openPage('/admin/shift', person())
  const now = await screen.findByRole('region', { name: 'Stopped now' })
  expect(now.textContent).toContain('1 of 2 machines run')
  expect(within(now).getByRole('link', { name: 'FW-101' })).toBeTruthy()
})
