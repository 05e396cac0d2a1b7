// @slow walk

import { clientLineFlow, setLineFlow } from '@packboard/contract'
import { demoPlant } from '@packboard/demo/plant'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { hasFocus } from './inPage.mjs'
import { address, ask, enter } from './people.ts'

/** The line of the demo that has a flow: wrappers, a cartoner, a case packer and a palletiser. */
const line = 'Line 3'
const client = 2
const place = `client=${client}&line=${encodeURIComponent(line)}`
const page3 = `/admin/line?${place}`

const table = (page: Page) => page.getByRole('table', { name: `What stopped ${line}` })

/** The plant of the journeys declares none. */
test.beforeAll(async () => {
  const { version } = await ask('admin', clientLineFlow, { id: client })
  if (version > 0) return
  const flows = demoPlant.find(({ id }) => id === client)?.flows ?? []
  const lines = flows.map((flow) => ({ ...flow, validFrom: null }))
  await ask('admin', setLineFlow, { id: client, body: { lines, version } })
})

test('what stopped line 3 most in seven days is seen after three selections', async ({ page }) => {
  await enter(page, 'admin', `/admin/dashboard?client=${client}&group=line`)
  await page.getByRole('link', { name: line, exact: true }).first().click()
  await expect(page).toHaveURL(/\/admin\/line\?/)
  await page.getByRole('button', { name: 'What stopped it', exact: true }).click()
  await page.getByText('7 days', { exact: true }).click()
  const first = table(page).getByRole('row').nth(1)
  await expect(first.getByRole('rowheader')).toContainText(/[A-Z]{2}-\d{3}|outside|decided/)
  await expect(page.getByText(/left over 0/)).toBeVisible()
  // The way back leads through the same steps, and a reload shows the same view.
  await page.reload()
  await expect(table(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/view=losses/)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Flow of the line now' })).toBeVisible()
})

test('the page of a line says what the line does, and each of its views is accessible', async ({
  page,
}) => {
  test.slow()
  await enter(page, 'admin', page3)
  await expect(page.getByRole('region', { name: 'Flow of the line now' })).toBeVisible()
  // A frame with the root, or one line with what is true of it.
  await expect(
    page.getByText(/Line 3 (runs|stands)|holds Line 3|Line 3 is held|runs is not/).first(),
  ).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'line now')
  await page.goto(`${address()}${page3}&view=losses&preset=last7d`)
  await expect(table(page)).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'what stopped a line')
  await page.goto(`${address()}${page3}&view=flow`)
  await expect(page.getByRole('heading', { name: `Flow of ${line}` })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'flow of a line')
})

test('views and causes are reached and opened by keys alone', async ({ page }) => {
  await enter(page, 'admin', `${page3}&preset=last7d`)
  await expect(page.getByRole('region', { name: 'Flow of the line now' })).toBeVisible()
  const tabTo = async (name: RegExp | string) => {
    const target = page.getByRole('button', { name }).first()
    await expect(target).toBeVisible()
    for (let steps = 0; steps < 80; steps++) {
      if (await target.evaluate(hasFocus)) return target
      await page.keyboard.press('Tab')
    }
    throw new Error(`${name} is not reached`)
  }
  await tabTo('Now')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(table(page)).toBeVisible()
  const row = await tabTo(/^[A-Z]{2}-\d{3}/)
  await expect(row).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await tabTo(`Export What stopped ${line}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'XLSX' })).toBeVisible()
})

test('the wall shows the line with its flow, chosen in its foot, and by a link', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await enter(page, 'admin', `/admin/wall?client=${client}`)
  await page.getByRole('combobox', { name: 'What it shows' }).click()
  await page.getByRole('option', { name: `${line} with its flow` }).click()
  await expect(page).toHaveURL(/line=Line/)
  const stations = page.getByRole('list', { name: 'Stations in flow order' })
  await expect(stations.getByRole('article', { name: /^CP-105,/ })).toBeVisible()
  await expectAccessible(page, 'wall of a line')
  await page.goto(`${address()}/admin/panel?view=walls`)
  await page.getByRole('button', { name: 'Add Wall Link' }).click()
  const form = page.getByRole('dialog', { name: 'Add Wall Link' })
  await form.getByLabel('Name').fill(`Line ${Date.now()}`)
  await form.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Norsk Kjeks AS' }).click()
  await form.getByRole('button', { name: 'Add' }).click()
  const made = page.getByRole('dialog', { name: /^Wall Link/ })
  await made.getByRole('combobox', { name: 'What it shows' }).click()
  await page.getByRole('option', { name: `${line} with its flow` }).click()
  const link = await made.getByLabel('Open this address on the television').inputValue()
  expect(link).toMatch(/\/wall\?line=Line\+3#[\w-]{43}$/)
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const screen = await context.newPage()
  await screen.goto(link)
  await expect(screen.getByRole('article', { name: /^CP-105,/ })).toBeVisible()
  await expect(screen.getByRole('link')).toHaveCount(0)
  expect(await screen.evaluate('document.documentElement.scrollHeight <= window.innerHeight')).toBe(
    true,
  )
  await context.close()
})
