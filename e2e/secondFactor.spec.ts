// @slow form
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { startPackboard } from '../scripts/demo.mjs'
import { expectAccessible } from './axe.ts'
import { signIn } from './people.ts'

/** An installation of its own, at an address with a name: the demo asks for no second factor. */
let at = ''
let stop = async () => {}

test.beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'packboard-factor-'))
  const port = await freePort()
  at = `http://localhost:${port}`
  const server = await startPackboard({
    env: {
      ...{ PORT: String(port), MQTT_PORT: '0', PACKBOARD_DATA: data, LOG_LEVEL: 'warn' },
      ...{ MFA: 'optional', PUBLIC_URL: at },
    },
    plant: false,
  })
  stop = async () => {
    await server.stop()
    await rm(data, { recursive: true, force: true })
  }
})
test.afterAll(() => stop())

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (typeof address !== 'object' || address === null) throw new Error('no port is free')
  return address.port
}

/** What an authenticator app shows (RFC 6238), computed apart from the product. */
function codeOf(secret: string, time: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret]
    .map((each) => letters.indexOf(each).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const hash = createHmac('sha1', key).update(step).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A device that makes and uses passkeys without a person. */
async function virtualDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
}

/** On a phone each code is one line within its list. */
async function expectWholeCodes(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const outside = await page.locator('li code').evaluateAll((codes) =>
    codes.flatMap((code) => {
      const { left, right, height } = code.getBoundingClientRect()
      const list = code.closest('ul')?.getBoundingClientRect()
      const fits = list && left >= list.left && right <= list.right && height < 30
      return fits ? [] : [code.textContent]
    }),
  )
  expect(outside).toEqual([])
  if (size) await page.setViewportSize(size)
}

async function openAccount(page: Page) {
  await page.goto(`${at}/admin/account`)
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/auth\/login$/)
}

const signedIn = (page: Page) => expect(page).toHaveURL(/\/admin\/(index|dashboard)$/)

test('a person sets up an app, signs in with it, and with a recovery code when the phone is away', async ({
  page,
}) => {
  await signIn(page, 'engineer', 'packboard', at)
  await signedIn(page)
  await page.getByRole('link', { name: /^My account: / }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('button', { name: 'I cannot scan it' }).click()
  await expectAccessible(page, 'setting up an app')
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code of the app').fill(codeOf(secret, Date.now()))
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.locator('li')).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  await expectWholeCodes(page)
  const code = (await codes.locator('li').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText(/^On since/)).toBeVisible()
  await signOut(page)

  await signIn(page, 'engineer', 'packboard', at)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expectAccessible(page, 'second step')
  const field = page.getByLabel('Code of the app')
  await field.fill('000000')
  await expect(page.getByRole('alert')).toHaveText('This code is wrong. Please try again.')
  // The code of the next half minute: the one of this was used to set it up.
  await field.fill(codeOf(secret, Date.now() + 30_000))
  await signedIn(page)
  await signOut(page)

  for (const accepted of [true, false]) {
    await signIn(page, 'engineer', 'packboard', at)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    if (!accepted) {
      await expect(page.getByRole('alert')).toHaveText('This code is wrong. Please try again.')
      return
    }
    await signedIn(page)
    await signOut(page)
  }
})

test('a passkey is added and signs in alone; the sessions are listed and ended', async ({
  page,
  browser,
}) => {
  await virtualDevice(page)
  await signIn(page, 'clientadmin', 'packboard', at)
  await signedIn(page)
  await openAccount(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name of the device').fill('Office PC')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Office PC')).toBeVisible()
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await signedIn(page)

  // Elsewhere: the password, and then this device.
  const other = await browser.newPage()
  await signIn(other, 'clientadmin', 'packboard', at)
  await expect(other.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
  await other.close()

  await openAccount(page)
  const sessions = page.getByRole('region', { name: 'Sessions' })
  await expect(sessions.getByText('This one')).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `my account at ${width} px`)
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider).toBe(0)
  }
  await page.getByRole('button', { name: 'Remove Office PC' }).click()
  await expect(page.getByText('Office PC')).toHaveCount(0)
})
