import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { admin, person } from '../../testing/wireAnswers.ts'
import { currentSession, keepSession } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

const tiles = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .flatMap((link) => link.querySelector('h2')?.textContent ?? [])

test('home says how the shift goes before it says where one may go', async () => {
  serve()
  await openPage('/admin/index', person())
  const sentence = await screen.findByRole('link', { name: 'FW-102, front jaw, 1h 01m' })
  const tile = screen.getByRole('link', { name: /Dashboard/ })
  expect(sentence.compareDocumentPosition(tile)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('link', { name: /Per Day Summary/ }).textContent).toContain(
    '456,502 packs this shift',
  )
})

test('the tiles stay where the shift cannot be read', async () => {
  serve((path) =>
    path.startsWith('/api/admin/shift/')
      ? refusal(500, 'server.failed', 'An error occurred')
      : undefined,
  )
  await openPage('/admin/index', person())
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load.')
  expect(tiles()).toEqual(['Dashboard', 'Per Day Summary', 'Management Panel'])
})

test('the client that staff chose is in the address of home, and a reload finds it again', async () => {
  serve()
  const { router } = await openPage('/admin/index?client=3', admin)
  expect(await screen.findByTitle('Nova Snacks')).toBeTruthy()
  expect(router.state.location.search).toEqual({ client: 3 })
  await userEvent.click(screen.getByRole('button', { name: 'Back to Main Page' }))
  await screen.findByText('Select Client:')
  expect(router.state.location.search).toEqual({})
})

test('the choice of staff says where something stands, that first, and takes one press', async () => {
  serve()
  const { router } = await openPage('/admin/index', admin)
  const board = await screen.findByRole('list', { name: 'Clients by what stands there' })
  const rows = within(board).getAllByRole('button')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Nova SnacksBristolVB-12 Aborted, 12m 00s1 machine in trouble2 of 3 run40,112 packs this shift',
    'Northfield ConfectioneryLeedsNothing stands8 of 8 run208,341 packs this shift',
  ])
  await userEvent.click(rows[0] as HTMLElement)
  await waitFor(() => expect(router.state.location.search).toEqual({ client: 3 }))
})

describe('the tiles of home, by role and subscription', () => {
  test.each([
    ['clientAdmin', 'premium', ['Dashboard', 'Per Day Summary', 'Management Panel']],
    ['clientAdmin', 'standard', ['Dashboard', 'Management Panel']],
    ['engineer', 'premium', ['Dashboard', 'Per Day Summary', 'Management Panel']],
    ['engineer', 'standard', ['Dashboard', 'Management Panel']],
  ] as const)(
    '%s of a %s client, who reads of no others than theirs',
    async (role, subscriptionLabel, expected) => {
      serve()
      await openPage('/admin/index', person({ role, subscriptionLabel }))
      await screen.findByRole('heading', { level: 1 })
      expect(tiles()).toEqual(expected)
      expect(screen.queryByText('Distributors, clients, machines and users.')).toBeNull()
      expect(screen.getByText(/^Users(, lines and products)?\.$/)).toBeTruthy()
    },
  )
})

async function choose(name: RegExp) {
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox').placeholder).toBe('Select Client...'),
  )
  await userEvent.click(screen.getByRole('combobox', { name: 'Select Client:' }))
  await userEvent.click(await screen.findByRole('option', { name }))
}

test('staff choose a client first, and Back to Main Page gives the choice back', async () => {
  serve()
  const { pathname } = await openPage('/admin/index', admin)
  await screen.findByText('Please select Client for which you want to view data:')
  // It stands on every page.
  expect(screen.getByRole('button', { name: 'Back to Main Page' })).toBeTruthy()
  await choose(/Northfield Confectionery.*Leeds.*premium/)
  expect(tiles()).toEqual(['Dashboard', 'Per Day Summary', 'Management Panel'])
  expect(within(screen.getByRole('banner')).getByText('Northfield Confectionery')).toBeTruthy()

  await userEvent.click(screen.getByRole('link', { name: /Dashboard/ }))
  await screen.findByText('Last Updated Time')
  await userEvent.click(screen.getByRole('button', { name: 'Back to Main Page' }))
  await screen.findByText('Select Client:')
  expect(pathname()).toBe('/admin/index')
  expect(within(screen.getByRole('banner')).queryByText('Northfield Confectionery')).toBeNull()
})

test('a choice of before is gone when somebody else signs in', async () => {
  serve()
  await openPage('/admin/index', admin)
  await screen.findByText('Select Client:')
  await choose(/Nova Snacks/)
  keepSession({ ...admin, id: admin.id + 1, accessToken: 'another token' })
  await screen.findByText('Select Client:')
})

test('staff who open the dashboard without a client choose there', async () => {
  serve()
  const { pathname } = await openPage('/admin/dashboard', admin)
  await screen.findByText('Select Client:')
  await choose(/Nova Snacks/)
  await screen.findByText('Last Updated Time')
  expect(pathname()).toBe('/admin/dashboard')
})

test('a list of clients that cannot be loaded has no options and says so', async () => {
  serve((path) =>
    path.endsWith('client-names') ? refusal(500, 'server.failed', 'An error occurred') : undefined,
  )
  await openPage('/admin/index', admin)
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load.')
  await userEvent.click(screen.getByRole('combobox', { name: 'Select Client:' }))
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('Logout ends the session here even when the server cannot be reached', async () => {
  serve((path) => {
    if (path.endsWith('signout')) throw new TypeError('no network')
    return undefined
  })
  const { pathname } = await openPage('/admin/index', person())
  await userEvent.click(await screen.findByRole('button', { name: 'Logout' }))
  await screen.findByRole('button', { name: 'Sign In' })
  expect(pathname()).toBe('/auth/login')
  expect(currentSession()).toBeNull()
})

test('any 401 leads to the sign-in page', async () => {
  serve((path) =>
    path.endsWith('client-names') ? refusal(401, 'session.required', 'Please sign in.') : undefined,
  )
  const { pathname } = await openPage('/admin/index', admin)
  await screen.findByRole('button', { name: 'Sign In' })
  expect(pathname()).toBe('/auth/login')
  expect(currentSession()).toBeNull()
})

test('the day summary is not for a client without premium, and says the way back', async () => {
  serve()
  await openPage('/admin/day-summary', person({ subscriptionLabel: 'standard' }))
  await screen.findByRole('heading', { name: 'Not Allowed' })
  expect(
    within(screen.getByRole('main'))
      .getByRole('link', { name: 'Back to Main Page' })
      .getAttribute('href'),
  ).toBe('/admin/index')
})
