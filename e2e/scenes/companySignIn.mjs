// Sign-in by the company: below the login, on the way back, and its page of the panel.
import { answering, changed, failing, inGerman, press } from './acts.mjs'

const provider = (id, name, more = {}) => ({
  ...{ id, name, clientId: 1, clientName: 'Northfield Confectionery' },
  ...{
    distributorId: null,
    distributorName: null,
    issuer: `https://login.${name.toLowerCase()}.example`,
  },
  ...{ oidcClientId: 'packboard', secret: 'set', scopes: 'openid email profile offline_access' },
  ...{ roleClaim: 'groups', firstSignIn: 'account', enabled: true, forced: false },
  roles: [
    { value: 'packing-leads', role: 'clientAdmin', distributorId: null },
    { value: 'line-technicians', role: 'engineer', distributorId: null },
    { value: '*', role: 'user', distributorId: null },
  ],
  ...{ breakGlassUserId: null, people: 41, version: 3 },
  domains: [
    { domain: 'northfield.example', isProven: true, record: null },
    {
      domain: 'northfield-sweets.example',
      isProven: false,
      record: {
        name: '_packboard.northfield-sweets.example',
        value: 'packboard-sign-in=Zk1xv0bR8sQyq2uL6w9hC4dTn5mE7aGfJ3pVxYiKoBc',
      },
    },
  ],
  redirectUri: `https://packboard.example/api/auth/oidc/${id}/callback`,
  logoutUri: `https://packboard.example/api/auth/oidc/${id}/logout`,
  ...more,
})
const providers = [
  provider(7, 'Northfield'),
  provider(8, 'Albion', {
    ...{
      clientId: null,
      clientName: null,
      distributorId: 1,
      distributorName: 'Albion Packaging Systems',
    },
    ...{ enabled: false, people: 0, domains: [] },
  }),
]
const list = '**/api/admin/identity-provider'
const wire = { [list]: answering({ providers }) }
const path = '/admin/panel?view=companySignIn'
const offering = (company) => ({
  '**/api/provider': changed((answer) => ({ ...answer, demo: false, outbox: false, company })),
})

export const companySignInScenes = [
  {
    name: 'login-company',
    path: '/auth/login',
    wire: offering({ start: '/api/auth/oidc/7/start' }),
  },
  {
    name: 'login-company-address',
    path: '/auth/login',
    wire: offering({ start: null }),
    act: press('Sign in with your company'),
  },
  { name: 'company-refused', path: '/auth/company#failed=company.notVerified' },
  { name: 'panel-company-sign-in', who: 'admin', path, wire },
  { name: 'panel-company-sign-in-german', who: 'admin', path, ...inGerman, wire },
  {
    name: 'panel-company-sign-in-empty',
    who: 'clientadmin',
    path,
    wire: { [list]: answering({ providers: [] }) },
  },
  {
    name: 'panel-company-sign-in-form',
    who: 'admin',
    path,
    wire,
    act: press('Edit Northfield'),
  },
  {
    name: 'panel-company-sign-in-failed',
    who: 'admin',
    path,
    wire: { [list]: failing },
    after: 3_000,
  },
]
