import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { admin, person } from '../../testing/wireAnswers.ts'
import { keepSession } from '../session/session.ts'
import { ClientPicker } from './ClientPicker.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each(['clientAdmin', 'engineer', 'user'] as const)(
  'a %s reads Not Allowed, and no client is asked for',
  async (role) => {
    const requested = serve()
    keepSession(person({ role }))
    const router = createRouter({
      routeTree: createRootRoute({ component: ClientPicker }),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    })
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    )
    expect(await screen.findByText('Not Allowed')).toBeTruthy()
    expect(screen.queryByText('Select Client:')).toBeNull()
    expect(requested.map(({ path }) => path)).not.toContain('/api/admin/client-names')
  },
)

test.each(['/admin/dashboard', '/admin/day-summary'])(
  'staff find the client of the address again: %s',
  async (path) => {
    serve()
    const { router } = await openPage(`${path}?client=1`, admin)
    expect(await screen.findByTitle('Northfield Confectionery')).toBeTruthy()
    expect(screen.queryByText('Select Client:')).toBeNull()
    expect(router.state.location.search).toMatchObject({ client: 1 })
  },
)

test('staff change the client on the page that they read; what was filtered stays behind', async () => {
  const clients = [
    { id: 1, name: 'Northfield Confectionery', location: 'Leeds', subscriptionLabel: 'Premium' },
    { id: 2, name: 'Norsk Kjeks', location: 'Oslo', subscriptionLabel: 'Premium' },
  ]
  serve((path) =>
    path.startsWith('/api/admin/client-names') ? Response.json({ clients }) : undefined,
  )
  const { router } = await openPage('/admin/day-summary?client=1&product=Choc%20Bar', admin)
  await userEvent.click(
    await screen.findByRole('button', { name: 'Change client: Northfield Confectionery' }),
  )
  await userEvent.keyboard('kje')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Norsk KjeksOslo'])
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Change client: Norsk Kjeks' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/admin/day-summary')
  await waitFor(() => expect(router.state.location.search).toEqual({ client: 2 }))
})

test('what is typed into the choice of a client stays, and leaves those that fit', async () => {
  const clients = [
    { id: 1, name: 'Northfield Confectionery', location: 'Leeds', subscriptionLabel: 'Premium' },
    { id: 2, name: 'Norsk Kjeks', location: 'Oslo', subscriptionLabel: 'Premium' },
  ]
  serve((path) =>
    path.startsWith('/api/admin/client-names') ? Response.json({ clients }) : undefined,
  )
  await openPage('/admin/dashboard', admin)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Select Client:' })
  await waitFor(() => expect(field.readOnly).toBe(false))
  await userEvent.type(field, 'Northf')
  expect(field.value).toBe('Northf')
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Northfield ConfectioneryLeeds'])
})

test.each([
  ['/admin/dashboard', 1],
  ['/admin/panel?view=sources', undefined],
])('the only client is chosen, and nobody is asked: %s', async (path, client) => {
  const clients = [
    { id: 1, name: 'Northfield Confectionery', location: 'Leeds', subscriptionLabel: 'premium' },
  ]
  serve((called) => (called === '/api/admin/client-names' ? Response.json({ clients }) : undefined))
  const { router } = await openPage(path, admin)
  expect(await screen.findByTitle('Northfield Confectionery')).toBeTruthy()
  expect(screen.queryByText('Select Client:')).toBeNull()
  if (client) await waitFor(() => expect(router.state.location.search).toEqual({ client }))
})

test('the chosen client is in the address of every page that shows its data, and the way back forgets it', async () => {
  serve()
  const { router, pathname } = await openPage('/admin/dashboard', admin)
  await userEvent.click(await screen.findByRole('combobox', { name: 'Select Client:' }))
  await userEvent.click(await screen.findByRole('option', { name: /Northfield/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ client: 1 }))
  await userEvent.click(screen.getByRole('link', { name: 'Per Day Summary' }))
  await waitFor(() => expect(router.state.location.href).toBe('/admin/day-summary?client=1'))
  await userEvent.click(screen.getByRole('button', { name: 'Back to Main Page' }))
  await screen.findByText('Select Client:')
  expect(pathname()).toBe('/admin/index')
})

test('a client that staff may not see is none, whatever was chosen before', async () => {
  serve()
  const { router } = await openPage('/admin/dashboard?client=1', admin)
  await screen.findByTitle('Northfield Confectionery')
  await router.navigate({ to: '/admin/dashboard', search: { client: 9 } })
  await screen.findByText('Select Client:')
  expect(screen.queryByTitle('Northfield Confectionery')).toBeNull()
})

test('the address of another client changes nothing for people of a client', async () => {
  const requested = serve()
  await openPage('/admin/dashboard?client=3', person())
  await screen.findByText('Last Updated Time')
  await waitFor(() => expect(requested.some(({ path }) => path.endsWith('/client_machines/1'))))
  expect(requested.map(({ path }) => path)).not.toContain('/api/admin/client_machines/3')
})

test('a fresh installation leads an administrator to the panel', async () => {
  serve((path) => (path === '/api/admin/client-names' ? Response.json({ clients: [] }) : undefined))
  const { pathname } = await openPage('/admin/index', admin)
  await userEvent.click(await screen.findByRole('link', { name: 'Open Management Panel' }))
  await waitFor(() => expect(pathname()).toBe('/admin/panel'))
})
