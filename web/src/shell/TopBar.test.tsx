import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { admin, person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const main = () => within(screen.getByRole('navigation', { name: 'Main' }))
const more = () => main().getByRole('button', { name: 'More' })
const ways = () =>
  main()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

async function openAt(address: string, session = person()) {
  serve()
  const page = await openPage(address, session)
  await screen.findByRole('navigation', { name: 'Main' })
  return page
}

const always = ['Overview', 'Shift', 'Timeline', 'Stops', 'Compare']

test.each([
  ['clientAdmin', 'premium', ['Per Day Summary', 'Wall', 'Operator', 'Management Panel']],
  ['clientAdmin', 'standard', ['Wall', 'Operator', 'Management Panel']],
  ['user', 'premium', ['Per Day Summary', 'Wall', 'Operator']],
] as const)('the ways of %s of a %s client', async (role, subscriptionLabel, others) => {
  await openAt('/admin/dashboard', person({ role, subscriptionLabel }))
  expect(ways()).toEqual([...always, ...others])
})

test('More opens and closes by its button, by Esc and by leaving it, and is closed on the next page', async () => {
  const page = await openAt('/admin/dashboard')
  const user = userEvent.setup()
  const isOpen = () => more().getAttribute('aria-expanded')
  expect(isOpen()).toBe('false')
  await user.click(more())
  expect(isOpen()).toBe('true')
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe('false')
  expect(document.activeElement).toBe(more())
  await user.click(more())
  await user.click(screen.getByRole('button', { name: 'Search and commands' }))
  expect(isOpen()).toBe('false')
  await user.keyboard('{Escape}')
  await user.click(more())
  await user.click(main().getByRole('link', { name: 'Per Day Summary' }))
  await waitFor(() => expect(page.pathname()).toBe('/admin/day-summary'))
  expect(isOpen()).toBe('false')
  // It is one of its pages.
  expect(more().getAttribute('aria-current')).toBe('true')
})

test('the first name is seen, and the way to the main page is on every page', async () => {
  await openAt('/admin/dashboard')
  expect(within(screen.getByRole('banner')).getByText('Amrit')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Back to Main Page' })).toBeTruthy()
})

test('also on the main page itself, of a client’s person and of staff', async () => {
  serve()
  const { unmount } = await openPage('/admin/index', person())
  expect(await screen.findByRole('button', { name: 'Back to Main Page' })).toBeTruthy()
  unmount()
  await openPage('/admin/index', admin)
  expect(await screen.findByRole('button', { name: 'Back to Main Page' })).toBeTruthy()
})
