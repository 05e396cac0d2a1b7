// @slow form

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import {
  dialog,
  done,
  field,
  fill,
  findRow,
  isLocked,
  openForm,
  press,
  refused,
  remove,
  restore,
  says,
} from './panel.ts'
import { address, enter } from './people.ts'

const picture = {
  name: 'tray-sealer.png',
  mimeType: 'image/png',
  buffer: readFileSync(fileURLToPath(new URL('../demo/src/images/vffs.png', import.meta.url))),
}

test('an admin adds, changes, deletes and restores a machine type with its picture', async ({
  page,
}) => {
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Machine Type', 'Add Machine Type')
  await refused(page, 'Add', 'Label is required')
  await fill(page, { Label: 'Tray Sealer TS-8' })
  await refused(page, 'Add', 'Image is required')
  await field(page, 'Image').setInputFiles(picture)
  await done(page, 'Add', 'Success!')

  const row = await findRow(page, 'Machine Types', 'Tray Sealer TS-8')
  const shown = row.locator('img')
  await expect(shown).toHaveJSProperty('complete', true)
  await expect(shown).not.toHaveJSProperty('naturalWidth', 0)
  const source = new URL((await shown.getAttribute('src'))!, address()).href
  const answer = await page.request.get(source)
  expect(answer.headers()).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(answer.headers()['content-type']).toMatch(/^image\/(png|webp|jpeg)$/)

  await openForm(page, 'Edit Tray Sealer TS-8', 'Update Machine Type')
  await isLocked(page, 'Label')
  await field(page, 'Image').setInputFiles(picture)
  await done(page, 'Update', 'Success!')

  const deleted = 'Machine Type deleted successfully'
  await remove(page, 'Machine Type', 'Tray Sealer TS-8', deleted)
  await restore(page, 'Tray Sealer TS-8')
  await expect(await findRow(page, 'Machine Types', 'Tray Sealer TS-8')).toHaveCount(1)
  await remove(page, 'Machine Type', 'Tray Sealer TS-8', deleted)
})

test('a picture that can carry a script is refused, whatever it calls itself', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Machine Type', 'Add Machine Type')
  await fill(page, { Label: 'Sleever SL-2' })
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
  await field(page, 'Image').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await refused(page, 'Add', 'The picture must be a PNG, JPEG or WebP file.')
})

test('a picture of more than 5 MB is refused in clear words', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Machine Type', 'Add Machine Type')
  await fill(page, { Label: 'Sleever SL-2' })
  const buffer = Buffer.concat([picture.buffer, Buffer.alloc(5 * 1024 * 1024)])
  await field(page, 'Image').setInputFiles({ ...picture, buffer })
  await refused(page, 'Add', 'The picture must be up to 5 MB and 4,096 pixels a side.')
})

test('a type whose machines are there stays, and the question says why', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Delete VFFS V-240', 'Delete Machine Type')
  await press(page, 'Confirm')
  await says(page, 'Error deleting machine type')
  await expect(dialog(page).getByRole('alert')).toHaveText(/still used by \d+ machines/)
})
