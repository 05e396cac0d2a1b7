import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => vi.unstubAllGlobals())

const clientAdmin = person({ id: 2 })
const engineer = person({ id: 5, role: 'engineer' })
const view = '/admin/panel?view=quarantine'
const base = '/api/admin/reception/1'

const machine = (serialNo: string, clockSkewMs: number | null, quarantined = 0) => ({
  serialNo,
  accepted: 12_345,
  duplicate: 3,
  late: 2,
  backFill: 60,
  conflicting: 1,
  alive: 0,
  quarantined,
  clockSkewMs,
})
const raw = '{ "kind":"sample","serialNo":"FW-931" }'
const record = (index: number, reported: object = {}) => ({
  serialNo: 'FW-931',
  id: '0'.repeat(32),
  reason: 'unknownMachine',
  detail: 'no machine has this serial number',
  advice: 'unknownMachine',
  mend: 'Add the machine.',
  receivedAt: `2026-11-20T06:00:0${index}.000Z`,
  source: 'http',
  raw,
  characters: raw.length,
  ...reported,
})
const records = [record(2), record(1, { serialNo: '', reason: 'malformed', source: 'carrier' })]

const answering =
  (aside: object, more: Wire = () => undefined): Wire =>
  (path, body, init) => {
    const reported = more(path, body, init)
    if (reported) return reported
    if (path === base) {
      return Response.json({ machines: [machine('FW-101', 300, 7), machine('FW-102', null)] })
    }
    if (path.startsWith(`${base}/quarantine?`)) return Response.json(aside)
    return undefined
  }

test('of each machine it says what became of its records and how its clock goes', async () => {
  serve(answering({ records: [], count: 0 }))
  await openPage(view, clientAdmin)
  const table = within(await screen.findByRole('table', { name: 'Received Records' }))
  const cells = (row: number) =>
    within(table.getAllByRole('row')[row] ?? document.body)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Serial No',
    'Accepted',
    'Duplicate',
    'Late',
    'Backfilled',
    'Conflicting',
    'Not Accepted',
    'Clock',
  ])
  expect(cells(1)).toEqual(['FW-101', '12,345', '3', '2', '60', '1', '7', '0.3 s behind'])
  expect(cells(2)).toEqual(['FW-102', '12,345', '3', '2', '60', '1', '0', '–'])
  expect(await screen.findByText('Every record was accepted')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download as NDJSON' })).toBeNull()
})

test('what was kept aside is listed by pages and opens as it arrived', async () => {
  const requested = serve(answering({ records, count: 12 }))
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
  await openPage(view, clientAdmin)
  const table = within(await screen.findByRole('table', { name: 'Records Not Accepted' }))
  expect(table.getByText('unknown serial number')).toBeDefined()
  expect(table.getByText('carrier')).toBeDefined()
  await userEvent.click(table.getByRole('button', { name: /^Open the record of FW-931 of / }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Record/ }))
  expect(dialog.getByText(raw).tagName).toBe('PRE')
  expect(dialog.queryByText(/These are the first/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await dialog.findByRole('button', { name: 'Copied' })).toBeDefined()
  expect(copied).toHaveBeenCalledWith(raw)
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() =>
    expect(requested.map(({ path }) => path)).toContain(`${base}/quarantine?page=2&pageSize=10`),
  )
})

test('a long record says that it is only the beginning', async () => {
  serve(answering({ records: [record(1, { characters: 20_000 })], count: 1 }))
  await openPage(view, clientAdmin)
  await userEvent.click(await screen.findByRole('button', { name: /^Open the record/ }))
  expect(await screen.findByText(/^These are the first 39 of 20,000 characters/)).toBeDefined()
})

test('a record that was cut says so, and offers no second sending', async () => {
  serve(answering({ records: [record(1, { reason: 'cut', advice: 'cut' })], count: 1 }))
  await openPage(view, clientAdmin)
  expect(await screen.findByText('cut: too large')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: /^Open the record/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Record/ }))
  expect(dialog.getByText(/cannot be sent again/)).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Send again' })).toBeNull()
})

test('the file is fetched with the token and saved; a failure is told beside it', async () => {
  let fails = true
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => undefined
  serve(
    answering({ records, count: 12_000 }, (path) => {
      if (path !== `${base}/quarantine/ndjson`) return undefined
      return fails
        ? refusal(500, 'server.failed', 'An error occurred')
        : new Response(`${raw}\n`, {
            headers: { 'content-disposition': 'attachment; filename="kept-aside.ndjson"' },
          })
    }),
  )
  await openPage(view, clientAdmin)
  const button = await screen.findByRole('button', { name: 'Download as NDJSON' })
  expect(screen.getByText(/The file holds the newest 1,000/)).toBeDefined()
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred')
  expect(saved).not.toHaveBeenCalled()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Download as NDJSON' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(saved.mock.contexts[0]).toMatchObject({ download: 'kept-aside.ndjson' })
  expect(screen.queryByRole('alert')).toBeNull()
  saved.mockRestore()
})

test('what could not be loaded is not taken for nothing', async () => {
  let fails = true
  serve(
    answering({ records, count: 2 }, (path) =>
      fails && path.startsWith(base)
        ? refusal(503, 'server.failed', 'An error occurred')
        : undefined,
    ),
  )
  await openPage(view, clientAdmin)
  await waitFor(() => expect(screen.getAllByText('Could not load.')).toHaveLength(2))
  expect(screen.queryByText('Every record was accepted')).toBeNull()
  fails = false
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
  expect(await screen.findByText('unknown serial number')).toBeDefined()
})

test('an admin chooses a client first', async () => {
  serve(answering({ records, count: 2 }))
  await openPage(view, admin)
  expect(await screen.findByText(/^Select a client to see what became/)).toBeDefined()
  await userEvent.click(screen.getByRole('combobox', { name: 'Client' }))
  await userEvent.click((await screen.findAllByRole('option'))[0] ?? document.body)
  expect(await screen.findByText('unknown serial number')).toBeDefined()
})

test('an engineer does not find it', async () => {
  serve()
  await openPage(view, engineer)
  await screen.findByRole('heading', { name: 'Management Panel' })
  expect(screen.queryByText('Received Records')).toBeNull()
})
