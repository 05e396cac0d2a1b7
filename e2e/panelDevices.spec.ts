// @slow form

import { expect, test } from '@playwright/test'
import { choose, dialog, fill, findRow, openForm, press, refused, remove } from './panel.ts'
import { address, enter } from './people.ts'

test('an admin adds a device, its token sends records, and a deleted device is refused', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  await enter(page, 'admin', '/admin/panel?view=devices')
  await openForm(page, 'Add Device', 'Add Device')
  await refused(page, 'Add', 'Name is required')
  await fill(page, { Name: 'journey-gateway' })
  await choose(page, 'Client', 'Nova Snacks')
  await press(page, 'Add')
  const token = await page.getByLabel('Token of journey-gateway').inputValue()
  expect(token).toHaveLength(43)
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const row = await findRow(page, 'Devices', 'journey-gateway')
  await expect(row).toContainText('All machines')

  const send = async (secret: string) => {
    const answer = await request.post(`${address()}/api/ingest/records`, {
      headers: { 'x-access-token': `journey-gateway:${secret}` },
      data: [
        {
          kind: 'audit',
          serialNo: 'FW-611',
          time: Date.now(),
          userGroup: 'Journey',
          description: 'Sent by a new device',
          valueBefore: '1',
          valueAfter: '2',
        },
      ],
    })
    return answer.status()
  }
  expect(await send(token)).toBe(200)

  await openForm(page, 'New token for journey-gateway', 'New token for journey-gateway')
  await choose(page, 'Token It Uses Now', 'Ends now')
  await press(page, 'Make Token')
  const next = await page.getByLabel('Token of journey-gateway').inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  expect([await send(token), await send(next)]).toEqual([401, 200])

  await remove(page, 'Device', 'journey-gateway', 'Device deleted successfully')
  await expect(row).toHaveCount(0)
  expect(await send(next)).toBe(401)
})
