import { expect, test } from '@playwright/test'
import { address, card, signIn } from './people.ts'

test('a wrong password is told in red above the form', async ({ page }) => {
  await signIn(page, 'admin', 'wrong')
  await expect(page.getByText('Invalid username or password!')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test('without a network the form says so', async ({ page }) => {
  await page.goto(`${address()}/auth/login`)
  await page.route('**/api/auth/**', (route) => route.abort())
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('packboard')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Server error!')).toBeVisible()
})

test('a user of role user goes straight to the dashboard of the own client', async ({ page }) => {
  await signIn(page, 'user')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(card(page, 'FW-101')).toBeVisible()
})

for (const username of ['clientadmin', 'engineer']) {
  test(`${username} sees home without a picker, and no client to choose`, async ({ page }) => {
    await signIn(page, username)
    await expect(page).toHaveURL(/\/admin\/index$/)
    await expect(page.getByRole('link', { name: /Dashboard/ }).first()).toBeVisible()
    await expect(page.getByText('Select Client:')).toHaveCount(0)
  })
}

test('a distributor is offered the clients of that distributor only', async ({ page }) => {
  await signIn(page, 'distributor')
  await page.getByRole('combobox', { name: 'Select Client:' }).click()
  await expect(page.getByRole('option', { name: /Northfield Confectionery/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Nova Snacks/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Norsk Kjeks/ })).toHaveCount(0)
})

test.describe('addresses', () => {
  test('a visitor who is not signed in reaches the login from any address', async ({ page }) => {
    for (const requested of ['/', '/auth/nowhere', '/admin/dashboard', '/admin/nowhere']) {
      await page.goto(`${address()}${requested}`)
      await expect(page, requested).toHaveURL(`${address()}/auth/login`)
    }
  })

  test('an admin reaches the start page from any address that is none', async ({ page }) => {
    await signIn(page, 'admin')
    await expect(page).toHaveURL(/\/admin\/index$/)
    for (const requested of ['/', '/admin/nowhere', '/auth/login']) {
      await page.goto(`${address()}${requested}`)
      await expect(page, requested).toHaveURL(`${address()}/admin/index`)
    }
  })
})

test('signing out ends the session here and in the other tab', async ({ page, context }) => {
  await signIn(page, 'clientadmin')
  await expect(page).toHaveURL(/\/admin\/index$/)
  const other = await context.newPage()
  await other.goto(`${address()}/admin/dashboard`)
  await expect(other.getByText('Last Updated Time')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
  await expect(other).toHaveURL(/\/auth\/login$/)
})
