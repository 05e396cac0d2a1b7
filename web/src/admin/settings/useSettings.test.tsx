import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve, type Wire } from '../../../testing/openPage.tsx'
import { wirePreview } from '../../../testing/settingAnswers.ts'
import { admin, person } from '../../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

async function open(who: Parameters<typeof openPage>[1], view: string, name: RegExp, wire?: Wire) {
  const requested = serve(wire)
  await openPage(`/admin/panel${view}`, who)
  const [button] = await screen.findAllByRole('button', { name })
  expect(button?.textContent).toBe('Settings')
  if (button) await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('table', { name: 'Settings' })
  return { requested, dialog }
}

const rowsOf = (dialog: ReturnType<typeof within>) =>
  within(dialog.getByRole('table', { name: 'Settings' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent))

test('a machine shows what is its own, what is of its type and what is usual', async () => {
  const { dialog } = await open(person({ role: 'engineer' }), '?view=lines', /^Settings of/)
  expect(rowsOf(dialog)).toEqual([
    ['Design speed', '200 ppm, as its type', 'first record', '–'],
    ['Target speed', 'none of its own', '–', '–'],
    ['Hold limit', '120 s', '02-05-2026 10:00', '–'],
    ['Stop threshold', '120 s, as usual', '–', '–'],
    ['Category of Downstream', 'Idle, as its type', 'first record', '–'],
  ])
  expect(dialog.getByText('Hold limit: 60 s → 120 s')).toBeTruthy()
  expect(dialog.getByText('Long wash')).toBeTruthy()
})

test('a setting of a machine is entered from now on, and the list is there again', async () => {
  const { requested, dialog } = await open(
    person({ role: 'engineer' }),
    '?view=lines',
    /^Settings of/,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Change: Stop threshold' }))
  await userEvent.type(dialog.getByLabelText('Seconds'), '90')
  await userEvent.type(dialog.getByLabelText('Reason for Change'), 'Jams are short')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByRole('table', { name: 'Settings' })
  const sent = requested.find(({ body }) => body.settings)
  expect(sent?.path).toMatch(/^\/api\/admin\/machine\/\d+\/settings$/)
  expect(sent?.body).toEqual({
    version: 7,
    settings: [{ kind: 'stopThreshold', value: 90, reason: 'Jams are short' }],
  })
})

test('the category of a state of a machine type is applied from an earlier day', async () => {
  const { requested, dialog } = await open(admin, '', /^Settings of HFW-250/, (path) =>
    path.endsWith('/settings/preview') ? Response.json(wirePreview) : undefined,
  )
  expect(rowsOf(dialog).map(([name]) => name)).not.toContain('Target speed')
  await userEvent.click(dialog.getByRole('button', { name: 'Category of a state…' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'State' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Stopped' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Counts As' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Ancillary' }))
  await userEvent.type(dialog.getByLabelText('Reason for Change'), 'Planned washing')
  await userEvent.click(dialog.getByRole('radio', { name: 'Apply from an earlier day' }))
  await userEvent.type(dialog.getByLabelText('Day'), '21-04-2026')
  await userEvent.click(dialog.getByRole('button', { name: 'Show what moves' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Apply to 214 days' }))
  await waitFor(() => expect(dialog.getByText('Done. All days are computed.')).toBeTruthy())
  const setting = {
    ...{ kind: 'category', value: 'ancillary', validFrom: '2026-04-21 00:00' },
    reason: 'Planned washing',
  }
  expect(requested.filter(({ body }) => body.settings).map(({ body }) => body)).toEqual([
    { version: 7, settings: [expect.objectContaining(setting)] },
    {
      ...{ version: 7, applyFrom: '2026-04-21 00:00', previewId: 'p1' },
      settings: [expect.objectContaining(setting)],
    },
  ])
})

const wireRules = {
  ...{ version: 3, name: 'Northfield', zones: ['Europe/London'], ofType: [], applying: [] },
  settings: [
    {
      ...{ kind: 'rules', code: null, value: 'revised', validFrom: '2026-05-02 10:00' },
      ...{ enteredAt: '2026-05-02T08:59:10.000Z', enteredBy: null, reason: '' },
    },
  ],
}
const ofClient: Wire = (path, _, { method = 'GET' }) =>
  method === 'GET' && /client\/\d+\/settings$/.test(path) ? Response.json(wireRules) : undefined

test('the rules of a client are set by its administrator, and read by its engineer', async () => {
  const view = '?view=products'
  const { requested, dialog } = await open(
    person({ role: 'clientAdmin' }),
    view,
    /^Settings of the client/,
    ofClient,
  )
  expect(rowsOf(dialog)).toEqual([['Rules of figures', 'revised', '02-05-2026 10:00', '–']])
  expect(dialog.getByText(/^Revised: packs outside of planned time/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Change: Rules of figures' }))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Rules of figures' }))
  await userEvent.click(await screen.findByRole('option', { name: 'as before the update' }))
  await userEvent.type(dialog.getByLabelText('Reason for Change'), 'Reports')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByRole('table', { name: 'Settings' })
  const sent = requested.find(({ body }) => body.settings)
  expect(sent?.body).toEqual({
    version: 3,
    settings: [{ kind: 'rules', value: 'earlier', reason: 'Reports' }],
  })
})

test('who may not set them sees no button', async () => {
  const engineer = person({ role: 'engineer' })
  const { dialog } = await open(engineer, '?view=products', /^Settings of the client/, ofClient)
  expect(dialog.queryByRole('button', { name: /^Change/ })).toBeNull()
})
