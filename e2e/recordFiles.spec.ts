// @slow form

import { expect, type Page, test } from '@playwright/test'
import { writeXlsx } from 'hucre'
import { expectAccessible, settled, toTop } from './axe.ts'
import { enter } from './people.ts'

const day = new Date(Date.now() - 5 * 86_400_000)
const iso = day.toISOString().slice(0, 10)
const dayFirst = iso.split('-').toReversed().join('.')

async function give(page: Page, name: string, mimeType: string, buffer: Buffer) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose File' }).click()
  await (await choosing).setFiles({ name, mimeType, buffer })
}

test('samples of a CSV file are mapped, checked, imported; alarms of an XLSX file, too', async ({
  page,
}) => {
  await enter(page, 'engineer', '/admin/panel?view=files')
  await settled(page)
  await expectAccessible(page, 'the choice of a file')
  const csv = [
    'Datum;Uhrzeit;Zustand;Takt (Pack/h);Gut',
    `${dayFirst};06:00:00;Läuft;3.600,0;1.000`,
    `${dayFirst};06:00:30;Execute;7.200,5;1.030`,
    `${dayFirst};26:01:00;Execute;7.200,5;1.060`,
    '',
  ].join('\r\n')
  await give(page, 'schicht.csv', 'text/csv', Buffer.from(csv, 'latin1'))
  const preview = page.getByRole('region', { name: 'As it would be stored' })
  // What is wrong is marked in its cell.
  await expect(preview.getByText('no time in the chosen form')).toBeVisible()
  await expect(preview.getByText(`${dayFirst} 26:01:00`)).toBeVisible()
  await expect(preview.getByText('no machine of this client').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Machine', exact: true }).click()
  await page.getByRole('option', { name: 'FW-101' }).click()
  await expect(preview.getByText('no machine of this client')).toHaveCount(0)
  // A usual word has a proposal.
  await expect(page.getByRole('combobox', { name: 'Läuft' })).toHaveValue('Execute')
  await expect(page.getByRole('combobox', { name: 'Speed', exact: true })).toHaveValue(/^Takt/)
  await expect(preview.getByText('120.008')).toBeVisible()
  await expectAccessible(page, 'the columns of a file')

  await page.getByRole('button', { name: 'Check File' }).click()
  await expect(page.getByText('2 of 3 lines can be stored.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Refused lines' })).toContainText('Line 4')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^refused-lines-\d+\.csv$/)
  await toTop(page)
  await expectAccessible(page, 'a checked file')
  await page.getByRole('button', { name: 'Import 2 records' }).click()
  const earlier = page.getByRole('table', { name: 'Earlier Imports' })
  await expect(earlier.getByText('schicht.csv')).toBeVisible()
  await expect(page.getByRole('region', { name: 'schicht.csv' })).toContainText('done')
  await expectAccessible(page, 'an imported file')

  const xlsx = await writeXlsx({
    sheets: [
      {
        name: 'Alarms',
        rows: [
          ['Machine', 'Raised', 'Group', 'Message'],
          ['FW-101', new Date(`${iso}T08:00:00Z`), 'Infeed', 'Jam of an old file'],
        ],
      },
    ],
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await give(page, 'alarms.xlsx', type, Buffer.from(xlsx))
  await expect(preview.getByText('Jam of an old file')).toBeVisible()
  await page.getByRole('button', { name: 'Check File' }).click()
  await page.getByRole('button', { name: 'Import 1 record' }).click()
  await expect(page.getByRole('region', { name: 'alarms.xlsx' })).toContainText('done')
  await page.reload()
  await expect(earlier.getByText('alarms.xlsx')).toBeVisible()
})
