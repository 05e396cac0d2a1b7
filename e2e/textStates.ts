import { expect, type Locator, type Page } from '@playwright/test'
import { dialog, openForm, press } from './panel.ts'
import { address, enter } from './people.ts'

/** The ways into the states in which the texts of the specification are said. */

/** Brings a page into a state; where the text stands, when it is not simply on the page. */
export type State = (page: Page) => Promise<Locator | undefined>

/** A state whose text is found anywhere on the page. */
export const anywhere =
  (bring: (page: Page) => Promise<unknown>): State =>
  async (page) => {
    await bring(page)
    return undefined
  }

const reported = (message: string, code = 'request.invalid') => ({ message, code, requestId: 'r' })

/** The server refuses or answers without anything being changed: other journeys use the same demo. */
export const answer = (page: Page, url: string, method: string, status: number, json: object) =>
  page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  )
export const refuse = (page: Page, url: string, method = 'GET') =>
  answer(page, url, method, 400, reported('Please look again.'))

/** Account screens. */
export const account = async (
  page: Page,
  path: string,
  typed: Record<string, string>,
  button: string,
) => {
  await page.goto(`${address()}/auth/${path}`)
  for (const [label, value] of Object.entries(typed)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('button', { name: button, exact: true }).click()
}
const credentials = { Username: 'nobody', Password: 'packboard' }
export const newcomer = { ...credentials, Email: 'nobody@people.example' }
export const login = (page: Page) => account(page, 'login', credentials, 'Sign In')
export const register = (page: Page) => account(page, 'register', newcomer, 'Create account')
export const forgot = (page: Page) =>
  account(page, 'forgot-password', { Email: 'nobody@people.example' }, 'Submit')
export const reset = (page: Page, password: string) =>
  account(
    page,
    'reset-password/token',
    { Password: password, 'Confirm Password': password },
    'Submit',
  )
export const withoutNetwork = (act: (page: Page) => Promise<unknown>) =>
  anywhere(async (page) => {
    await page.route('**/api/auth/**', (route) => route.abort())
    await act(page)
  })

/** The panel of an admin, with what is changed in it answered here. */
export const panel = (page: Page) => enter(page, 'admin', '/admin/panel')
export const distributor = {
  Name: 'Tees Wrap',
  'Contact Name': 'Tess',
  'Contact Email': 'tess@tees.example',
  'Contact Number': '1',
}
export const added = (noun: string, act: (page: Page) => Promise<unknown> = async () => {}) =>
  anywhere(async (page) => {
    await panel(page)
    await openForm(page, `Add ${noun}`, `Add ${noun}`)
    await act(page)
    await press(page, 'Add')
  })
export const deleted = (list: string, name: string, noun: string, works: boolean) =>
  anywhere(async (page) => {
    const url = `**/api/admin/${list}/*`
    if (works) await answer(page, url, 'DELETE', 200, { message: 'Done' })
    else await refuse(page, url, 'DELETE')
    await panel(page)
    const section = page.getByRole('region', { name: `${noun}s`, exact: true })
    await section.getByRole('searchbox').fill(name)
    // A machine and the account with which it signs in have the same name.
    await section.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
    await press(page, 'Confirm')
  })

/** The page of a machine, on a day without data. */
const production = '/admin/productionData/1/FW-102'
export const openProduction = (
  page: Page,
  search = '?from=2026-01-02&to=2026-01-02&start=06:00&end=18:00',
) => enter(page, 'admin', production + search)
export const failingPart = (call: string, name: string): State => {
  return async (page) => {
    await refuse(page, `**/api/${call}**`)
    await openProduction(page, '')
    return page.getByRole('region', { name, exact: true })
  }
}
export const failingRecords = (call: string, button: string): State => {
  return async (page) => {
    await refuse(page, `**/api/${call}/**`)
    await openProduction(page)
    await page.getByRole('button', { name: button }).click()
    return dialog(page)
  }
}
export const failingChoice = (label: string, calls: readonly string[]): State => {
  return async (page) => {
    for (const call of calls) await refuse(page, call)
    await openProduction(page)
    await page.getByRole('button', { name: 'Audit Data' }).click()
    await dialog(page).getByRole('combobox', { name: label }).click()
    await expect(page.getByRole('option')).toHaveCount(1)
    return page.getByRole('option')
  }
}
/** The days of a client after Clear. */
export const clearedDays =
  (label: string): State =>
  async (page) => {
    await enter(page, 'clientadmin', '/admin/day-summary')
    await page.getByRole('button', { name: 'Clear' }).click()
    return page.getByLabel(label)
  }

/** The page of a machine after Clear. */
export const clearedProduction =
  (label: string): State =>
  async (page) => {
    await openProduction(page)
    await page.getByRole('button', { name: 'Clear' }).click()
    return page.getByLabel(label)
  }
