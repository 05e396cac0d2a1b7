// `npm run screens`: takes the pictures of docs/screens from a running demo, so that they are never older than the code.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startPackboard } from '../scripts/demo.mjs'
import { buildScreens, checkNode, findChromium, installPackages, root } from '../scripts/steps.mjs'

const widths = { desktop: [1440, 900], wide: [1920, 1080], tablet: [820, 1180], phone: [390, 844] }
const client = 'Northfield Confectionery'

checkNode()
installPackages()
buildScreens()
const folder = process.argv[2] ?? join(root, 'docs', 'screens')
mkdirSync(folder, { recursive: true })
const data = mkdtempSync(join(tmpdir(), 'packboard-screens-'))
let complete
const historyIsThere = new Promise((done) => {
  complete = done
})
const demo = await startPackboard({
  env: { PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: data, DAYS: '2', LOG_LEVEL: 'warn' },
  onPlant: (message) => message.type === 'history' && complete(),
})
await historyIsThere
// Something for every band: a stop, a hold, a jam and a machine that nobody hears.
for (const command of [
  'state FW-301 3',
  'state FW-202 13',
  'state VF-401 21',
  'stop-connection VF-402',
]) {
  demo.plant.send(command)
}
await new Promise((done) => setTimeout(done, 110_000))

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
const shift = `from=${yesterday}&to=${yesterday}&start=06:00&end=14:30`

const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
for (const [name, [width, height]] of Object.entries(widths)) {
  const page = await browser.newPage({
    viewport: { width, height },
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    hasTouch: name === 'tablet' || name === 'phone',
  })
  const take = async (screen, { after = 800, ...options } = {}) => {
    await page.waitForTimeout(after)
    await page.screenshot({ path: join(folder, `${screen}-${name}.png`), ...options })
  }
  await page.goto(`${demo.url}/auth/login`)
  await take('login')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('packboard')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('combobox', { name: 'Select Client:' }).click()
  await take('client-picker')
  await page.getByRole('option', { name: new RegExp(client) }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dashboard/ })
    .waitFor()
  await take('home')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dashboard/ })
    .click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^FW-101/ })
    .waitFor()
  await take('overview', { fullPage: true })
  // A past shift, so that the pictures of one run have the same window.
  await page.goto(`${demo.url}/admin/productionData/1/FW-102?${shift}`)
  await page.getByRole('img', { name: /^Packs per minute/ }).waitFor()
  await take('production', { fullPage: true, after: 2_500 })
  for (const [button, screen] of [
    ['Audit Data', 'audit-trail'],
    ['Alarms Info', 'alarm-info'],
    ['Explain this number: OEEE', 'explain'],
  ]) {
    await page.getByRole('button', { name: button }).first().click()
    await take(screen, { after: 2_500 })
    await page.keyboard.press('Escape')
  }
  await page.goto(`${demo.url}/admin/day-summary`)
  await page.getByRole('article', { name: 'OEEE' }).getByText('Availability').waitFor()
  await take('day-summary', { fullPage: true })
  await page
    .getByRole('button', { name: /^Details for/ })
    .first()
    .click()
  await take('day-details', { after: 2_500 })
  await page.close()
}
await browser.close()
await demo.stop()
rmSync(data, { recursive: true, force: true })
