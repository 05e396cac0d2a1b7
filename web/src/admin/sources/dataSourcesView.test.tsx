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
const view = '/admin/panel?view=sources'
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

const source = (id: number, serialNo: string, reported: object = {}) => ({
  ...{ id, serialNo, lineName: 'Line 1', door: 'packmlTags', state: 'fine' },
  ...{ receivedAt: ago(12), dataAt: ago(600), perMinute: 6, hours: Array(24).fill(360) },
  ...{ received: 8_641, accepted: 8_640, duplicate: 1, late: 2, backFill: 60, quarantined: 0 },
  ...{ kept: 0, missingNumbers: 0 },
  ...{ resets: 1, unknownStates: 0, unknownFields: {}, clockSkewMs: 300, finding: null },
  timeStandsStill: false,
  ...reported,
})
const answer = {
  ...{ now: ago(0), since: ago(80_000), unassigned: 1 },
  notAssigned: [] as object[],
  sources: [
    source(1, 'FW-101'),
    source(2, 'FW-102', {
      ...{ state: 'silent', receivedAt: null, dataAt: ago(300_000), perMinute: 0 },
      ...{ quarantined: 3, received: 8_644, unknownFields: { rejectts: 12 } },
    }),
  ],
}
const raw = '{"kind":"sample","serialNo":"FW-102","state":"Dancing"}'
const refused = {
  id: '0'.repeat(32),
  ...{ serialNo: 'FW-102', reason: 'malformed', advice: 'unknownState', mend: 'Mend it.' },
  ...{ detail: 'state: no machine state', receivedAt: ago(60), source: 'http', raw },
  characters: raw.length,
}

const answering =
  (sources: object, more: Wire = () => undefined): Wire =>
  (path, body, init) => {
    const reported = more(path, body, init)
    if (reported) return reported
    if (path.startsWith('/api/admin/data-sources?')) return Response.json(sources)
    if (path.startsWith('/api/admin/reception/1/quarantine?')) {
      const isTheirs = path.includes('serialNo=FW-102')
      return Response.json(isTheirs ? { records: [refused], count: 3 } : { records: [], count: 0 })
    }
    return undefined
  }

const table = async () => within(await screen.findByRole('table', { name: 'Data Sources' }))
const cells = async (row: number) =>
  within((await table()).getAllByRole('row')[row] ?? document.body)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('of each machine it says its state, its last word, its rate, its clock and its counts', async () => {
  const requested = serve(answering(answer))
  await openPage(view, clientAdmin)
  const [, state, last, rate, , age, clock, ...counts] = await cells(1)
  expect([state, rate, age, clock]).toEqual([
    'FineMQTT, PackML tags',
    '6.0',
    '10 min',
    '0.3 s behind',
  ])
  expect(last).toMatch(/^\d\d s$/)
  expect(counts.slice(0, 5)).toEqual(['1', '1', '2', '60', '0'])
  expect((await cells(2)).slice(1, 4)).toEqual(['SilentMQTT, PackML tags', '3 days', '0.0'])
  expect(screen.getByText('of 2')).toBeDefined()
  expect(screen.getByText('FW-102 has been silent for 3 days.')).toBeDefined()
  expect(screen.getByText(/^1 more record names no machine of this client/)).toBeDefined()
  expect(requested.map(({ path }) => path)).toContain('/api/admin/data-sources?clientId=1')
})

test('who may add machines adds one for the chosen client, and its connection is one press away', async () => {
  const add: Wire = (path, _body, { method }) =>
    path === '/api/admin/machine' && method === 'POST'
      ? Response.json({ message: 'Success!', id: 77 })
      : undefined
  const requested = serve(answering({ ...answer, sources: [] }, add))
  await openPage(`${view}&client=1`, admin)
  await userEvent.click(await screen.findByRole('button', { name: 'Add Machine' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = (label: string) => dialog.getByLabelText(label, { selector: 'input' })
  await waitFor(() => expect(field('Client')).toHaveProperty('value', 'Northfield Confectionery'))
  await userEvent.click(field('Machine Type'))
  await userEvent.click(await screen.findByRole('option', { name: 'HFW-400' }))
  await userEvent.type(field('Serial No'), 'VF-700')
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  const link = await screen.findByRole('link', { name: 'Connect this machine' })
  expect(link.getAttribute('href')).toContain('machine=77')
  expect(requested.find(({ body }) => body.machineId === 'VF-700')?.body.clientId).toBe(1)
})

test('who may not add machines is not offered to', async () => {
  serve(answering(answer))
  await openPage(view, clientAdmin)
  await table()
  expect(screen.queryByRole('button', { name: 'Add Machine' })).toBeNull()
})

test('rows are filtered by state and by words, and sorted by a column', async () => {
  serve(answering(answer))
  await openPage(view, clientAdmin)
  const names = async () =>
    (await table())
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent?.slice(0, 6))
  await userEvent.click((await table()).getByRole('button', { name: 'Records/min' }))
  expect(await names()).toEqual(['FW-102', 'FW-101'])
  await userEvent.click(screen.getByRole('button', { name: 'Silent, 1' }))
  expect(await names()).toEqual(['FW-102'])
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search machine' }), 'FW-101')
  expect(
    await screen.findByText('No machine is in this state and holds these words.'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'All, 2' }))
  expect(await names()).toEqual(['FW-101'])
})

test('a row opens its day and its last records that were not accepted, with how to mend them', async () => {
  serve(answering(answer))
  await openPage(view, clientAdmin)
  await userEvent.click((await table()).getByRole('button', { name: 'Details of FW-102' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^FW-102/ }))
  expect(await dialog.findByText(raw)).toBeDefined()
  expect(dialog.getByText(/^Put this name or number into the table of states/)).toBeDefined()
  expect(dialog.getByText('8,644 = 8,640 stored + 1 duplicate + 3 not accepted')).toBeDefined()
  expect(dialog.getByText('rejectts (12)')).toBeDefined()
  expect(dialog.getByRole('img').getAttribute('aria-label')).toMatch(
    /^Records accepted in each hour/,
  )
  // A client's administrator sets no connection.
  expect(dialog.queryByRole('link', { name: 'Open connection' })).toBeNull()
})

test('a machine whose dictionary no person confirmed carries the mark; who may not confirm it is not offered to', async () => {
  const finding = {
    ...{ inUse: 'iso-tr88', verdict: 'watching', proposal: null, pairs: 1 },
    scores: [{ dictionary: 'iso-tr88', legal: 1, of: 1 }],
    ...{ isProvisional: true, confirmedAt: null, confirmedBy: null },
  }
  serve(answering({ ...answer, sources: [source(1, 'FW-101', { finding }), source(2, 'FW-102')] }))
  await openPage(view, clientAdmin)
  expect((await cells(1))[1]).toBe('FineMQTT, PackML tagsProvisional')
  expect((await cells(2))[1]).toBe('FineMQTT, PackML tags')
  await userEvent.click((await table()).getByRole('button', { name: 'Details of FW-101' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^FW-101/ }))
  expect(await dialog.findByText(/^1 different transition was seen\./)).toBeDefined()
  expect(dialog.getByText('A person who manages the installation confirms it.')).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'It is right as it is' })).toBeNull()
})

test('an administrator chooses a client and comes from a row to its connection', async () => {
  serve(answering(answer))
  await openPage(view, admin)
  expect(await screen.findByText('Select a client to see how its machines send.')).toBeDefined()
  await userEvent.click(screen.getByRole('combobox', { name: 'Client' }))
  await userEvent.click((await screen.findAllByRole('option'))[0] ?? document.body)
  await userEvent.click((await table()).getByRole('button', { name: 'Details of FW-101' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^FW-101/ }))
  expect(await dialog.findByText('Every record was accepted')).toBeDefined()
  expect(dialog.getByRole('link', { name: 'Open connection' }).getAttribute('href')).toContain(
    'machine=1',
  )
})

test('the rows that are shown are saved as CSV', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  let file: Blob | undefined
  URL.createObjectURL = (content) => {
    if (content instanceof Blob) file = content
    return 'blob:file'
  }
  URL.revokeObjectURL = () => undefined
  serve(answering(answer))
  await openPage(view, clientAdmin)
  await table()
  await userEvent.click(screen.getByRole('button', { name: 'Silent, 1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save CSV' }))
  expect(saved.mock.contexts[0]).toMatchObject({ download: 'data-sources.csv' })
  expect((await file?.text())?.match(/FW-10\d/g)).toEqual(['FW-102'])
  saved.mockRestore()
})

test('what could not be loaded is not taken for nothing; without machines it says so', async () => {
  let fails = true
  serve(
    answering({ ...answer, unassigned: 0, sources: [] }, (path) =>
      fails && path.startsWith('/api/admin/data-sources')
        ? refusal(503, 'server.failed', 'An error occurred')
        : undefined,
    ),
  )
  await openPage(view, clientAdmin)
  await screen.findByText('Could not load.')
  expect(screen.queryByText('No Machines Found')).toBeNull()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByText('No Machines Found')).toBeDefined())
})

test('an engineer does not find it', async () => {
  serve()
  await openPage(view, engineer)
  await screen.findByRole('heading', { name: 'Management Panel' })
  expect(screen.queryByText('Data Sources')).toBeNull()
})

test('records that were kept aside are sent again, and what became of them is said', async () => {
  const posted: string[] = []
  const again = { accepted: 2, duplicate: 1, refused: 0, errors: [], next: null }
  serve(
    answering(answer, (path, body) => {
      if (!path.endsWith('/quarantine/again')) return undefined
      posted.push(`${path} ${JSON.stringify(body)}`)
      return Response.json(again)
    }),
  )
  await openPage(view, clientAdmin)
  await userEvent.click((await table()).getByRole('button', { name: 'Details of FW-102' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('2 stored, 1 stored before, 0 still not accepted.')
  expect(posted).toEqual(['/api/admin/reception/1/quarantine/again {"serialNo":"FW-102"}'])
})
