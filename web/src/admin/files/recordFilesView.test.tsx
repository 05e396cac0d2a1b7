import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../../testing/openPage.tsx'
import { person } from '../../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => vi.unstubAllGlobals())

const engineer = person({ id: 5, role: 'engineer' })
const base = '/api/admin/files/1'
const counts = { rows: 0, stored: 0, duplicate: 0, late: 0, quarantined: 0, refused: 0 }
const file = (over: object) => ({
  ...{ id: 7, name: 'past.csv', bytes: 9_000_000, received: 9_000_000, state: 'uploaded' },
  ...{ kind: null, machine: null, share: 0, checked: null, fault: null, createdBy: 'engineer' },
  ...{ createdAt: '2026-11-20T06:00:00.000Z', endedAt: null, ...counts, ...over },
})
const mapping = {
  ...{ kind: 'sample', encoding: 'utf-8', separator: ',', hasHead: true, zone: 'Europe/London' },
  ...{ timeForm: 'iso', decimal: '.', speedUnit: 'perMinute', factors: {}, clock: null },
  firstLine: 2,
  ...{ columns: { time: 'when', state: 'state' }, fixed: {}, states: {} },
}
const wrong = { code: 'state', field: 'state', column: 'state', cell: 'on', detail: null }
const look = {
  ...{ format: 'csv', mapping, isSaved: false, isAmbiguous: false },
  columns: [
    { name: 'when', type: 'time', examples: ['2026-11-01 06:00'] },
    { name: 'state', type: 'text', examples: ['on'] },
  ],
  ...{ missing: ['machine'], unknownStates: ['on'] },
  firstLines: [
    { line: 1, text: 'Line 1 - Export' },
    { line: 2, text: 'when | state' },
    { line: 3, text: '2026-11-01 06:00 | on' },
  ],
  rows: [{ line: 3, cells: ['2026-11-01 06:00', 'on'], record: null, refusals: [wrong] }],
}

test('a file is sent in pieces, and a second try follows a line that broke', async () => {
  const files: object[] = []
  let broken = true
  const offsets: string[] = []
  serve((path, _body, init) => {
    if (path === base && init.method === 'GET') {
      return Response.json({ files, zone: 'Europe/London', machines: ['FW-101'] })
    }
    if (path === base) return Response.json({ id: 7, pieceBytes: 4 })
    if (path.startsWith(`${base}/7/piece?offset=`)) {
      offsets.push(path.slice(path.indexOf('=') + 1))
      if (offsets.length === 2 && broken) {
        broken = false
        return refusal(503, 'store.busy', 'The data store is busy. Please try again.')
      }
      if (offsets.length === 4) files.push(file({}))
      return Response.json({ received: 4, state: 'uploading' })
    }
    if (path === `${base}/7/look`) return Response.json(look)
    return undefined
  })
  await openPage('/admin/panel?view=files', engineer)
  const input = await screen.findByLabelText('Choose File', { selector: 'input' })
  await userEvent.upload(input, new File(['0123456789'], 'past.csv'))
  await waitFor(() => expect(offsets).toEqual(['0', '4', '4', '8']))
  expect(await screen.findByRole('region', { name: 'past.csv' })).toBeDefined()
})

test('a file that is too large is not sent', async () => {
  const methods: (string | undefined)[] = []
  serve((path, _body, { method }) => {
    if (path !== base) return undefined
    methods.push(method)
    return Response.json({ files: [], zone: 'Europe/London', machines: ['FW-101'] })
  })
  await openPage('/admin/panel?view=files', engineer)
  const input = await screen.findByLabelText('Choose File', { selector: 'input' })
  const sheet = new File(['x'], 'past.xlsx')
  Object.defineProperty(sheet, 'size', { value: 20_000_001 })
  await userEvent.upload(input, sheet)
  expect((await screen.findByRole('alert')).textContent).toMatch(/an XLSX file of at most 20 MB/)
  expect(methods).not.toContain('POST')
})

test('a word is given a state, the file is checked and then imported; a change asks for another check', async () => {
  let state = file({})
  const started: Record<string, unknown>[] = []
  const looks: Record<string, unknown>[] = []
  serve((path, body) => {
    if (path === base) {
      return Response.json({ files: [state], zone: 'Europe/London', machines: ['FW-101'] })
    }
    if (path === `${base}/7/look`) {
      looks.push(body)
      return Response.json({ ...look, missing: [], mapping: body.mapping ?? mapping })
    }
    if (path === `${base}/7/start`) {
      started.push(body)
      state = body.dryRun
        ? file({ state: 'checked', checked: { ...counts, rows: 3, stored: 2, refused: 1 } })
        : file({ state: 'done', rows: 3, stored: 2, refused: 1 })
      return Response.json({ message: 'Success!' })
    }
    if (path === `${base}/7`) return Response.json({ ...state, lines: [{ line: 2, ...wrong }] })
    return undefined
  })
  await openPage('/admin/panel?view=files', engineer)
  const preview = await screen.findByRole('table', { name: '' })
  expect(within(preview).getByText(/no machine state/)).toBeDefined()
  await userEvent.click(screen.getByRole('combobox', { name: 'on' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Execute' }))
  await waitFor(() => expect(looks.at(-1)).toMatchObject({ mapping: { states: { on: '10' } } }))
  // The only machine of the client is chosen.
  expect(looks.at(-1)).toMatchObject({ machine: 'FW-101' })
  await userEvent.click(screen.getByRole('button', { name: 'Check File' }))
  expect(await screen.findByText('2 of 3 lines can be stored.')).toBeDefined()
  expect(started[0]).toMatchObject({ dryRun: true, machine: 'FW-101' })
  await userEvent.click(screen.getByRole('combobox', { name: 'Decimal mark' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Comma 1,5' }))
  expect(await screen.findByText(/Check the file again/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Check File' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 2 records' }))
  // The form and the result have one name: the file.
  await waitFor(() =>
    expect(
      within(screen.getByRole('region', { name: 'past.csv' })).getByText('done'),
    ).toBeDefined(),
  )
  expect(started.map(({ dryRun }) => dryRun)).toEqual([true, true, false])
  expect(started.at(-1)).toMatchObject({ mapping: { decimal: ',', states: { on: '10' } } })
})

test('the line with the names of the columns is chosen; samples that say nothing are named and not read', async () => {
  const looks: Record<string, unknown>[] = []
  serve((path, body) => {
    if (path === base) {
      return Response.json({ files: [file({})], zone: 'Europe/London', machines: ['FW-101'] })
    }
    if (path !== `${base}/7/look`) return undefined
    looks.push(body)
    return Response.json({ ...look, missing: ['measured'] })
  })
  await openPage('/admin/panel?view=files', engineer)
  expect(await screen.findByText('Still needed: a state, a speed or a counter.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Check File' }).hasAttribute('disabled')).toBe(true)
  const head = screen.getByRole('combobox', { name: 'Names of the columns' })
  expect(head).toHaveProperty('value', 'Line 2: when | state')
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Names of the columns' }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  await choose('Line 1: Line 1 - Export')
  const form = { encoding: 'utf-8', separator: ',' }
  const chosen = (hasHead: boolean, firstLine: number) =>
    waitFor(() =>
      expect(looks.at(-1)).toMatchObject({ form: { ...form, hasHead, firstLine }, kind: 'sample' }),
    )
  await chosen(true, 1)
  await choose('None: the first line is a record')
  await chosen(false, 1)
})

test('what is running shows how far it is, and can be cancelled after a question', async () => {
  let state = file({ state: 'running', share: 0.25, rows: 1_000, stored: 990, refused: 10 })
  const requested = serve((path) => {
    if (path === base) {
      return Response.json({ files: [state], zone: 'Europe/London', machines: ['FW-101'] })
    }
    if (path === `${base}/7/cancel`) {
      state = file({ state: 'cancelled' })
      return Response.json({ message: 'Success!' })
    }
    return undefined
  })
  await openPage('/admin/panel?view=files', engineer)
  const bar = await screen.findByRole('progressbar', { name: 'Importing past.csv' })
  expect(bar.getAttribute('value')).toBe('0.25')
  expect(screen.getByText('past.csv: 1,000 lines read')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('past.csv')).toBeDefined()
  await userEvent.click(dialog.getAllByRole('button', { name: 'Cancel' }).at(-1) ?? document.body)
  await waitFor(() => expect(requested.map(({ path }) => path)).toContain(`${base}/7/cancel`))
  expect(await screen.findByRole('button', { name: 'Choose File' })).toBeDefined()
})

test('a file that is being opened says so, and one that was refused shows its bound', async () => {
  let state = file({ state: 'opening' })
  serve((path, _body, init) => {
    if (path === base && init.method === 'GET') {
      return Response.json({ files: [state], zone: 'Europe/London', machines: ['FW-101'] })
    }
    if (path === `${base}/7`) return Response.json({ ...state, lines: [] })
    return undefined
  })
  await openPage('/admin/panel?view=files', engineer)
  const bar = await screen.findByRole('progressbar', { name: 'Opening past.csv' })
  expect(bar.hasAttribute('value')).toBe(false)
  expect(screen.queryByRole('button', { name: 'Choose File' })).toBeNull()
  state = file({ state: 'failed', fault: 'tooManyElements' })
  await userEvent.click(await screen.findByText('failed'))
  expect(await screen.findByText(/more than 1,000,000 elements/)).toBeDefined()
  // No line of it was read: there is nothing to count.
  expect(screen.queryByText('Quarantined')).toBeNull()
})

test('the file whose last piece was refused is shown with the reason', async () => {
  const files: object[] = []
  serve((path, _body, init) => {
    if (path === base && init.method === 'GET') {
      return Response.json({ files, zone: 'Europe/London', machines: ['FW-101'] })
    }
    if (path === base) return Response.json({ id: 7, pieceBytes: 4_000_000 })
    if (path.startsWith(`${base}/7/piece`)) {
      files.push(file({ name: 'bomb.xlsx', state: 'failed', fault: 'archive' }))
      return refusal(400, 'recordFile.unreadable', 'This file cannot be read.')
    }
    if (path === `${base}/7`) return Response.json({ ...files[0], lines: [] })
    return undefined
  })
  await openPage('/admin/panel?view=files', engineer)
  const input = await screen.findByLabelText('Choose File', { selector: 'input' })
  await userEvent.upload(input, new File(['PK'], 'bomb.xlsx'))
  expect(await screen.findByText(/of the form ZIP64/)).toBeDefined()
})
