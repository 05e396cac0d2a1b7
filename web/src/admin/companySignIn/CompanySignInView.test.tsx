import { configure, fireEvent, screen, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'
import { leaving } from '../../session/companyTrip.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const provider = {
  id: 7,
  name: 'Northfield',
  clientId: 1,
  clientName: 'Northfield Confectionery',
  distributorId: null,
  distributorName: null,
  issuer: 'https://login.northfield.example',
  oidcClientId: 'packboard',
  secret: 'set',
  scopes: 'openid email profile',
  roleClaim: 'groups',
  roles: [{ value: 'leads', role: 'clientAdmin', distributorId: null }],
  firstSignIn: 'approval',
  enabled: true,
  forced: false,
  breakGlassUserId: null,
  domains: [
    { domain: 'northfield.example', isProven: true, record: null },
    {
      domain: 'sweets.example',
      isProven: false,
      record: { name: '_packboard.sweets.example', value: 'packboard-sign-in=abc' },
    },
  ],
  people: 3,
  redirectUri: 'https://packboard.example/api/auth/oidc/7/callback',
  logoutUri: 'https://packboard.example/api/auth/oidc/7/logout',
  version: 4,
}
const address = '/admin/panel?view=companySignIn'
const path = '/api/admin/identity-provider'

/** The list, and what was sent beside it. */
function served(answer?: (path: string) => Response | undefined) {
  const sent: { path: string; method: string | undefined; body: unknown }[] = []
  serve((called, body, { method }) => {
    if (!called.startsWith(path) && !called.startsWith('/api/account')) return undefined
    if (method === 'GET') return Response.json({ providers: [provider] })
    sent.push({ path: called, method, body })
    return answer?.(called) ?? Response.json({ message: 'Success!', id: 8, unproven: [] })
  })
  return sent
}

test('lists the companies with their domains and people, and says what is not proven yet', async () => {
  served()
  await openPage(address, admin)
  const table = within(await screen.findByRole('table', { name: 'Company Sign-In' }))
  const text = (await table.findAllByRole('row')).map((row) => row.textContent).join('\n')
  expect(text).toContain('Northfield Confectionery')
  expect(text).toContain('sweets.example not proven yet')
  expect(text).toContain('On')
})

test('a company is added: whose people, issuer, roles, domains', async () => {
  const sent = served()
  await openPage(address, admin)
  await userEvent.click(await screen.findByRole('button', { name: 'Add Company Sign-In' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Company Sign-In' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByRole('alert').textContent).toBe('Please enter a name.')
  const fill = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } })
  fill('Name', 'Norsk')
  fill('Issuer', 'https://login.norsk.example')
  fill('Client ID', 'packboard')
  fill('Client secret', 'of the company')
  await userEvent.type(
    form.getByRole('combobox', { name: 'Domains of e-mail addresses' }),
    'Norsk.example{Enter}',
  )
  await userEvent.click(form.getByRole('button', { name: 'Add Row' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByRole('alert').textContent).toBe(
    'Please fill in each row of the roles, or remove it.',
  )
  await userEvent.click(form.getByRole('button', { name: 'Remove row 1' }))
  await userEvent.click(form.getByRole('button', { name: 'makes an account' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    path,
    method: 'POST',
    body: {
      name: 'Norsk',
      clientId: null,
      distributorId: null,
      secret: 'of the company',
      domains: ['norsk.example'],
      firstSignIn: 'account',
      roles: [],
      enabled: false,
    },
  })
})

test('the form of one shows what to enter at the company and in the DNS; an empty secret stays', async () => {
  const sent = served()
  await openPage(address, admin)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Northfield' }))
  const form = within(await screen.findByRole('dialog', { name: 'Update Company Sign-In' }))
  const shown = (label: string) => form.getByLabelText<HTMLInputElement>(label).value
  expect(shown('Redirect address, to enter at the company')).toBe(provider.redirectUri)
  expect(shown('Back-channel sign-out address')).toBe(provider.logoutUri)
  expect(form.getByText(/counts by your word as administrator/)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Issuer').readOnly).toBe(true)
  await userEvent.click(form.getByRole('button', { name: 'only with the company' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByRole('alert').textContent).toBe('Please choose the account that stays open.')
  await userEvent.click(form.getByRole('button', { name: 'also by password' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ path: `${path}/7`, method: 'PUT', body: { version: 4 } })
  expect(sent[0]?.body).not.toHaveProperty('secret')
})

test('what the server refuses stands above the form', async () => {
  const message = 'This domain belongs to another company sign-in.'
  served(() => refusal(409, 'company.domainTaken', message))
  await openPage(address, admin)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Northfield' }))
  const form = within(await screen.findByRole('dialog', { name: 'Update Company Sign-In' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toBe(message)
})

test('Try it leads to the company, and its answer stands on the page when one comes back', async () => {
  const went: string[] = []
  vi.spyOn(leaving, 'to').mockImplementation((to) => void went.push(to))
  const sent = served((called) =>
    called === '/api/account/company'
      ? Response.json({
          kind: 'try',
          identityProviderId: 7,
          claims: [{ name: 'email', value: 'ann@northfield.example' }],
          roleValues: ['leads'],
          asksAgain: false,
          outcome: {
            what: 'create',
            username: 'ann@northfield.example',
            role: 'clientAdmin',
            roleBefore: null,
            refusal: null,
          },
        })
      : Response.json({ address: 'https://login.northfield.example/auth' }),
  )
  const page = await openPage(address, admin)
  await userEvent.click(await screen.findByRole('button', { name: 'Try Northfield' }))
  await vi.waitFor(() => expect(went).toEqual(['https://login.northfield.example/auth']))
  expect(sent[0]?.path).toBe(`${path}/7/try`)
  await page.router.navigate({ to: '/auth/company', hash: 'code=abc' })
  expect((await screen.findByText(/would be made/)).textContent).toBe(
    'An account ann@northfield.example would be made, as Client administrator.',
  )
  screen.getByText('Nothing was changed.')
  screen.getByText(/a session ends after 8 hours/)
  const claims = within(screen.getByRole('table', { name: 'What the company said' }))
  expect(claims.getAllByRole('row').map((row) => row.textContent)).toContain(
    'emailann@northfield.example',
  )
})

test('a client’s administrator finds its own, writes no row of engineers and chooses no owner', async () => {
  served()
  await openPage(address, person({ role: 'clientAdmin' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add Company Sign-In' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add Company Sign-In' }))
  expect(form.queryByLabelText('For whose people')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Add Row' }))
  await userEvent.click(form.getByRole('combobox', { name: 'Role 1' }))
  const roles = (await screen.findAllByRole('option')).map((option) => option.textContent)
  expect(roles).toEqual(['User', 'Client administrator'])
})

test('who is no admin sees the record of a domain, and after saving that it was not found', async () => {
  const message = 'Success!'
  served(() => Response.json({ message, unproven: ['northfield-sweets.example'] }))
  await openPage(address, person({ role: 'clientAdmin' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Northfield' }))
  const form = within(await screen.findByRole('dialog', { name: 'Update Company Sign-In' }))
  expect(form.getByLabelText<HTMLInputElement>('Value').value).toBe('packboard-sign-in=abc')
  expect(form.queryByText(/counts by your word/)).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText(/The TXT record of northfield-sweets.example was not found yet/)
})
