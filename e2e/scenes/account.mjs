// The second step of a sign-in, My account, the confirmation, and what an administrator sets of sign-ins.
import { answering, fill, inGerman, press } from './acts.mjs'
import { at } from './addresses.mjs'

const totp = {
  secret: 'K5QW2ZDPOJSGK4RAMZXXE3LFNZ2GK43U',
  uri: 'otpauth://totp/Packboard:helen?secret=K5QW2ZDPOJSGK4RAMZXXE3LFNZ2GK43U&issuer=Packboard',
}
const due = (...methods) =>
  answering({ secondFactor: { ticket: 'x'.repeat(43), methods, until: at(0) } })

const account = {
  ...{ username: 'helen.ward', firstName: 'Helen', lastName: 'Ward' },
  ...{ email: 'helen.ward@northfield.example', pendingEmail: null, distributorName: null },
  ...{ hasPassword: true, passwordChangedAt: at(60) },
  factors: {
    ...{ mode: 'optional', wanted: false, dueAt: null, totpSince: at(50) },
    passkeys: [
      { id: 1, name: 'Office PC', createdAt: at(40), lastUsedAt: at(1) },
      { id: 2, name: 'Security key, blue', createdAt: at(40), lastUsedAt: null },
    ],
    ...{ passkeysAt: null, passkeyObstacle: 'publicUrl' },
    recoveryCodes: { left: 8, madeAt: at(50) },
  },
}
const session = (id, browser, system, device, more = {}) => ({
  ...{ id, browser, system, device, way: 'password', current: false },
  ...{ address: '192.0.2.17', network: '192.0.2.17', createdAt: at(9), lastSeenAt: at(2) },
  ...more,
})
const sessions = {
  sessions: [
    session(4, 'Firefox', 'Linux', 'computer', { current: true, lastSeenAt: at(0) }),
    session(3, 'Safari', 'iOS', 'phone', { way: 'passkey', lastSeenAt: at(1) }),
    session(2, 'Chrome', 'Android', 'tablet', {
      address: '2001:db8:1:2::7',
      network: '2001:db8:1:2::/64',
    }),
  ],
}
const identities = [
  {
    ...{ id: 3, name: 'Northfield', issuer: 'https://login.northfield.example' },
    ...{ email: 'helen.ward@northfield.example', linkedAt: at(30), lastAt: at(1) },
  },
]
const own = {
  '**/api/account': answering(account),
  '**/api/account/identities': answering({ identities, providers: [] }),
  '**/api/account/sessions': answering(sessions),
}

async function comeIn(page) {
  await fill(page, { Username: 'helen.ward', Password: 'packboard' })
  await page.getByRole('button', { name: 'Sign In' }).click()
}

export const accountScenes = [
  {
    name: 'second-step',
    path: '/auth/login',
    wire: { '**/api/auth/packboard-signin': due('totp', 'passkey', 'recoveryCode') },
    async act(page) {
      await comeIn(page)
      await page.getByLabel('Code of the app').fill('417')
    },
  },
  {
    name: 'second-step-set-up',
    path: '/auth/login',
    wire: {
      '**/api/auth/packboard-signin': due('setUp'),
      '**/api/auth/second-factor/set-up': answering({ totp, passkey: null }),
    },
    async act(page) {
      await comeIn(page)
      await page.getByRole('button', { name: 'I cannot scan it' }).click()
    },
  },
  {
    name: 'login-notice',
    path: '/auth/login',
    wire: {
      '**/api/provider': answering({
        ...{ name: 'Packboard', links: [], demo: false, signUp: true, outbox: false },
        notice: 'For employees of Northfield Confectionery.\nEvery sign-in is recorded.',
      }),
    },
  },
  { name: 'my-account', who: 'clientadmin', path: '/admin/account', wire: own },
  { name: 'my-account-german', who: 'clientadmin', path: '/admin/account', wire: own, ...inGerman },
  {
    name: 'my-account-confirm',
    who: 'clientadmin',
    path: '/admin/account',
    full: false,
    wire: {
      ...own,
      '**/api/account/sessions': (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: sessions })
          : route.fulfill({
              status: 403,
              json: { code: 'factor.confirm', message: 'Confirm', requestId: 'r' },
            }),
    },
    act: press('End all others'),
  },
  { name: 'panel-sign-in', who: 'admin', path: '/admin/panel?view=signIn' },
]
