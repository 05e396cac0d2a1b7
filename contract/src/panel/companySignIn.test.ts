import { expect, test } from 'vitest'
import { addIdentityProvider } from './companySignIn.ts'

const body = { name: 'Northfield', oidcClientId: 'packboard', issuer: 'https://login.example' }
const accepts = (more: object) => addIdentityProvider.body.safeParse({ ...body, ...more }).success

test('a form that says little is one that lets nobody in', () => {
  expect(addIdentityProvider.body.parse(body)).toMatchObject({
    enabled: false,
    forced: false,
    firstSignIn: 'approval',
    roles: [],
    domains: [],
    scopes: 'openid email profile',
  })
})

test.each([
  [{ scopes: 'openid offline_access' }, true],
  [{ scopes: 'profile openid' }, false],
  [{ scopes: 'openid "x"' }, false],
  [{ roleClaim: 'realm_access.roles' }, true],
  [{ roleClaim: 'https://northfield.example/groups' }, true],
  [{ roleClaim: 'a.b.c.d.e' }, false],
  [{ roleClaim: 'two words' }, false],
  [{ roles: [{ value: '*', role: 'user' }] }, true],
  [{ roles: [{ value: '*', role: 'admin' }] }, false],
  [{ roles: [{ value: ' ', role: 'user' }] }, false],
  [{ secret: '' }, false],
])('%j: %s', (more, expected) => {
  expect(accepts(more)).toBe(expected)
})
