import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { admin, person } from '../../testing/wireAnswers.ts'
import { currentSession } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

async function signIn(wire: Wire, address = '/auth/login') {
  const requested = serve(wire)
  const page = await openPage(address, null)
  await userEvent.type(screen.getByLabelText('Username'), 'marta')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  return { ...page, requested }
}

const answering =
  (answer: () => Response): Wire =>
  (path) =>
    path.endsWith('-signin') ? answer() : undefined

test("asks the product's own sign-in call, keeps the session and leads to the choice of a client", async () => {
  const { requested, pathname } = await signIn(answering(() => Response.json(admin)))
  await screen.findByText('Please select Client for which you want to view data:')
  expect(pathname()).toBe('/admin/index')
  expect(requested.find(({ path }) => path.includes('signin'))).toEqual({
    path: '/api/auth/packboard-signin',
    body: { username: 'marta', password: 'secret', browserSaved: true },
  })
  expect(currentSession()).toEqual(admin)
  expect(JSON.parse(localStorage.getItem('packboard.session') ?? '')).toMatchObject({
    accessToken: admin.accessToken,
  })
})

test('the demo offers its accounts, each at one tap', async () => {
  const inDemo = { name: 'Packboard', links: [], demo: true, signUp: true, outbox: false }
  const requested = serve((path) => {
    if (path === '/api/provider') return Response.json(inDemo)
    return path.endsWith('-signin') ? Response.json(admin) : undefined
  })
  const page = await openPage('/auth/login', null)
  const demo = await screen.findByRole('complementary', { name: 'Look around as' })
  expect(within(demo).getAllByRole('button')).toHaveLength(5)
  await userEvent.click(within(demo).getByRole('button', { name: /^Administrator/ }))
  await screen.findByText('Please select Client for which you want to view data:')
  expect(page.pathname()).toBe('/admin/index')
  expect(requested.find(({ path }) => path.includes('signin'))?.body).toMatchObject({
    username: 'admin',
    password: 'packboard',
  })
})

test('no account is offered outside of the demo', async () => {
  serve()
  await openPage('/auth/login', null)
  await screen.findByText('No account yet?', { exact: false })
  expect(screen.queryByRole('complementary')).toBeNull()
})

test('who cannot read the page finds the languages at its top, not at its end', async () => {
  serve()
  await openPage('/auth/login', null)
  const main = within(screen.getByRole('main'))
  const language = main.getByRole('button', { name: 'Language: English' })
  const form = screen.getByLabelText('Username')
  expect(language.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(screen.getByRole('contentinfo')).queryByRole('button')).toBeNull()
})

test('a user of role user is on the dashboard at once', async () => {
  const { pathname } = await signIn(answering(() => Response.json(person({ role: 'user' }))))
  await screen.findByText('Last Updated Time')
  expect(pathname()).toBe('/admin/dashboard')
})

test("the server's words stand in red above the form, and the form can be sent again", async () => {
  const message = 'Invalid username or password!'
  await signIn(answering(() => refusal(400, 'signin.failed', message)))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(message)
  const follows = alert.compareDocumentPosition(screen.getByLabelText('Username'))
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' }).disabled).toBe(false)
  expect(currentSession()).toBeNull()
})

test('without a network it says Server error!', async () => {
  await signIn(
    answering(() => {
      throw new TypeError('no network')
    }),
  )
  expect((await screen.findByRole('alert')).textContent).toBe('Server error!')
})

test('while it is asked the button is busy', async () => {
  await signIn((path) => (path.endsWith('-signin') ? new Promise(() => {}) : undefined))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' })
  expect(button.getAttribute('data-loading')).toBe('true')
  expect(button.disabled).toBe(true)
})

test('the password can be shown, and Forgot password is a link', async () => {
  serve()
  const { pathname } = await openPage('/auth/login', null)
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect(password.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Show the typed text' }))
  expect(password.type).toBe('text')
  await userEvent.click(screen.getByRole('link', { name: /Forgot password/ }))
  expect(pathname()).toBe('/auth/forgot-password')
})

test('a person lands where the address wanted to go, and the address of the sign-in stays as it is', async () => {
  const wanted = '/admin/productionData/1/FW-101?preset=last24h&zone=UTC'
  const { router, pathname } = await signIn(
    answering(() => Response.json(person())),
    wanted,
  )
  await screen.findByRole('heading', { name: 'FW-101' })
  expect(router.state.location.href).toBe(wanted)
  // Who signs out by intent begins anew.
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await screen.findByLabelText('Username')
  expect(pathname()).toBe('/auth/login')
  expect(router.state.location.state.wanted).toBeUndefined()
})

test('when the server ends the session the next sign-in leads back', async () => {
  let known = true
  serve((path) => {
    if (path.endsWith('-signin')) return Response.json({ ...person(), accessToken: 'another' })
    if (path.startsWith('/api/admin/stop-causes') && !known) {
      return refusal(401, 'session.ended', 'Please sign in.')
    }
    return undefined
  })
  known = false
  const wanted = '/admin/productionData/1/FW-101?preset=last24h&zone=UTC'
  const { router } = await openPage(wanted, person())
  await screen.findByText('Your session has ended. Please sign in again.')
  known = true
  await userEvent.type(screen.getByLabelText('Username'), 'amrit')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('heading', { name: 'FW-101' })
  expect(router.state.location.href).toBe(wanted)
})

test.each(['https://evil.example/', '//evil.example/admin/dashboard', '/auth/outbox'])(
  'a wanted address %s leads to the start page',
  async (wanted) => {
    serve(answering(() => Response.json(person())))
    const { router, pathname } = await openPage('/auth/login', null)
    await router.navigate({ to: '/auth/login', state: { wanted } })
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByRole('link', { name: /Per Day Summary/ })
    expect(pathname()).toBe('/admin/index')
  },
)
