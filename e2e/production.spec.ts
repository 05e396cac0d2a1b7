import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { enter } from './people.ts'

/** The production page, in the order in which its parts are named by the specification. */

const machine = '/admin/productionData/1/FW-102'

async function openMachine(page: Page, search = '', who = 'admin') {
  await enter(page, who, machine + search)
  await expect(page.getByRole('article', { name: 'Packs Produced' })).toContainText(/\d/)
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figure = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('four cards, three rings, speed, stop causes and states stand on the page of a machine', async ({
  page,
}) => {
  await openMachine(page)
  for (const name of ['Packs Produced', 'Idle Time Total', 'Run Time Total', 'OEEE']) {
    await expect(figure(page, name)).toBeVisible()
  }
  for (const name of ['Availability', 'Performance', 'Quality']) {
    await expect(figure(page, 'OEEE').getByText(name)).toBeVisible()
  }
  await expect(page.getByRole('img', { name: /^Machine Status: .*Run \d/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Alarms: \w+/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Products: \w+/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Packs per minute, [1-9]\d* points/ })).toBeVisible()
  await expect(part(page, 'Stop Causes').getByRole('row')).not.toHaveCount(1)
  await expect(part(page, 'Machine State Distribution').getByText('Execute')).toBeVisible()
})

test('Apply puts the filter into the address, Back takes it away, Clear is yesterday 06:00 to today 18:00', async ({
  page,
}) => {
  await openMachine(page)
  await expect(page.getByLabel('Start time')).toHaveValue('06:00')
  await expect(page.getByLabel('End time')).toHaveValue('18:00')
  const before = await figure(page, 'Packs Produced').innerText()

  await page.getByRole('button', { name: /^Time Period/ }).click()
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/preset=yesterday/)
  await expect(figure(page, 'Packs Produced')).not.toHaveText(before)

  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${machine}$`))
  await page.goForward()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByLabel('Start time')).toHaveValue('06:00')
  await expect(page.getByLabel('End time')).toHaveValue('18:00')
})

test('a shared address shows the same filter to somebody else', async ({ page }) => {
  await openMachine(page, '?from=2026-01-02&to=2026-01-03&start=07:05&end=09:10', 'user')
  await expect(page.getByLabel('Start time')).toHaveValue('07:05')
  await expect(page.getByLabel('End time')).toHaveValue('09:10')
  await expect(page.getByRole('button', { name: /02-01-2026 – 03-01-2026/ })).toBeVisible()
  await expect(part(page, 'Machine State Distribution').getByText('No Data Found')).toBeVisible()
})

test('a slice sets the product filter or the recipe filter, and the Product select appears with it', async ({
  page,
}) => {
  await openMachine(page)
  const product = part(page, 'Products').getByRole('row').first().getByRole('button').first()
  // The slice's letter stands before its name.
  const name = (await product.innerText()).trim().replace(/^[A-Z]\s+/, '')
  await product.click()
  await expect(page).toHaveURL(/product=/)
  await expect(page.getByRole('combobox', { name: 'Product', exact: true })).toHaveValue(name)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  const group = part(page, 'Alarms').getByRole('row').first().getByRole('button').first()
  await group.click()
  await expect(page).toHaveURL(/recipe=/)
})

test('a Duration counts for its chart alone, and is blank again when the filter changes', async ({
  page,
}) => {
  await openMachine(page)
  const duration = page.getByRole('combobox', { name: 'Duration of Machine Status' })
  await expect(page.getByRole('img', { name: /^Products: \w+/ })).toBeVisible()
  const others = await part(page, 'Products').innerText()
  await duration.click()
  await expect(page.getByRole('option')).toHaveText([
    'Last Week',
    'Last Month',
    'Last Year',
    'Last 8 hours',
    'Last 16 hours',
    'Last 24 hours',
  ])
  const requested = page.waitForRequest(/idle_run_alarm/)
  await page.getByRole('option', { name: 'Last 8 hours' }).click()
  await requested
  await expect(duration).toHaveValue('Last 8 hours')
  expect(await part(page, 'Products').innerText()).toBe(others)

  await page.getByRole('button', { name: /^Time Period/ }).click()
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(duration).toHaveValue('')
})

test('alarms and next machine are marked up to 24 hours, and not asked for beyond', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/alarm_chart_data')) requested.push(request.url())
  })
  await openMachine(page)
  await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()
  expect(requested).toEqual([])
  await page.getByRole('button', { name: /^Time Period/ }).click()
  await page.getByRole('button', { name: 'Last 8 hours', exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => requested.length).toBe(1)
  await expect(page.getByRole('list', { name: 'Alarm groups' })).toBeVisible()
})

for (const [button, title, columns] of [
  [
    'Audit Data',
    'Audit Trail',
    ['Date/Time', 'Machine', 'User Group', 'Description', 'Value Before', 'Value After'],
  ],
  [
    'Alarms Info',
    'Alarm Info',
    ['Date/Time', 'Machine', 'Group', 'Description', 'Cleared', 'Lasted'],
  ],
] as const) {
  test(`${title} pages its records and begins again at page 1 when a filter changes`, async ({
    page,
  }) => {
    await openMachine(page)
    await page.getByRole('button', { name: button }).click()
    const modal = page.getByRole('dialog', { name: new RegExp(title) })
    await expect(modal.getByRole('columnheader')).toHaveText([...columns])
    await expect(modal.getByRole('row')).toHaveCount(11)
    await modal.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(modal.getByText(/^11–/)).toBeVisible()
    // Its rows may be of another height, and the dialog with them: a press meanwhile can miss the field.
    await expect(modal.locator('[aria-busy="true"]')).toHaveCount(0)

    await modal.getByRole('combobox', { name: 'Select Group' }).click()
    await page.getByRole('option').nth(1).click()
    await expect(modal.getByText(/^1–/)).toBeVisible()

    await modal.getByRole('button', { name: 'Close' }).click()
    await expect(modal).toHaveCount(0)
  })
}

test('a figure explains itself, and its intervals add up to it', async ({ page }) => {
  await openMachine(page)
  await page.getByRole('button', { name: 'Explain this number: OEEE' }).click()
  const panel = page.getByRole('dialog', { name: 'OEEE' })
  for (const name of ['Definition', 'Formula', 'Terms', 'Excluded', 'Coverage', 'Intervals']) {
    await expect(panel.getByRole('heading', { name: new RegExp(`^${name}`) })).toBeVisible()
  }
  await expect(panel.getByText(/^Overall equipment effectiveness: good packs/)).toBeVisible()
  await expect(panel.getByRole('table').last().getByRole('row')).not.toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test('an engineer sees a window by five definitions, and enters that of an earlier system', async ({
  page,
}) => {
  await enter(page, 'engineer', machine)
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeVisible()
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await press('Explain this number: OEEE')
  await press('One window, five definitions')
  const dialog = page.getByRole('dialog', { name: /^One window, five definitions/ })
  const columns = dialog.getByRole('columnheader')
  await expect(columns).toHaveCount(5)
  await expect(dialog.getByText(/left over 0\.$/)).toBeVisible()
  await press('Enter your earlier system')
  const field = dialog.getByRole('combobox', { name: 'It divides by' })
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: 'calendar time' }).click()
  // The calendar by good packs at target speed is TEEP.
  const results = dialog.getByRole('row').nth(1).getByRole('cell')
  const figures = await results.allInnerTexts()
  expect(figures[3]).toBe(figures[4])
  await press('Save')
  await expect(dialog.getByText(/^Entered by engineer/)).toBeVisible()
  await press('Change your earlier system')
  await press('Remove')
  await expect(dialog.getByText('Not entered yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Explain this number: OEEE' })).toBeFocused()
})

test('a table leaves as CSV and as XLSX, a chart as PNG', async ({ page }) => {
  await openMachine(page)
  const take = async (format: string) => {
    await part(page, 'Machine Status')
      .getByRole('button', { name: 'Export Machine Status' })
      .click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    return readFile(await (await download).path())
  }
  expect((await take('CSV')).toString()).toMatch(/Run/)
  expect((await take('XLSX')).subarray(0, 2).toString()).toBe('PK')
  const png = await take('PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // The caption is at least 80 px high, the ring 152, each row of its legend 24; two dots for each.
  const rows = await part(page, 'Machine Status').getByRole('row').count()
  expect(rows).toBeGreaterThan(1)
  expect(png.readUInt32BE(20)).toBeGreaterThan(2 * (80 + 152 + 24 * rows))
})

test('a chart that fails says so and loads again when asked', async ({ page }) => {
  await page.route('**/api/admin/machine-state-bar-chart**', (route) =>
    route.fulfill({ status: 500, json: { message: 'An error occurred', code: 'server.failed' } }),
  )
  await openMachine(page)
  const states = part(page, 'Machine State Distribution')
  await expect(states.getByText('No Data Found')).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/admin/machine-state-bar-chart**')
  await states.getByRole('button', { name: /retry/i }).click()
  await expect(states.getByText('Execute')).toBeVisible()
})

test('a machine of another client is not found', async ({ page }) => {
  await enter(page, 'user', '/admin/productionData/2/FW-511')
  await expect(page.getByText('No Machines Found')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Machine overview' })).toBeVisible()
})
