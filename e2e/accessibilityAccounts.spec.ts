// @slow axe

import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { refusedSources, watchRefusals } from './inPage.mjs'
import { address, signIn } from './people.ts'

/** The ways in: every account screen and what opens over it, checked by axe under the rules of WCAG 2.2 AA. */

/** Both workers share it. */
test.describe.configure({ mode: 'parallel' })

for (const [name, path] of [
  ['login', '/auth/login'],
  ['register', '/auth/register'],
  ['forgot password', '/auth/forgot-password'],
  ['reset password', '/auth/reset-password/some-token'],
  ['a new account', '/auth/reset-password/some-token/create'],
  ['outbox', '/auth/outbox'],
] as const) {
  test(`the account screen: ${name}`, async ({ page }) => {
    await page.addInitScript(watchRefusals)
    await page.goto(address() + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, name)
    // axe itself requests nothing that the page may not do.
    expect(await page.evaluate(refusedSources)).toEqual([])
  })
}

test('the terms over the page of a new account, and a refused sign-in', async ({ page }) => {
  await page.goto(`${address()}/auth/reset-password/some-token/create`)
  await page.getByRole('button', { name: /Terms and Conditions/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'terms')
  await signIn(page, 'admin', 'wrong')
  await expect(page.getByText('Invalid username or password!')).toBeVisible()
  await expectAccessible(page, 'refused sign-in')
})
