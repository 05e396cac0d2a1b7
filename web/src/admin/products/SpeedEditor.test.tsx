import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../../testing/openPage.tsx'
import { wirePreview, wireSpeeds } from '../../../testing/settingAnswers.ts'
import { person } from '../../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const path = '/api/admin/products/1'

async function open(name: RegExp, wire?: Wire) {
  const requested = serve(wire)
  await openPage('/admin/panel?view=products', person({ role: 'engineer' }))
  await userEvent.click(await screen.findByRole('button', { name }))
  const dialog = within(await screen.findByRole('dialog'))
  const type = async (label: string, text: string) => {
    const field = dialog.getByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, text)
  }
  const press = (button: string | RegExp) =>
    userEvent.click(dialog.getByRole('button', { name: button }))
  const sent = () => requested.filter((one) => one.path === path && one.body.targets)
  return { requested, dialog, type, press, sent }
}

test('a speed of a type from now on, with its reason', async () => {
  const { dialog, type, press, sent } = await open(/^Choc Bar 45 g on Flow Wrapper FW-3/)
  expect(dialog.getByRole('heading', { level: 2 }).textContent).toBe(
    'Choc Bar 45 g on Flow Wrapper FW-3 2 machines, now 190 ppm since 02-03-2026',
  )
  await type('Target Speed (ppm)', '194')
  await press('Save')
  expect(dialog.getByRole('alert').textContent).toBe('Reason for Change is required')
  expect(sent()).toEqual([])
  await type('Reason for Change', ' Acceptance run gave 194 ')
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent().map(({ body }) => body)).toEqual([
    {
      version: 4,
      targets: [
        {
          ...{ product: 'Choc Bar 45 g', machineTypeId: 1, machineId: null, ppm: 194 },
          reason: 'Acceptance run gave 194',
        },
      ],
    },
  ])
})

test('a speed of one machine from a later day; a day that is past is refused', async () => {
  const { dialog, type, press, sent } = await open(/^Set the speed of Choc Bar 45 g on/)
  await userEvent.click(dialog.getByRole('combobox', { name: 'For' }))
  await userEvent.click(await screen.findByRole('option', { name: 'FW-101' }))
  await type('Target Speed (ppm)', '170')
  await type('Reason for Change', 'Worn belt')
  await userEvent.click(dialog.getByRole('radio', { name: 'From a later day' }))
  await type('Day', '01-02-2026')
  await press('Save')
  expect(dialog.getByRole('alert').textContent).toContain('This is in the past.')
  await type('Day', '07-12-2099')
  await press('Save')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body.targets).toEqual([
    {
      ...{ product: 'Choc Bar 45 g', machineTypeId: null, machineId: 'FW-101', ppm: 170 },
      ...{ validFrom: '2099-12-07 00:00', reason: 'Worn belt' },
    },
  ])
})

/** The editor of all machines with a change of the past in it. */
async function openPast(wire: Wire) {
  const editor = await open(/^Choc Bar 45 g on all machines/, wire)
  await editor.type('Target Speed (ppm)', '194')
  await editor.type('Reason for Change', 'Acceptance run')
  await userEvent.click(editor.dialog.getByRole('radio', { name: 'Apply from an earlier day' }))
  await editor.type('Day', '21-04-2026')
  return editor
}

test('the past is changed after a preview that is continued until it is complete', async () => {
  let applied = false
  const applying = [
    {
      by: 'engineer',
      at: '2026-11-30T10:00:00.000Z',
      reason: 'Acceptance run',
      days: 214,
      done: 3,
    },
  ]
  const { dialog, press, requested, sent } = await openPast((at, body, init) => {
    if (at === `${path}/preview`) {
      return Response.json({ ...wirePreview, done: body.previewId ? 214 : 100 })
    }
    if (at === path && init.method === 'PUT') applied = true
    if (at === path && init.method === 'GET' && applied) {
      return Response.json({ ...wireSpeeds, version: 5, applying })
    }
    return undefined
  })
  expect(dialog.queryByRole('button', { name: /^Apply/ })).toBeNull()
  await press('Show what moves')
  const apply = await dialog.findByRole('button', { name: 'Apply to 214 days' })
  const target = {
    ...{ product: 'Choc Bar 45 g', machineTypeId: null, machineId: null, ppm: 194 },
    ...{ validFrom: '2026-04-21 00:00', reason: 'Acceptance run' },
  }
  expect(requested.filter((one) => one.path === `${path}/preview`).map(({ body }) => body)).toEqual(
    [
      { version: 4, targets: [target] },
      { version: 4, targets: [target], previewId: 'p1' },
    ],
  )
  expect(sent().filter((one) => one.body.applyFrom)).toEqual([])
  await userEvent.click(apply)
  expect(await dialog.findByText(/^Entered. The days are being computed/)).toBeTruthy()
  expect(
    dialog.getByRole('progressbar', { name: '3 of 214 days computed. engineer: Acceptance run' }),
  ).toBeTruthy()
  expect(sent().at(-1)?.body).toEqual({
    ...{ version: 4, applyFrom: '2026-04-21 00:00', previewId: 'p1' },
    targets: [target],
  })
})

test('what is changed after the preview needs another one', async () => {
  const { dialog, press, type } = await openPast((at) =>
    at === `${path}/preview` ? Response.json(wirePreview) : undefined,
  )
  await press('Show what moves')
  await dialog.findByRole('button', { name: 'Apply to 214 days' })
  await type('Target Speed (ppm)', '195')
  expect(dialog.queryByRole('button', { name: /^Apply to/ })).toBeNull()
  expect(dialog.getByRole('button', { name: 'Show what moves' })).toBeTruthy()
})

test('a day before the first record is asked about before it can be applied', async () => {
  const { dialog, press } = await openPast((at) =>
    at === `${path}/preview`
      ? Response.json({ ...wirePreview, beforeFirst: '2026-05-01T00:00:00.000Z' })
      : undefined,
  )
  await press('Show what moves')
  const apply = await dialog.findByRole<HTMLButtonElement>('button', { name: /^Apply to/ })
  expect(apply.disabled).toBe(true)
  await userEvent.click(dialog.getByRole('checkbox', { name: /first record/ }))
  expect(apply.disabled).toBe(false)
})

test('of two people the second sees what the first entered, and may go on', async () => {
  let first = false
  const theirs = {
    ...{ product: 'Choc Bar 45 g', machineTypeId: 1, machineId: null, ppm: 192 },
    ...{ validFrom: '2026-11-30 10:00', enteredAt: '2026-11-30T09:59:30.000Z' },
    ...{ enteredBy: 'A. Singh', reason: 'Trial' },
  }
  const { dialog, type, press, sent } = await open(
    /^Choc Bar 45 g on Flow Wrapper FW-3/,
    (at, body, init) => {
      if (at !== path) return undefined
      if (init.method === 'PUT' && body.version === 4) {
        first = true
        return refusal(409, 'edit.conflict', 'Another person changed this meanwhile.')
      }
      return init.method === 'GET' && first
        ? Response.json({ ...wireSpeeds, version: 5, targets: [...wireSpeeds.targets, theirs] })
        : undefined
    },
  )
  await type('Target Speed (ppm)', '194')
  await type('Reason for Change', 'Acceptance run')
  await press('Save')
  const others = within(await dialog.findByRole('list', { name: 'Entered meanwhile' }))
  expect(others.getByRole('listitem').textContent).toBe(
    'A. Singh: Flow Wrapper FW-3, 192 ppm from 30-11-2026 10:00. Trial',
  )
  await press('Save')
  await waitFor(() => expect(sent().map(({ body }) => body.version)).toEqual([4, 5]))
})
