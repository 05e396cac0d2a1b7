// Lines, products and shifts in the panel.
import { edit, fill, inDialog, inGerman, press } from './acts.mjs'

/** Products in a file of which some lines are refused; nothing of it is stored. */
const tryFile =
  (lines, opener = 'Import CSV', check = 'Check') =>
  async (page) => {
    await page.getByRole('button', { name: opener }).click()
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'products.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      })
    await inDialog(page, check)
    await page.getByRole('dialog').getByRole('status').waitFor()
  }
/** The speed of a product on all machines. */
const openSpeed = async (page) => {
  await page.getByRole('button', { name: /^Milk Bar 45 g on all machines/ }).click()
  await page.getByLabel('Target Speed (ppm)').waitFor()
}
/** What another speed would move of the last ten days. */
const previewPast = async (page) => {
  await openSpeed(page)
  const day = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
  await fill(page, {
    'Target Speed (ppm)': '200',
    'Reason for Change': 'Acceptance run gave 200',
  })
  await page.getByRole('radio', { name: 'Apply from an earlier day' }).check()
  await fill(page, { Day: day.split('-').reverse().join('-') })
  await page.getByRole('button', { name: 'Show what moves' }).click()
  await page.getByRole('button', { name: /^Apply to/ }).waitFor()
}
const openSettings = async (page) => {
  await page
    .getByRole('button', { name: /^Settings of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('table').first().waitFor()
}
const goodLines = [
  'Product_e,ProductTargetSpeed,ProductWeight',
  'Choc Bar 45 g,165,45',
  'Rye Crisp 90 g,120,90',
]
const wrongLines = [
  ...goodLines,
  'Oat Bar 35 g,fast,35',
  ' ,150,38',
  'Choc Bar 45 g,160,45',
  'Wafer Bar 32 g,150,32,Line 2',
]

export const panelLinesScenes = [
  { name: 'panel-lines', who: 'engineer', path: '/admin/panel?view=lines' },
  { name: 'panel-products', who: 'engineer', path: '/admin/panel?view=products' },
  {
    name: 'line-edit',
    who: 'engineer',
    path: '/admin/panel?view=lines',
    full: false,
    act: edit('Lines', /^Edit line/),
  },
  {
    name: 'product-edit',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: edit('Products and speeds'),
  },
  {
    name: 'product-speed',
    who: 'engineer',
    path: '/admin/panel?view=products',
    act: openSpeed,
  },
  {
    name: 'product-past',
    who: 'engineer',
    path: '/admin/panel?view=products',
    manual: [1440],
    act: previewPast,
  },
  {
    name: 'product-speed-machine',
    who: 'engineer',
    path: '/admin/panel?view=products',
    act: press(/^Set the speed of Milk Bar 45 g/),
  },
  { name: 'products-read', who: 'clientadmin', path: '/admin/panel?view=products' },
  {
    name: 'machine-settings-read',
    who: 'clientadmin',
    path: '/admin/panel?view=products',
    full: false,
    act: openSettings,
  },
  {
    name: 'machine-settings',
    who: 'engineer',
    path: '/admin/panel?view=lines',
    full: false,
    manual: [1440],
    act: openSettings,
  },
  {
    name: 'machine-setting',
    who: 'engineer',
    path: '/admin/panel?view=lines',
    full: false,
    async act(page) {
      await openSettings(page)
      await inDialog(page, 'Change: Hold limit')
      await page.getByRole('dialog').getByLabel('Seconds').waitFor()
    },
  },
  {
    name: 'client-rules',
    who: 'clientadmin',
    path: '/admin/panel?view=products',
    full: false,
    act: openSettings,
  },
  {
    name: 'client-rules-change',
    who: 'clientadmin',
    path: '/admin/panel?view=products',
    full: false,
    async act(page) {
      await openSettings(page)
      await inDialog(page, 'Change: Rules of figures')
      await page.getByRole('dialog').getByRole('combobox').first().waitFor()
    },
  },
  { name: 'products-client', who: 'admin', path: '/admin/panel?view=products' },
  {
    name: 'import',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: press('Import CSV'),
  },
  {
    name: 'import-found',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: tryFile(goodLines),
  },
  {
    name: 'import-refused',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    act: tryFile(wrongLines),
  },
  {
    name: 'import-refused-german',
    who: 'engineer',
    path: '/admin/panel?view=products',
    full: false,
    ...inGerman,
    act: tryFile(wrongLines, 'CSV importieren', 'Prüfen'),
  },
  { name: 'shifts', who: 'clientadmin', path: '/admin/panel?view=shifts' },
  {
    name: 'shifts-refused',
    who: 'clientadmin',
    path: '/admin/panel?view=shifts',
    async act(page) {
      await page.getByRole('button', { name: 'Add Shift' }).click()
      await page.getByRole('button', { name: 'Update' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
]
