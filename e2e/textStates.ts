import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { dialog, openForm, press } from './panel.ts'
import { address, enter } from './people.ts'

/**
 * The ways into the states in which the texts of the specification are said. States of one page share its opening, because
 * a page that loads costs more than everything that is done on it.
 */
export type State = {
  /** Opens a page; what has to be answered before it is there is answered for the whole context. */
  readonly open: (page: Page) => Promise<unknown>
  /** Brings the open page into the state. Answers are put on the page, and end with it. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Where the text stands, when it is not simply on the page. */
  readonly where?: (page: Page) => Locator
}

/** Ends a state: the next one finds the page without a dialog, a message or an answer of it. */
export async function leave(page: Page) {
  // A request that is still running is no failure.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const floating = page.locator('[role="listbox"], [role="dialog"]').filter({ visible: true })
  for (let open = await floating.count(); open > 0; open--) {
    await page.keyboard.press('Escape')
    await expect(floating).toHaveCount(open - 1)
  }
  const messages = page.getByLabel('Messages', { exact: true }).getByRole('button')
  await messages.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await expect(messages).toHaveCount(0)
}

const reported = (message: string, code = 'request.invalid') => ({ message, code, requestId: 'r' })

/** The server refuses or answers without anything being changed: other journeys use the same demo. */
export const answer = (
  on: Page | BrowserContext,
  url: string,
  method: string,
  status: number,
  json: object,
) =>
  on.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  )
export const refuse = (on: Page | BrowserContext, url: string, method = 'GET') =>
  answer(on, url, method, 400, reported('Please look again.'))

/** The page of a user, on which these calls are refused. */
export const refusedPage =
  (username: string, path: string, ...calls: readonly string[]) =>
  async (page: Page) => {
    for (const call of calls) await refuse(page.context(), `**/api/${call}`)
    await enter(page, username, path)
  }

/** Account screens. */
const accountPage = (path: string) => (page: Page) => page.goto(`${address()}/auth/${path}`)
export const loginPage = accountPage('login')
export const registerPage = accountPage('register')
export const forgotPage = accountPage('forgot-password')
export const resetPage = accountPage('reset-password/token')
export const createPage = accountPage('reset-password/token/create')

/** Fills the form of an account screen and sends it. */
export const send =
  (button: string, typed: Record<string, string> = {}) =>
  async (page: Page) => {
    for (const [label, value] of Object.entries(typed)) {
      await page.getByLabel(label, { exact: true }).fill(value)
    }
    await page.getByRole('button', { name: button, exact: true }).click()
  }
const credentials = { Username: 'nobody', Password: 'packboard' }
export const newcomer = { ...credentials, Email: 'nobody@people.example' }
export const login = send('Sign In', credentials)
export const register = send('Create account', newcomer)
export const forgot = send('Submit', { Email: 'nobody@people.example' })
export const reset = (password: string) =>
  send('Submit', { Password: password, 'Confirm Password': password })
export const withoutNetwork = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.route('**/api/auth/**', (route) => route.abort())
  await act(page)
}

/** The panel of an admin, with what is changed in it answered here. */
export const panelPage = (page: Page) => enter(page, 'admin', '/admin/panel')
export const distributor = {
  Name: 'Tees Wrap',
  'Contact Name': 'Tess',
  'Contact Email': 'tess@tees.example',
  'Contact Number': '1',
}
export const added = (
  noun: string,
  act: (page: Page) => Promise<unknown> = async () => {},
): State => ({
  open: panelPage,
  async act(page) {
    await openForm(page, `Add ${noun}`, `Add ${noun}`)
    await act(page)
    await press(page, 'Add')
  },
})
/** The panel again, so that both workers have a part of its states. */
const panelOfDeletions = (page: Page) => panelPage(page)
export const deleted = (list: string, name: string, noun: string, works: boolean): State => ({
  open: panelOfDeletions,
  async act(page) {
    const url = `**/api/admin/${list}/*`
    if (works) await answer(page, url, 'DELETE', 200, { message: 'Done' })
    else await refuse(page, url, 'DELETE')
    const section = page.getByRole('region', { name: `${noun}s`, exact: true })
    await section.getByRole('searchbox').fill(name)
    // A machine and the account with which it signs in have the same name.
    await section.getByRole('button', { name: `Delete ${name}`, exact: true }).click()
    await press(page, 'Confirm')
  },
})

/** The page of a machine, on a day without data. */
const production = '/admin/productionData/1/FW-102'
const dayWithoutData = '?from=2026-01-02&to=2026-01-02&start=06:00&end=18:00'
export const productionPage = (page: Page) => enter(page, 'admin', production + dayWithoutData)

const failingPartsPage = refusedPage(
  'admin',
  production,
  'production_chart_data/idle_run_alarm**',
  'alarm_pie_chart_data/groups**',
  'production_chart_data/products_pie_chart**',
  'admin/machine-state-bar-chart**',
)
export const failingPart = (name: string): State => ({
  open: failingPartsPage,
  where: (page) => page.getByRole('region', { name, exact: true }),
})

const failingRecordsPage = refusedPage(
  'admin',
  production + dayWithoutData,
  'audit_trail_data/**',
  'alarm_info/**',
  'audit_trail_data_groups**',
  'audit_trail_data_descriptions**',
)
export const failingRecords = (button: string): State => ({
  open: failingRecordsPage,
  act: (page) => page.getByRole('button', { name: button }).click(),
  where: dialog,
})
export const failingChoice = (label: string): State => ({
  open: failingRecordsPage,
  async act(page) {
    await page.getByRole('button', { name: 'Audit Data' }).click()
    await dialog(page).getByRole('combobox', { name: label }).click()
    await expect(page.getByRole('option')).toHaveCount(1)
  },
  where: (page) => page.getByRole('option'),
})

const clear = (page: Page) => page.getByRole('button', { name: 'Clear', exact: true }).click()
const daysPage = (page: Page) => enter(page, 'clientadmin', '/admin/day-summary')
/** The days of a client after Clear. */
export const clearedDays = (label: string): State => ({
  open: daysPage,
  act: clear,
  where: (page) => page.getByLabel(label),
})
/** The page of a machine after Clear. */
export const clearedProduction = (label: string): State => ({
  open: productionPage,
  act: clear,
  where: (page) => page.getByLabel(label),
})
