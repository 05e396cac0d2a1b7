// @slow form

import { expect, type Page, test } from '@playwright/test'
import { address, enter } from './people.ts'

/** The name of an operator goes out of the records of one client, and of no other (D54). */

const name = 'Zofia Wrzesniewska'
/** Two clients whose machines were both run by her on one day, long before the days of the demo. */
const nova = { client: 'Nova Snacks', clientId: 3, serialNo: 'FW-611' }
const nonna = { client: 'Nonna Biscotti', clientId: 4, serialNo: 'FW-711' }
const day = new Date(Date.now() - 12 * 86_400_000).toISOString().slice(0, 10)
const samples = 6

/** A minute of packing, as a machine sends it. */
async function packAMinute(serialNo: string) {
  const records = Array.from({ length: samples }, (_, index) => ({
    kind: 'sample',
    serialNo,
    time: `${day}T10:00:${index}0.000Z`,
    seq: index,
    state: 'Execute',
    product: 'Oat Bar 35 g',
    tool: 'Former 40',
    user: name,
    speed: 120,
    packs: 1_000 + index * 20,
  }))
  const answer = await fetch(`${address()}/api/ingest/records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'x-access-token': `${serialNo}:packboard`,
    },
    body: records.map((record) => JSON.stringify(record)).join('\n'),
  })
  expect(await answer.json()).toMatchObject({ accepted: samples, quarantined: 0 })
}

async function openNames(page: Page, client: string) {
  await page.goto(`${address()}/admin/panel?view=erasure`)
  await page.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: client }).click()
}

async function count(page: Page) {
  await page.getByRole('textbox', { name: 'Operator’s Name' }).fill(name)
  await page.getByRole('button', { name: 'Count Records' }).click()
}

/** Who packed on that day, as the explanation of a figure names it, and how many packs. */
async function expectPackedBy(page: Page, { clientId, serialNo }: typeof nova, who: string) {
  const window = `from=${day}&to=${day}&start=09:00&end=11:00`
  await page.goto(`${address()}/admin/productionData/${clientId}/${serialNo}?${window}`)
  await expect(page.getByRole('article', { name: 'Packs Produced' })).toContainText('100', {
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Explain this number: Packs Produced' }).click()
  const panel = page.getByRole('dialog', { name: 'Packs Produced' })
  await expect(panel.getByRole('table', { name: 'Intervals' })).toContainText(
    `Former 40 · ${who}`,
    {
      timeout: 60_000,
    },
  )
  return panel
}

test('a name is counted, asked about and erased; a neighbour keeps its records of the same name', async ({
  page,
}) => {
  test.setTimeout(480_000)
  await packAMinute(nova.serialNo)
  await packAMinute(nonna.serialNo)
  await enter(page, 'admin')
  await expectPackedBy(page, nova, name)

  await openNames(page, nova.client)
  await expect(page.getByText('Times, counts and totals stay as they are.')).toBeVisible()
  const erase = page.getByRole('button', { name: 'Erase...' })
  await expect(erase).toHaveCount(0)
  await count(page)
  await expect(page.getByText(`${samples} records hold this name.`)).toBeVisible()

  await erase.click()
  const question = page.getByRole('dialog', { name: 'Erase Name' })
  await expect(question).toContainText(`Erase ${name}?`)
  await expect(question).toContainText('This cannot be taken back')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('No name was erased at this client.')).toBeVisible()
  await erase.click()
  await question.getByRole('button', { name: 'Confirm' }).click()

  const reported = page.getByText(/^erased-[0-9a-f]+ takes the place of the name\.$/)
  const pseudonym = (await reported.textContent())!.split(' ')[0]!
  const row = page
    .getByRole('table', { name: 'Erased Names' })
    .getByRole('row', { name: new RegExp(pseudonym) })
  await expect(row).toContainText('admin')
  await expect(async () => {
    await page.reload()
    await openNames(page, nova.client)
    await expect(row).toBeVisible()
    await expect(row.getByText('Under way')).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 90_000 })
  await expect(page.getByText(name)).toHaveCount(0)
  await count(page)
  await expect(page.getByText('No record holds this name.')).toBeVisible()

  const panel = await expectPackedBy(page, nova, pseudonym)
  await expect(panel.getByText(name)).toHaveCount(0)

  // The same name at the neighbouring client is another person's.
  await openNames(page, nonna.client)
  await expect(page.getByText('No name was erased at this client.')).toBeVisible()
  await count(page)
  await expect(page.getByText(`${samples} records hold this name.`)).toBeVisible()
  await expectPackedBy(page, nonna, name)
})
