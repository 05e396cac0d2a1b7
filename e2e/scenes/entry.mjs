// Before the sign-in: sign-in, registration, forgotten password, the outbox of the demo.
import { answering, fill, inGerman, press } from './acts.mjs'
import { at } from './addresses.mjs'

const letter = (to, subject, text) => ({ at: at(2), to, subject, text })
const outbox = {
  mails: [
    letter(
      'ingrid.dahl@norskkjeks.example',
      'Your Packboard account',
      'Hello Ingrid,\n\nAn account was made for you: ingrid.dahl.\nChoose your password here, within 7 days:\n\nhttps://packboard.example/auth/reset-password/8c1f0d2a7b6e4f539a0c/create\n',
    ),
    letter(
      'helen.ward@northfield.example',
      'Reset your password',
      'Hello Helen,\n\nSet a new password here, within an hour:\n\nhttps://packboard.example/auth/reset-password/41d7e90be2c64c7fa8b1\n',
    ),
  ],
}

export const entryScenes = [
  { name: 'login', path: '/auth/login', manual: [1440] },
  {
    name: 'login-error',
    path: '/auth/login',
    async act(page) {
      await fill(page, { Username: 'nobody', Password: 'wrong' })
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'register', path: '/auth/register' },
  { name: 'forgot-password', path: '/auth/forgot-password' },
  {
    name: 'forgot-password-sent',
    path: '/auth/forgot-password',
    async act(page) {
      await page.locator('input').first().fill('nobody@example.com')
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByText('A reset password link has been sent').waitFor()
    },
  },
  {
    name: 'language-menu',
    path: '/auth/login',
    full: false,
    act: press('Language: English'),
  },
  { name: 'login-german', path: '/auth/login', ...inGerman },
  {
    name: 'outbox',
    path: '/auth/outbox',
    wire: { '**/api/auth/outbox': answering(outbox) },
  },
  { name: 'reset-password', path: '/auth/reset-password/abc' },
  { name: 'reset-password-create', path: '/auth/reset-password/abc/create' },
  {
    name: 'reset-password-refused',
    path: '/auth/reset-password/abc/create',
    async act(page) {
      await fill(page, { Password: 'ab', 'Confirm Password': 'abc' })
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  ...[
    ['common', 'password.common', 'This password is too common. Please choose another one.'],
    ['short', 'password.refused', 'Password must be at least 12 characters long.'],
  ].map(([name, code, message]) => ({
    name: `reset-password-${name}`,
    path: '/auth/reset-password/abc/create',
    wire: {
      '**/api/auth/resetPassword': (route) =>
        route.fulfill({ status: 400, json: { code, message, requestId: 'r' } }),
    },
    async act(page) {
      await fill(page, { Password: 'password1234', 'Confirm Password': 'password1234' })
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Submit' }).click()
      await page.getByRole('alert').waitFor()
    },
  })),
  { name: 'confirm-email', path: '/auth/confirm-email/abc' },
  {
    name: 'confirm-email-refused',
    path: '/auth/confirm-email/abc',
    async act(page) {
      await page.getByRole('button', { name: 'Confirm e-mail address' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'terms',
    path: '/auth/reset-password/abc/create',
    act: (page) =>
      page.getByText('Terms and Conditions').and(page.locator('button, a')).first().click(),
  },
]
