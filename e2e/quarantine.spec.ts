// @slow form

import { readFile } from 'node:fs/promises'
import { addMachine, deleteMachine, machineTypes, managedMachines } from '@packboard/contract'
import { expect, type Page, test } from '@playwright/test'
import { ask, enter } from './people.ts'
import { quarantineRecords } from './quarantineRecords.ts'

/** A record that could not be accepted is seen by the administrators of its client, and can be sent again (D10). */

const serialNo = `FW-E${Date.now() % 100_000}`
const aside = (page: Page) => page.getByRole('region', { name: 'Records Not Accepted' })
const row = (page: Page) =>
  aside(page).getByRole('row').filter({ hasText: serialNo }).filter({ hasText: 'unknown' })

test('a record of a machine that nobody knows is found, read whole and taken away', async ({
  page,
  browser,
}) => {
  await quarantineRecords('FW-101', { serialNo, state: 'Execute' })
  await enter(page, 'clientadmin', '/admin/panel?view=quarantine')
  const machines = page.getByRole('table', { name: 'Received Records' })
  await expect(machines.getByRole('row').filter({ hasText: 'FW-101' })).toBeVisible()
  await expect(machines).not.toContainText('FW-511')
  await expect(row(page)).toContainText('unknown serial number')

  await row(page)
    .getByRole('button', { name: /^Open the record/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText(`"serialNo":"${serialNo}"`)
  await page.getByRole('button', { name: 'Done' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as NDJSON' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('kept-aside.ndjson')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ serialNo }),
  )

  // An admin chooses whose; the neighbour has no part of it.
  const office = await browser.newPage()
  await enter(office, 'admin', '/admin/panel?view=quarantine')
  const choose = async (client: string) => {
    await office.getByRole('combobox', { name: 'Client' }).click()
    await office.getByRole('option', { name: client }).click()
  }
  await choose('Northfield Confectionery')
  await expect(row(office)).toBeVisible()
  await choose('Norsk Kjeks AS')
  await expect(office.getByRole('table', { name: 'Received Records' })).toContainText('FW-511')
  await expect(aside(office)).not.toContainText(serialNo)
  await office.close()
})

test('a record is opened and sent again: too early it says what is still wrong, once the machine is there it is stored and gone', async ({
  page,
}) => {
  const later = `${serialNo}L`
  await quarantineRecords('FW-101', { serialNo: later, state: 'Execute' })
  await enter(page, 'clientadmin', '/admin/panel?view=quarantine')
  const own = aside(page).getByRole('row').filter({ hasText: later })
  await own.getByRole('button', { name: /^Open the record/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog).toContainText('0 stored, 0 stored before, 1 still not accepted.')
  await expect(dialog).toContainText('no machine has this serial number')

  const [type] = (await ask('admin', machineTypes)).machines
  const machine = { clientId: 1, machineTypeId: type?.id, machineId: later, lineName: 'Line A' }
  await ask('admin', addMachine, { body: machine })
  try {
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('1 stored, 0 stored before, 0 still not accepted.')).toBeVisible()
    await expect(own).toHaveCount(0)
    await page.reload()
    await expect(aside(page)).toBeVisible()
    await expect(own).toHaveCount(0)
  } finally {
    const { machines } = await ask('admin', managedMachines)
    const added = machines.find((one) => one.machineId === later)
    await ask('admin', deleteMachine, { id: added?.id ?? 0 })
  }
})
