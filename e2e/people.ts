import { type Endpoint, type Session, session } from '@packboard/contract'
import { expect, type Page } from '@playwright/test'

export const address = () => process.env.PACKBOARD_E2E_URL!

/** Signs in through the form, as a person does who has seen the tour of the demo. */
export async function signIn(page: Page, username: string, password = 'packboard', at = address()) {
  await page.addInitScript(() => localStorage.setItem('packboard.tour', 'seen'))
  await page.goto(`${at}/auth/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Sessions of the demo's people, begun once: who signs in again and again has to wait. */
const sessions = new Map<string, Promise<Session>>()
/** When each was confirmed last: what erases or opens wants that within ten minutes. */
const confirmed = new Map<string, number>()
const confirmAgainMs = 5 * 60_000

async function sessionOf(username: string): Promise<Session> {
  const known = sessions.get(username)
  if (known && Date.now() - (confirmed.get(username) ?? 0) > confirmAgainMs) {
    confirmed.set(username, Date.now())
    const { accessToken } = await known
    await fetch(`${address()}/api/account/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': accessToken },
      body: JSON.stringify({ password: 'packboard' }),
    })
  }
  if (known) return known
  confirmed.set(username, Date.now())
  const begun = fetch(`${address()}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'packboard' }),
  }).then(async (answer) => {
    if (!answer.ok) throw new Error(`${username} cannot sign in: ${answer.status}`)
    return session.parse(await answer.json())
  })
  sessions.set(username, begun)
  return begun
}

/** Opens a page as one of the demo's users who has signed in before. No test may sign out after it. */
export async function enter(page: Page, username: string, path = '/admin/index') {
  const kept = JSON.stringify(await sessionOf(username))
  // Any answer of the server will do: the storage belongs to its address.
  await page.goto(`${address()}/health/live`)
  await page.evaluate((text) => {
    localStorage.setItem('packboard.tour', 'seen')
    localStorage.setItem('packboard.session', text)
  }, kept)
  await page.goto(address() + path)
}

type AnswerOf<Call extends Endpoint> = Call['answer']['_zod']['output']

/** Asks the server as one of the demo's people, to prepare what a journey needs and to take it away again. */
export async function ask<Call extends Endpoint>(
  username: string,
  call: Call,
  { id, body }: { id?: number; body?: object } = {},
): Promise<AnswerOf<Call>> {
  const { accessToken } = await sessionOf(username)
  const path = call.path.replace(/:(id|clientId)$/, String(id))
  const answer = await fetch(address() + path, {
    method: call.method,
    headers: {
      'x-access-token': accessToken,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reported = await answer.text()
  if (!answer.ok) throw new Error(`${call.method} ${path}: ${answer.status} ${reported}`)
  return call.answer.parse(JSON.parse(reported)) as AnswerOf<Call>
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
