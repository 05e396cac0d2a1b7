// @slow walk

import { addUser, deleteUser, users as userCall } from '@packboard/contract'
import { expect, type Page, test } from '@playwright/test'
import { choose, done, fill, findRow, openForm } from './panel.ts'
import { address, ask, enter, signIn } from './people.ts'

const old = 'This link is no longer valid. Please ask for a new one.'

async function setPassword(page: Page, password: string) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
}

/** Takes an account away again, however far the journey came. */
async function forgetUser(username: string) {
  const { users } = await ask('admin', userCall)
  const found = users.find((user) => user.username === username)
  if (found) await ask('admin', deleteUser, { id: found.id })
}

test('who registers awaits approval, and signs in when an admin has given client and role', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await forgetUser('rosa')
  await page.goto(`${address()}/auth/login`)
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByText('password strength: strong')).toBeVisible()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByLabel('Username').fill('rosa')
  await page.getByLabel('Email').fill('rosa@people.example')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Please confirm your e-mail address/)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await signIn(page, 'rosa', 'secret')
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password!')
  await page.goto(`${address()}/auth/outbox`)
  const letter = page.getByRole('article').filter({ hasText: 'rosa@people.example' }).first()
  await letter.getByRole('link').click()
  await page.getByRole('checkbox').check()
  await setPassword(page, 'secret')
  await expect(page.getByText('Your password has been reset!')).toBeVisible()
  await signIn(page, 'rosa', 'secret')
  await expect(page.getByRole('alert')).toHaveText('Your account awaits approval.')

  const office = await (await browser.newContext()).newPage()
  await enter(office, 'admin', '/admin/panel')
  await expect(await findRow(office, 'Users', 'rosa@people.example')).toContainText(
    'awaits approval',
  )
  await openForm(office, 'Edit rosa', 'Update User')
  await fill(office, { 'First Name': 'Rosa' })
  await choose(office, 'Client', 'Nova Snacks')
  await choose(office, 'Role', 'user')
  await done(office, 'Update', 'Success!')
  await office.context().close()

  await signIn(page, 'rosa', 'secret')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  // Deleted meanwhile, the next question signs out.
  await forgetUser('rosa')
  await page.reload()
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test('a user name that is taken is told in an alert, and the form stays', async ({ page }) => {
  await page.goto(`${address()}/auth/register`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Email').fill('another@people.example')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toHaveText('This user name is already taken.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('admin')
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test('a forgotten password is set anew with the link from the outbox, once', async ({ page }) => {
  test.setTimeout(240_000)
  await ask('admin', addUser, {
    body: {
      username: 'otto',
      firstName: 'Otto',
      email: 'otto@people.example',
      password: 'packboard',
      role: 3,
      clientId: 3,
    },
  })
  await page.goto(`${address()}/auth/login`)
  await page.getByRole('link', { name: /Forgot password/ }).click()
  await page.getByLabel('Email').fill('otto@people.example')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(
    page.getByText('A reset password link has been sent on the provided email!'),
  ).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveCount(0)

  await page.getByRole('link', { name: 'Outbox of the demo' }).click()
  const mail = page.getByRole('article').filter({ hasText: 'otto@people.example' })
  const link = mail.getByRole('link')
  await expect(link).toBeVisible()
  const path = await link.getAttribute('href')
  expect(path).toMatch(/^\/auth\/reset-password\/[\w-]{43}$/)
  await link.click()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await setPassword(page, 'a new one')
  await expect(page.getByText('Your password has been reset!')).toBeVisible()
  await expect(page.getByLabel('Confirm Password')).toHaveCount(0)

  await page.goto(`${address()}${path}`)
  await setPassword(page, 'another one')
  await expect(page.getByRole('alert')).toHaveText(old)
  await signIn(page, 'otto', 'a new one')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await forgetUser('otto')
})

test('who is signed in and asks for a page of accounts is sent on', async ({ page }) => {
  const start = /\/admin\/index$/
  await enter(page, 'clientadmin', '/auth/login')
  await expect(page).toHaveURL(start)
  for (const path of ['register', 'forgot-password', 'reset-password/token']) {
    await page.goto(`${address()}/auth/${path}`)
    await expect(page, path).toHaveURL(start)
  }
})

test('a 401 anywhere signs out and leads to the login', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/panel')
  await expect(page.getByRole('region', { name: 'Users' })).toBeVisible()
  await page.route('**/api/admin/audit-log/**', (route) =>
    route.fulfill({
      status: 401,
      json: { message: 'Please sign in.', code: 'session.required', requestId: 'r' },
    }),
  )
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('packboard.session'))).toBeNull()
})
