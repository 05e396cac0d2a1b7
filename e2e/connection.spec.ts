// @slow form

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { choose, dialog, done, fill, findRow, openForm, press, says, section } from './panel.ts'
import { address, enter } from './people.ts'

const run = promisify(execFile)
const hasMosquitto = () => run('mosquitto_pub', ['--help']).then(always, isInstalled)
const always = () => true
const isInstalled = (error: { code?: unknown }) => error.code !== 'ENOENT'

const light = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()

test('a stranger adds a machine, sets its connection, pastes the shown line, and the light is green', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await enter(page, 'admin', '/admin/panel')
  await section(page, 'Machines').getByText('FW-101').first().waitFor()
  const begin = Date.now()
  await openForm(page, 'Add Machine', 'Add Machine')
  await choose(page, 'Client', 'Nova Snacks')
  await choose(page, 'Machine Type', 'VFFS V-240')
  await fill(page, { 'Serial No': 'VF-641', Line: 'Line 2' })
  await done(page, 'Add', 'Success!')
  // The note above the table leads on; the plug in the row does so later.
  await page.getByRole('link', { name: 'Connect this machine' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('VF-641')
  await light(page, 'Waiting for the first record')

  await page.getByRole('radio', { name: 'PackML tags' }).check()
  await page.getByLabel('Topic prefix').fill('nova/hall 2/VF-641')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Choose how this machine numbers its states.')).toBeVisible()
  await page.getByRole('button', { name: 'Own table' }).click()
  await page.getByLabel('Name or number of line 1').fill('Läuft')
  await page.getByRole('combobox', { name: 'State of line 1' }).click()
  await page.getByRole('option', { name: '10 Execute' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'Connection saved')
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(page.getByLabel('Token of VF-641')).toHaveValue(/^[\w-]{43}$/)

  const withMosquitto = await hasMosquitto()
  if (!withMosquitto) await page.getByRole('button', { name: 'curl', exact: true }).click()
  const line = await page.locator('pre').innerText()
  // A typing mistake first: the light says what to do.
  if (withMosquitto) {
    await run('sh', ['-c', line.replace('Läuft', 'Lauft')])
    await light(page, 'Put this name or number into the table of states')
  }
  await run('sh', ['-c', line])
  await light(page, 'Connected')
  const seconds = (Date.now() - begin) / 1_000
  console.log(`packboard: from Add Machine to the green light in ${seconds.toFixed(1)} s`)
  await settled(page)
  await expectAccessible(page, 'connection of a machine')

  // The token was shown once.
  await page.reload()
  await light(page, 'Connected')
  await expect(page.getByLabel('Token of VF-641')).toHaveCount(0)
})

test('machines out of a file: refused lines say why, then all are stored and their tokens saved once', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await enter(page, 'admin', '/admin/panel')
  await section(page, 'Machines').getByRole('button', { name: 'Import CSV' }).click()
  const file = async (rows: readonly string[]) => {
    const text = ['client,type,serial,door', ...rows].join('\n')
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'machines.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await press(page, 'Check')
  }
  const row = (serialNo: string, client = 'Nova Snacks') => `${client},VFFS V-240,${serialNo},http`
  await file([row('VF-651'), row('VF-652', 'Nobody'), row('FW-101')])
  const refused = dialog(page).getByRole('list', { name: 'Refused lines' }).getByRole('listitem')
  await expect(refused).toContainText(['There is no client “Nobody”.', 'a machine FW-101 already'])
  await file([row('VF-651'), row('VF-652')])
  await expect(dialog(page)).toContainText('2 machines can be added.')
  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Import')])
  const stored = dialog(page).filter({ hasText: '2 machines were added.' })
  await expect(stored).toBeVisible()
  const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
  expect(head).toBe('client,serial,name,token')
  expect(lines.map((each) => each.split(',')[1])).toEqual(['VF-651', 'VF-652'])
  const token = lines[0]?.split(',')[3]
  const answer = await fetch(`${address()}/api/ingest/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': `VF-651:${token}` },
    body: JSON.stringify({ kind: 'sample', serialNo: 'VF-651', time: Date.now(), state: 'Idle' }),
  })
  expect(await answer.json()).toMatchObject({ accepted: 1 })
  await stored.getByRole('button', { name: 'Done' }).click()
  await findRow(page, 'Machines', 'VF-652')
})
