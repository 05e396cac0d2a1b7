import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve, type Wire } from '../../../testing/openPage.tsx'
import { wireSpeeds } from '../../../testing/settingAnswers.ts'
import { person } from '../../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const engineer = person({ role: 'engineer' })
const csv = () =>
  new File(['Product_e,ProductTargetSpeed\nChoc Bar 45 g,190\n'], 'products.csv', {
    type: 'text/csv',
  })

async function openImport(wire?: Wire) {
  const requested = serve(wire)
  await openPage('/admin/panel?view=products', engineer)
  await screen.findByRole('cell', { name: 'Choc Bar 45 g' })
  await userEvent.click(screen.getByRole('button', { name: 'Import CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import Products' }))
  const file = dialog.getByLabelText<HTMLInputElement>('CSV File')
  expect(file.accept).toBe('.csv')
  await userEvent.upload(file, csv())
  await waitFor(() =>
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Check' }).disabled).toBe(false),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Check' }))
  return { requested, dialog }
}
const imports = (requested: { path: string; body: Record<string, unknown> }[]) =>
  requested
    .filter(({ path }) => path === '/api/admin/recipes/1/import')
    .map(({ body }) => body.dryRun)

test('a file is tried first and stored then', async () => {
  const { requested, dialog } = await openImport()
  expect((await dialog.findByText(/1 new, 1 changed/)).textContent).toBe(
    '1 new, 1 changed, 0 as before, 0 refused.',
  )
  expect(imports(requested)).toEqual([true])
  await userEvent.click(dialog.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Success!')).toBeTruthy()
  expect(imports(requested)).toEqual([true, false])
})

/** A refusal as the server sends it, with an English message that no screen shows. */
const refusedLine = {
  line: 3,
  code: 'noNumber',
  values: { field: 'ProductTargetSpeed', cell: 'fast' },
  message: 'In English.',
}

test('a refused line is shown with its number, and nothing can be stored', async () => {
  const { dialog } = await openImport((path) =>
    path.endsWith('/import')
      ? Response.json({
          added: 0,
          changed: 1,
          unchanged: 0,
          refused: [refusedLine],
        })
      : undefined,
  )
  expect((await dialog.findByRole('listitem')).textContent).toBe(
    'Line 3ProductTargetSpeed: "fast" is not a decimal number.',
  )
  // The counts of the accepted lines are of a dry run: they are stored together with the others or not at all.
  expect((await dialog.findByRole('status')).textContent).toContain('1 line cannot be taken')
  expect(dialog.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('one product is changed through its form, all but its speed', async () => {
  const requested = serve()
  await openPage('/admin/panel?view=products', engineer)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Choc Bar 45 g' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Product' }))
  expect(dialog.queryByLabelText('Target Speed (ppm)')).toBeNull()
  const weight = dialog.getByLabelText('Weight')
  await userEvent.clear(weight)
  await userEvent.type(weight, '46')
  await userEvent.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Success!')).toBeTruthy()
  const sent = requested.find(({ path }) => path.endsWith('/import'))?.body
  expect(sent?.dryRun).toBe(false)
  expect(String(sent?.csv).split('\r\n')).toEqual([
    'Product_e,ProductCostPerKg,ProductExtraCost,ProductT1SP,ProductTolerance,ProductWeight,CountThreshold,AdjMax,AdjMin,AdjQtPercStart,AutoAdjustON,AdjStartWeigh,CwProgramNumber,CwBypass,Tare',
    'Choc Bar 45 g,,,145,1.5,46,,,,,true,,12,,0.8',
    '',
  ])
})

const cell = (name: RegExp) => screen.findByRole('button', { name })

test('a row has the speed of all machines, of each type and of single machines, now and next', async () => {
  serve()
  await openPage('/admin/panel?view=products', engineer)
  const all = await cell(/^Choc Bar 45 g on all machines/)
  expect(all.textContent).toBe(
    'Choc Bar 45 g on all machines: 180 first record → 194 from 05-01-2099 06:00',
  )
  expect((await cell(/^Choc Bar 45 g on Flow Wrapper FW-3/)).textContent).toMatch(
    /: 190 02-03-2026$/,
  )
  expect((await cell(/^Choc Bar 45 g on VFFS V-240/)).textContent).toMatch(/: as all$/)
  expect(await cell(/^Choc Bar 45 g,? ?FW-104: 140/)).toBeTruthy()
  // Nobody set it up: its estimate is named as one.
  expect((await cell(/^Rice Bar 28 g on all machines/)).textContent).toMatch(/: 118 estimated$/)
})

test('a target that is too low is raised from now on at one press', async () => {
  const requested = serve()
  await openPage('/admin/panel?view=products', engineer)
  const list = within(await screen.findByRole('region', { name: 'Target too low' }))
  expect(
    list.getByText(/Performance 106.2 %, target 190 ppm; 95th percentile of 30 days: 197/),
  ).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: /Set 197 from now on/ }))
  expect(await screen.findByText('Target speed set from now on.')).toBeTruthy()
  const sent = requested.findLast(
    ({ path, body }) => path === '/api/admin/products/1' && body.targets,
  )
  expect(sent?.body).toEqual({
    version: 4,
    targets: [
      {
        ...{ product: 'Choc Bar 45 g', machineId: 'FW-101', ppm: 197 },
        reason: '95th percentile of 30 days',
      },
    ],
  })
})

test('those who only read see speeds and their history, and change nothing', async () => {
  serve()
  await openPage('/admin/panel?view=products', person())
  await userEvent.click(await cell(/^Choc Bar 45 g on all machines/))
  const dialog = within(await screen.findByRole('dialog', { name: 'Choc Bar 45 g' }))
  expect(dialog.getByText('Flow Wrapper FW-3: 190 ppm')).toBeTruthy()
  expect(dialog.getByText('All machines: 180 ppm → 194 ppm')).toBeTruthy()
  expect(dialog.getByText('New forming tool')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
  for (const name of [/^Edit /, /^Add /, /^Set /, 'Import CSV']) {
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull()
  }
})

test('a change of the past that is being computed is on the page', async () => {
  const applying = [
    {
      ...{ by: 'M. Hughes', at: '2026-11-30T10:00:00.000Z', reason: 'Acceptance run' },
      ...{ days: 214, done: 138 },
    },
  ]
  serve((path) =>
    path === '/api/admin/products/1' ? Response.json({ ...wireSpeeds, applying }) : undefined,
  )
  await openPage('/admin/panel?view=products', engineer)
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {
    name: '138 of 214 days computed. M. Hughes: Acceptance run',
  })
  expect([bar.value, bar.max]).toEqual([138, 214])
})

test.each(['clientAdmin', 'distributor'] as const)(
  'a %s reads the settings of a machine, and is offered no change of them',
  async (role) => {
    const requested = serve()
    await openPage('/admin/panel?client=1&view=products', person({ role }))
    const table = within(await screen.findByRole('table', { name: 'Machines' }))
    expect(table.getByRole('cell', { name: 'FW-101' })).toBeTruthy()
    await userEvent.click(table.getByRole('button', { name: 'Settings of FW-101' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Settings of FW-101' }))
    const settings = within(await dialog.findByRole('table', { name: 'Settings' }))
    expect(settings.getByRole('cell', { name: /^Hold limit/ })).toBeTruthy()
    expect(settings.queryByRole('button')).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Category of a state…' })).toBeNull()
    expect(dialog.getByText('Hold limit: 60 s → 120 s')).toBeTruthy()
    expect(requested.some(({ path }) => path === '/api/admin/machine/1/settings')).toBe(true)
  },
)

test('an engineer has them where lines are named, and not twice', async () => {
  serve()
  await openPage('/admin/panel?view=products', engineer)
  await screen.findByRole('cell', { name: 'Choc Bar 45 g' })
  expect(screen.queryByRole('table', { name: 'Machines' })).toBeNull()
})
