import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'
import { setLanguage } from '../../i18n/language.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(async () => {
  vi.unstubAllGlobals()
  await act(() => setLanguage('en'))
})

const made = {
  ...{ startedAt: '2026-11-22T10:00:00.000Z', seconds: 41.2, folder: '/mnt/backups' },
  ...{ name: 'packboard-2026-11-22T100000Z', bytes: 1_840_000_000, newBytes: 61_000_000 },
  ...{ records: 6_812_400, pausedMs: 12.4 },
}
const failed = {
  ...{ ok: false, startedAt: '2026-11-23T10:00:00.000Z', seconds: 0.2, folder: '/mnt/backups' },
  ...{ fault: 'space', detail: 'The disk of /mnt/backups is full; free some space.' },
}
const folder = '/data/before-upgrade/2026-11-20T100000.000Z'
const dayMs = 86_400_000
const upgrades = (over: object = {}) => ({
  ...{ version: '1.4.0', commit: null, copyDays: 14 },
  steps: {
    records: [
      { version: 2, name: 'minute ledger', takenAt: '2026-11-20T10:00:03.000Z' },
      { version: 1, name: 'raw store', takenAt: null },
    ],
    management: [{ version: 1, name: 'first', takenAt: '2026-11-20T10:00:02.000Z' }],
  },
  copy: {
    ...{ folder, by: '1.4.0', bytes: 61_000_000, schemas: { records: 1, management: 0 } },
    madeAt: new Date(Date.now() - 4.5 * dayMs),
    keptUntil: '2026-12-04T10:00:00.000Z',
  },
  ...{ room: { bytes: 64_000_000, freeBytes: 120_000_000_000, isEnough: true }, ...over },
})
const answer = (over: object = {}) => ({
  ...{ elsewhere: false, folder: '/mnt/backups', onSameDisk: false, encrypted: true },
  ...{ overdue: false, running: null, last: made, runs: [failed, { ok: true, ...made }] },
  ...{ everyHours: null, startHour: 2, keep: 7, nextAt: null, version: 0, ...over },
})
const path = '/admin/panel?view=backups'

test('an admin sees the last good backup and why the latest failed, makes one, and sets the schedule', async () => {
  const bodies: unknown[] = []
  let posts = 0
  let now = answer()
  serve((address, body, { method }) => {
    if (address === '/api/admin/warnings') {
      return Response.json({
        warnings: [
          { code: 'backup.overdue', last: made.startedAt },
          { code: 'data.updating', months: 3, hours: 12_000 },
          { code: 'months.notJoined', months: 1 },
          {
            ...{ code: 'externalBroker.lost', address: 'broker.plant.example:8883' },
            ...{ since: made.startedAt, reason: 'Connection refused: Not authorized' },
          },
        ],
      })
    }
    if (address !== '/api/admin/backups') return undefined
    if (method === 'GET') return Response.json(now)
    if (method === 'POST') {
      posts += 1
      if (posts === 1) return refusal(409, 'backup.running', 'A backup is being made already.')
      now = answer({ running: { startedAt: '2026-11-24T10:00:00.000Z', done: 3, of: 40 } })
      return Response.json({ message: 'Success!' })
    }
    bodies.push(body)
    now = answer({ everyHours: 24, startHour: 2, keep: 14, version: 1 })
    return Response.json({ message: 'Success!', version: 1 })
  })
  await openPage(path, admin)
  expect(await screen.findByText('1.8 GB, 61 MB of it new')).toBeDefined()
  expect(screen.getByText('41 s; records waited 13 ms')).toBeDefined()
  expect(screen.getByText('/mnt/backups/packboard-2026-11-22T100000Z')).toBeDefined()
  expect(
    screen.getByText(/^The latest backup failed\. The disk of the backups is full/),
  ).toBeDefined()
  const warning = await screen.findByText(/^The last good backup was made on/)
  expect(within(warning).getByRole('link').getAttribute('href')).toContain('view=backups')
  const updating = screen.getByText(/^Stored figures are being computed/)
  expect(updating.textContent).toContain('3 months and 12,000 hours of machines to go')
  expect(updating.getAttribute('role')).toBe('status')
  expect(screen.getByText(/^The records of 1 past month lie in many parts/)).toBeDefined()
  const broker = screen.getByText(/^The plant’s broker \(broker\.plant\.example:8883\)/)
  expect(broker.textContent).toContain('“Connection refused: Not authorized”')
  const rows = within(screen.getByRole('table', { name: 'Latest Backups' })).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('Failed')
  expect(rows[2]?.textContent).toContain('Made')

  const make = screen.getByRole('button', { name: 'Back Up Now' })
  await userEvent.click(make)
  expect((await screen.findAllByText('A backup is being made already.')).length).toBeGreaterThan(0)
  await userEvent.click(screen.getByRole('button', { name: 'Back Up Now' }))
  expect(await screen.findByRole('button', { name: 'Part 3 of 40' })).toHaveProperty(
    'disabled',
    true,
  )

  const keep = screen.getByLabelText<HTMLInputElement>('Backups to Keep')
  await userEvent.clear(keep)
  await userEvent.type(keep, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Please enter a whole number from 1 to 400.')).toBeDefined()
  expect(bodies).toEqual([])
  await userEvent.clear(keep)
  await userEvent.type(keep, '14')
  await userEvent.click(screen.getByRole('combobox', { name: 'Make a Backup' }))
  await userEvent.click(await screen.findByRole('option', { name: 'every day' }))
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await waitFor(() =>
    expect(bodies).toEqual([{ everyHours: 24, startHour: 2, keep: 14, version: 0 }]),
  )
  await act(() => setLanguage('de'))
  expect(await screen.findByText('1,8 GB, davon 61 MB neu')).toBeDefined()
})

test('where the stores are on other servers nothing is offered, and it is said who makes the backups', async () => {
  serve((address) => {
    if (address === '/api/admin/backups') return Response.json(answer({ elsewhere: true }))
    const none = { copy: null, room: null }
    return address === '/api/admin/upgrades' ? Response.json(upgrades(none)) : undefined
  })
  await openPage(path, admin)
  expect(await screen.findByText('The tools of your servers make the backups')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Back Up Now' })).toBeNull()
  expect(await screen.findByText(/^None needed here: the tools of your servers/)).toBeDefined()
})

test('an admin sees the version, the steps of both stores, the copy before the upgrade and the room for the next', async () => {
  let now = upgrades()
  serve((address) => {
    if (address === '/api/admin/backups') return Response.json(answer())
    return address === '/api/admin/upgrades' ? Response.json(now) : undefined
  })
  const { unmount } = await openPage(path, admin)
  expect(await screen.findByText('1.4.0')).toBeDefined()
  const copy = screen.getByText(folder).textContent ?? ''
  expect(copy).toContain(
    ' · 4 days old · 61 MB when it was made · step 1 of the records, 0 of the management data',
  )
  expect(copy).toContain('Kept until 04-12-2026')
  expect(screen.getByText('64 MB of 120 GB free').textContent).toContain('Enough: ')
  const steps = screen.getByText('minute ledger').closest('ol')
  expect([...(steps?.children ?? [])].map((step) => step.textContent)).toEqual([
    expect.stringMatching(/^2minute ledger20-11-2026 /),
    '1raw store–',
  ])
  expect(screen.getByText('packboard upgrade --check')).toBeDefined()
  unmount()

  now = upgrades({ copy: null, room: { bytes: 64e6, freeBytes: 9e8, isEnough: false } })
  await openPage(path, admin)
  expect(await screen.findByText(/^None: there was no upgrade, .* after 14 days$/)).toBeDefined()
  expect(screen.getByText(/^Too little: 1 GB has to stay free/)).toBeDefined()
})

test('only an admin finds the backups', async () => {
  const requested = serve()
  await openPage(path, person({ id: 2 }))
  await screen.findByRole('heading', { name: 'Management Panel' })
  await waitFor(() => expect(requested.some(({ path }) => path === '/api/admin/user')).toBe(true))
  expect(requested.filter(({ path }) => /(backups|upgrades)$/.test(path))).toEqual([])
  expect(screen.queryByRole('link', { name: 'Backups' })).toBeNull()
})
