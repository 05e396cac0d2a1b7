import { expect, type Page } from '@playwright/test'

export const address = () => process.env.PACKBOARD_E2E_URL!

/** Signs in through the form, as a person does who has seen the tour of the demo. */
export async function signIn(page: Page, username: string, password = 'packboard') {
  await page.addInitScript(() => localStorage.setItem('packboard.tour', 'seen'))
  await page.goto(`${address()}/auth/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** From the client picker to the machine overview of a client. */
export async function openOverview(page: Page, client: string) {
  await expect(
    page.getByText('Please select Client for which you want to view data:'),
  ).toBeVisible()
  await page.getByRole('combobox', { name: 'Select Client:' }).click()
  await page.getByRole('option', { name: new RegExp(client) }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dashboard/ })
    .click()
  await expect(page.getByText('Last Updated Time')).toBeVisible()
}

/** The card of a machine on the overview: one link that begins with its serial number. */
export const card = (page: Page, serialNo: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${serialNo}\\b`) })
