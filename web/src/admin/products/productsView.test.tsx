import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve, type Wire } from '../../../testing/openPage.tsx'
import { person } from '../../../testing/wireAnswers.ts'
import { productsCsv } from './ProductsView.tsx'

afterEach(() => vi.unstubAllGlobals())

const engineer = person({ role: 'engineer' })
const csv = () =>
  new File(['Product_e,ProductTargetSpeed\nChoc Bar 45 g,190\n'], 'products.csv', {
    type: 'text/csv',
  })

async function openImport(wire?: Wire) {
  const requested = serve(wire)
  await openPage('/admin/panel?view=products', engineer)
  await screen.findByText('Choc Bar 45 g')
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

test('a refused line is told with its number, and nothing can be stored', async () => {
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

test('one product is changed through its form', async () => {
  const requested = serve()
  await openPage('/admin/panel?view=products', engineer)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Choc Bar 45 g' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update Product' }))
  const speed = dialog.getByLabelText('Target Speed (ppm)')
  await userEvent.clear(speed)
  await userEvent.type(speed, '190')
  await userEvent.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Success!')).toBeTruthy()
  const sent = requested.find(({ path }) => path.endsWith('/import'))?.body
  expect(sent?.dryRun).toBe(false)
  expect(String(sent?.csv).split('\r\n')[1]).toBe(
    'Choc Bar 45 g,190,,,145,1.5,45,,,,,true,,12,,0.8',
  )
})

test('a product with commas and quotation marks stays one cell', () => {
  expect(productsCsv([{ Product_e: 'Nougat, "large"' }])).toContain('\r\n"Nougat, ""large""",,')
})
