// @slow form

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailServer, openMailServer } from '@packboard/server/testing/mailServer'
import { expect, type Page, test } from '@playwright/test'
import { type RunningPackboard, startPackboard } from '../scripts/demo.mjs'
import { choose, done, fill, findRow, openForm } from './panel.ts'
import { signIn } from './people.ts'

/** An installation of its own beside the demo of the other journeys: it really sends its e-mails. */
let mails: MailServer
let packboard: RunningPackboard
let data: string

test.beforeAll(async () => {
  test.setTimeout(240_000)
  data = await mkdtemp(join(tmpdir(), 'packboard-invitation-'))
  mails = await openMailServer()
  const port = await freePort()
  packboard = await startPackboard({
    plant: false,
    env: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      MQTT_PORT: '0',
      PACKBOARD_DATA: data,
      SMTP_URL: mails.url,
      MAIL_FROM: 'Packboard <packboard@provider.example>',
      LOG_LEVEL: 'warn',
    },
  })
})
test.afterAll(async () => {
  await packboard?.stop()
  await mails?.close()
  await rm(data, { recursive: true, force: true })
})

/** The e-mails contain the address before a server listens there. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function setPassword(page: Page, password: string) {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
}

test('an admin adds a user, the mail arrives, and its link sets the password once, with the terms', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  await signIn(page, 'admin', 'packboard', packboard.url)
  await page.waitForURL(/\/admin\/index$/)
  await page.goto(`${packboard.url}/admin/panel`)
  await openForm(page, 'Add User', 'Add User')
  await fill(page, { Username: 'ivy', 'First Name': 'Ivy', Email: 'ivy@northfield.example' })
  await choose(page, 'Client', 'Northfield Confectionery')
  await choose(page, 'Role', 'user')
  await done(page, 'Add', 'Success!')

  await expect.poll(() => mails.arrived.length).toBe(1)
  const [mail] = mails.arrived
  expect(mail).toMatchObject({
    from: 'packboard@provider.example',
    to: ['ivy@northfield.example'],
  })
  const link = /http\S+\/auth\/reset-password\/[\w-]{43}\/create/.exec(mail!.text)?.[0] ?? ''
  expect(link.startsWith(packboard.url)).toBe(true)

  const guest = await (await browser.newContext()).newPage()
  await guest.goto(link)
  await setPassword(guest, 'ivy and her machines')
  await expect(guest.getByRole('alert')).toHaveText('Please check mark the Terms and Conditions!')
  await guest.getByRole('button', { name: 'Terms and Conditions' }).click()
  await expect(guest.getByRole('dialog')).toContainText('You must be 18 or over.')
  await guest.getByRole('button', { name: 'Agree' }).click()
  await expect(guest.getByRole('checkbox')).toBeChecked()
  await guest.getByRole('button', { name: 'Submit' }).click()
  await expect(guest.getByText('Your password has been reset!')).toBeVisible()

  await guest.goto(link)
  await guest.getByRole('checkbox').check()
  await setPassword(guest, 'somebody else')
  await expect(guest.getByRole('alert')).toHaveText(
    'This link is no longer valid. Please ask for a new one.',
  )
  await signIn(guest, 'ivy', 'ivy and her machines', packboard.url)
  await expect(guest).toHaveURL(/\/admin\/dashboard$/)

  // The audit log records which version of the terms was accepted, and when.
  await page.goto(`${packboard.url}/admin/panel?view=log`)
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'password set' }).click()
  const entry = await findRow(page, 'Audit Log', 'ivy')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('termsAccepted')
  await expect(entry).toContainText('Northfield Confectionery')
})

test('where e-mails are really sent, no screen offers an outbox', async ({ page }) => {
  for (const path of ['/auth/login', '/auth/forgot-password']) {
    const reported = page.waitForResponse('**/api/provider')
    await page.goto(packboard.url + path)
    await reported
    await expect(page.getByRole('link', { name: /Login|Register/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /Outbox/ })).toHaveCount(0)
  }
  expect((await page.request.get(`${packboard.url}/api/auth/outbox`)).status()).toBe(404)
})
