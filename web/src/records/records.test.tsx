import { formatDateTime } from '@packboard/model'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { renderPart } from '../../testing/renderPart.tsx'
import { person } from '../../testing/wireAnswers.ts'
import { keep } from '../session/kept.ts'
import { keepSession } from '../session/session.ts'
import { browserZone } from '../time/zone.ts'
import { AlarmInfoModal } from './AlarmInfoModal.tsx'
import { AuditTrailModal } from './AuditTrailModal.tsx'

afterEach(() => vi.unstubAllGlobals())

const filter = {
  startDate: '2026-11-20',
  startTime: '06:00',
  endDate: '2026-11-21',
  endTime: '18:00',
  zone: browserZone,
}
const at = '2026-11-21T14:15:02.000Z'
const reported = formatDateTime(new Date(at), browserZone)
const long = 'Upper jaw temperature set-point '.repeat(9).slice(0, 279)

const auditRow = (over: Record<string, unknown> = {}) => ({
  TIMESTAMP: at,
  Machine_ID: 'FW-102',
  User_Group: 'Operator',
  Description: 'Fin seal pressure',
  Value_Before: '3.2 bar',
  Value_After: '3.4 bar',
  ...over,
})

const auditServer =
  (rows: object[], count = rows.length): Wire =>
  (path) => {
    if (path.startsWith('/api/audit_trail_data_groups')) {
      return Response.json({ userGroups: ['Engineer', 'Operator'] })
    }
    if (path.startsWith('/api/audit_trail_data_descriptions')) {
      return Response.json({ descriptions: ['Fin seal pressure'] })
    }
    if (path.startsWith('/api/audit_trail_data/')) return Response.json({ auditData: rows, count })
    return undefined
  }

const openAudit = () =>
  renderPart(
    <AuditTrailModal clientId={1} machineId="FW-102" filter={filter} opened onClose={() => {}} />,
  )

const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

/** The pages of records that were requested, in order. */
const pagesOf = (requested: { path: string }[], start: string) =>
  requested.filter(({ path }) => path.startsWith(start)).map(({ path }) => path)

async function choose(label: string, option: string) {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('the audit trail tells when, where, who, what, before and after', async () => {
  const requested = serve(auditServer([auditRow({ Description: long })]))
  openAudit()
  const cells = await screen.findAllByRole('cell')
  expect(headings()).toEqual([
    'Date/Time',
    'Machine',
    'User Group',
    'Description',
    'Value Before',
    'Value After',
  ])
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    reported,
    'FW-102',
    'Operator',
    long,
    '3.2 bar',
    '3.4 bar',
  ])
  const [first = ''] = pagesOf(requested, '/api/audit_trail_data/')
  expect(first).toContain('/api/audit_trail_data/1/10?')
  const query = new URLSearchParams(first.split('?')[1])
  expect(Object.fromEntries(query)).toEqual({
    clientId: '1',
    machineId: 'FW-102',
    start_date: '2026-11-20',
    end_date: '2026-11-21',
    start_time: '06:00',
    end_time: '18:00',
    timezone: browserZone,
    User_Group: 'All',
    description: 'All',
  })
})

test('another page is asked for, and a change of the filter leads back to the first', async () => {
  const requested = serve(auditServer([auditRow()], 47))
  openAudit()
  await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }))
  expect(await screen.findByText('21–30 of 47')).toBeTruthy()
  await choose('Select Group', 'Engineer')
  expect(await screen.findByText('1–10 of 47')).toBeTruthy()
  const pages = pagesOf(requested, '/api/audit_trail_data/')
  expect(pages[1]).toContain('/audit_trail_data/3/10?')
  expect(pages[2]).toContain('/audit_trail_data/1/10?')
  expect(pages[2]).toContain('User_Group=Engineer')
})

test('longer pages begin on the first one', async () => {
  keepSession(person())
  const requested = serve(auditServer([auditRow()], 47))
  openAudit()
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }))
  await screen.findByText('11–20 of 47')
  await choose('Rows per page', '50')
  expect(await screen.findByText('1–47 of 47')).toBeTruthy()
  expect(pagesOf(requested, '/api/audit_trail_data/').at(-1)).toContain('/audit_trail_data/1/50?')
})

test('the next table has pages as long as this person made them', async () => {
  keepSession(person())
  keep('pageSize', '50')
  const requested = serve(auditServer([auditRow()], 47))
  openAudit()
  expect(await screen.findByText('1–47 of 47')).toBeTruthy()
  expect(pagesOf(requested, '/api/audit_trail_data/')[0]).toContain('/audit_trail_data/1/50?')
})

test('a preset sets the window and leads back to the first page', async () => {
  const requested = serve(auditServer([auditRow()], 47))
  openAudit()
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }))
  await screen.findByText('11–20 of 47')
  await userEvent.click(screen.getByRole('button', { name: /^Date range/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yesterday' }))
  await screen.findByText('1–10 of 47')
  const last = pagesOf(requested, '/api/audit_trail_data/').at(-1) ?? ''
  expect(last).toContain('/audit_trail_data/1/10?')
  expect(last).toContain('start_time=00%3A00&end_time=23%3A59')
})

test('where the lists cannot be loaded just All is offered, and the table is there', async () => {
  const wire = auditServer([auditRow()])
  serve((path, body, init) =>
    /groups|descriptions/.test(path)
      ? refusal(500, 'server.failed', 'An error occurred')
      : wire(path, body, init),
  )
  openAudit()
  expect(await screen.findByText('Fin seal pressure')).toBeTruthy()
  for (const label of ['Select Group', 'Select Description']) {
    await userEvent.click(screen.getByRole('combobox', { name: label }))
    const offered = await screen.findAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual(['All'])
    await userEvent.click(offered[0]!)
  }
})

test('no records read No Data Found without a mark', async () => {
  serve(auditServer([]))
  openAudit()
  expect(await screen.findByText('No Data Found')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure reads No Data Found with a mark, and can be tried again', async () => {
  let broken = true
  const wire = auditServer([auditRow()])
  serve((path, body, init) =>
    broken ? refusal(500, 'server.failed', 'An error occurred') : wire(path, body, init),
  )
  openAudit()
  expect(await screen.findByText('No Data Found')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Could not load.')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Fin seal pressure')).toBeTruthy()
})

test('opened again it shows the window of the page and its first records', async () => {
  serve(auditServer([auditRow()], 47))
  const modal = (opened: boolean) => (
    <AuditTrailModal
      clientId={1}
      machineId="FW-102"
      filter={filter}
      opened={opened}
      onClose={() => {}}
    />
  )
  const { rerender } = renderPart(modal(true))
  await userEvent.click(await screen.findByRole('button', { name: 'Page 4' }))
  await screen.findByText('31–40 of 47')
  rerender(modal(false))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  rerender(modal(true))
  expect(await screen.findByText('1–10 of 47')).toBeTruthy()
})

test('alarm info tells when, where, of which group and what, and offers what there is', async () => {
  const requested = serve((path) =>
    path.startsWith('/api/alarm_info/')
      ? Response.json({
          alarmData: [
            {
              TIMESTAMP: at,
              Machine_ID: 'FW-102',
              Group: 'Film',
              Alarm_Desc: 'Splice not detected',
              ...{ clearedAt: null, stoodSeconds: 75, end: 'next' },
            },
            {
              TIMESTAMP: at,
              Machine_ID: 'FW-102',
              Group: 'Film',
              Alarm_Desc: 'Film end',
              ...{ clearedAt: at, stoodSeconds: 0, end: 'cleared' },
            },
            {
              TIMESTAMP: at,
              Machine_ID: 'FW-102',
              Group: 'Film',
              Alarm_Desc: 'Film low',
              ...{ clearedAt: null, stoodSeconds: 3_600, end: 'open' },
            },
          ],
          count: 23,
          groups: ['Film', 'Jaws'],
          descriptions: ['Splice not detected'],
        })
      : undefined,
  )
  renderPart(
    <AlarmInfoModal clientId={1} machineId="FW-102" filter={filter} opened onClose={() => {}} />,
  )
  const dialog = within(await screen.findByRole('dialog', { name: /^Alarm Info/ }))
  const cells = await dialog.findAllByRole('cell')
  expect(headings()).toEqual([
    ...['Date/Time', 'Machine', 'Group', 'Description'],
    ...['Cleared', 'Lasted'],
  ])
  // An end that is only known by the next alarm of the text is an upper limit.
  const ends = [0, 1, 2].map((row) => [4, 5].map((column) => cells[row * 6 + column]?.textContent))
  expect(ends).toEqual([
    ['Not sent', '≤ 1m 15s'],
    [reported, '0s'],
    ['Open', '1h 00m'],
  ])
  expect(cells[0]?.textContent).toBe(reported)
  expect(within(cells[2]!).getByText('Film')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  await screen.findByText('11–20 of 23')
  await choose('Select Group', 'Jaws')
  await screen.findByText('1–10 of 23')
  const last = pagesOf(requested, '/api/alarm_info/').at(-1) ?? ''
  expect(last).toContain('/alarm_info/1/10?')
  expect(last).toContain('group=Jaws')
})

const statistic = (group: string, description: string, over: Record<string, unknown> = {}) => ({
  ...{ group, description, raised: 2, count: 2 },
  ...{ seconds: 120, meanSeconds: 60, open: 0, withoutEnd: 0, ...over },
})
const groupOf = ({ description: _, ...row }: ReturnType<typeof statistic>) => row
const film = statistic('Film', 'Film end', { count: 30, seconds: 90, meanSeconds: 3 })
const jam = statistic('Jaws', 'Pack in jaws', { withoutEnd: 1 })
const snap = statistic('Film', 'Film snap', {
  count: 1,
  seconds: 4_000,
  meanSeconds: 4_000,
  open: 1,
})

async function openStatistics() {
  const requested = serve((path) => {
    if (path.startsWith('/api/admin/alarm-statistics')) {
      return Response.json({ alarms: [snap, jam, film], groups: [groupOf(film), groupOf(jam)] })
    }
    return path.startsWith('/api/alarm_info/')
      ? Response.json({ alarmData: [], count: 0, groups: [], descriptions: [] })
      : undefined
  })
  renderPart(
    <AlarmInfoModal clientId={1} machineId="FW-102" filter={filter} opened onClose={() => {}} />,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Statistics' }))
  const table = await screen.findByRole('table', { name: 'Alarm statistics' })
  const firsts = () =>
    within(screen.getByRole('table', { name: 'Alarm statistics' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
  return { requested, table, firsts }
}

test('the statistics of alarms begin with the longest, are sorted by any column, and say where a time is a limit', async () => {
  const { requested, table, firsts } = await openStatistics()
  const [first = ''] = pagesOf(requested, '/api/admin/alarm-statistics')
  expect(Object.fromEntries(new URLSearchParams(first.split('?')[1]))).toEqual({
    clientId: '1',
    machineId: 'FW-102',
    start_date: '2026-11-20',
    end_date: '2026-11-21',
    start_time: '06:00',
    end_time: '18:00',
    timezone: browserZone,
  })
  expect(firsts()).toEqual(['Film snap', 'Pack in jaws', 'Film end'])
  expect(within(table).getByText('≤ 2m 00s')).toBeTruthy()
  expect(screen.getByText(/did not send when some of these alarms were cleared/)).toBeTruthy()
  const press = (name: string) =>
    userEvent.click(within(table).getByRole('button', { name: new RegExp(`^${name}`) }))
  await press('Number')
  expect(firsts()).toEqual(['Film end', 'Pack in jaws', 'Film snap'])
  await press('Number')
  expect(firsts()).toEqual(['Film snap', 'Pack in jaws', 'Film end'])
  await press('Alarm')
  expect(firsts()).toEqual(['Film end', 'Film snap', 'Pack in jaws'])
  await press('Open')
  expect(firsts()[0]).toBe('Film snap')
})

test('the lists above narrow the statistics, and the groups have rows of their own', async () => {
  const { firsts } = await openStatistics()
  await choose('Select Group', 'Film')
  expect(firsts()).toEqual(['Film snap', 'Film end'])
  await choose('Select Description', 'Film end')
  expect(firsts()).toEqual(['Film end'])
  const parts = within(screen.getByRole('group', { name: 'Rows' }))
  await userEvent.click(parts.getByRole('button', { name: 'Group' }))
  expect(firsts()).toHaveLength(1)
  expect(firsts()[0]).toContain('Film')
})
