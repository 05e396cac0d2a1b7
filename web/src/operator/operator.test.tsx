import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireStops } from '../../testing/productionAnswers.ts'
import { reasonIds, unnamedPart, wireCoverage } from '../../testing/stopBookAnswers.ts'
import { person, wireMachines } from '../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
let userId = 100

beforeEach(() => {
  // The answers that wait are those of a user, as long as the page is loaded.
  userId += 1
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const stop = (machine: string, fromAgo: number, toAgo: number, over: object = {}) => {
  const [start, end] = [ago(fromAgo), ago(toAgo)]
  return {
    ...wireStops[0],
    ...{ machine, start, end, seconds: fromAgo - toAgo },
    parts: [unnamedPart(start, end, fromAgo - toAgo)],
    proposal: { reason: reasonIds.filmBreak, why: 'lastConfirmed' },
    ...over,
  }
}

type Line = { readonly name: string; readonly serialNos: readonly string[] }

/** A client whose machines have these stops; what is sent is stored once per key. */
function serveLine({
  lines = [{ name: 'Line 1', serialNos: ['FW-101', 'FW-102'] }],
  open = {},
  unnamed = {},
  refuse,
}: {
  lines?: readonly Line[]
  open?: Record<string, object>
  unnamed?: Record<string, readonly object[]>
  refuse?: () => Response | undefined
}) {
  const labels = new Map<string, { machineId: string; change: Record<string, unknown> }>()
  const network = { off: false }
  const requested = serve((path, body) => {
    if (network.off) throw new TypeError('no network')
    if (path.startsWith('/api/admin/client_machines/')) {
      return Response.json({
        machines: lines.flatMap(({ name, serialNos }) =>
          wireMachines(...serialNos).machines.map((machine) => ({ ...machine, lineName: name })),
        ),
      })
    }
    if (path === '/api/admin/stops/label') {
      const refused = refuse?.()
      if (refused) return refused
      const key = String(body.key)
      if (!labels.has(key)) labels.set(key, body as never)
      const labelId = [...labels.keys()].indexOf(key) + 1
      return Response.json({ message: 'Success!', labelId, by: 'amrit', at: ago(0) })
    }
    if (path.startsWith('/api/admin/stops?')) {
      const query = new URL(path, 'http://page').searchParams
      const machine = query.get('machineId') ?? ''
      const stops =
        query.get('withoutReason') === 'true'
          ? (unnamed[machine] ?? [])
          : [open[machine] ?? stop(machine, 7_200, 7_000)]
      return Response.json({ stops, count: stops.length, reasons: wireCoverage })
    }
    return undefined
  })
  return {
    labels,
    network,
    requested,
    changes: () => [...labels.values()].map(({ change }) => change),
  }
}
const openOperator = (search = '') =>
  openPage(`/admin/operator${search}`, person({ id: userId, role: 'user' }))
const openStop = async () => within(await screen.findByRole('region', { name: 'Open stop' }))
const list = async () => within(await screen.findByRole('region', { name: 'Without reason' }))
const goesOn = { goesOn: true, open: true }

describe('the page of the operators', () => {
  test('one tap confirms what is proposed, until the machine runs', async () => {
    const { changes } = serveLine({ open: { 'FW-101': stop('FW-101', 400, 2, goesOn) } })
    await openOperator()
    const shown = await openStop()
    await userEvent.click(await shown.findByRole('button', { name: /Film break.*Confirm/ }))
    await waitFor(() => expect(changes()).toHaveLength(1))
    expect(changes()[0]).toMatchObject({
      ...{ action: 'label', reason: reasonIds.filmBreak, untilRun: true, replaces: [] },
    })
    expect(await shown.findByText('Reason saved')).toBeDefined()
  })

  test('two taps choose a reason under another one', async () => {
    const { changes } = serveLine({ open: { 'FW-101': stop('FW-101', 400, 2, goesOn) } })
    await openOperator()
    const shown = await openStop()
    await userEvent.click(await shown.findByRole('button', { name: 'Film' }))
    await userEvent.click(shown.getByRole('button', { name: 'Film change' }))
    await waitFor(() => expect(changes()).toMatchObject([{ reason: reasonIds.filmChange }]))
  })

  test('within eight seconds an answer is undone in its place', async () => {
    const { changes } = serveLine({ open: { 'FW-101': stop('FW-101', 400, 2, goesOn) } })
    await openOperator()
    const shown = await openStop()
    await userEvent.click(await shown.findByRole('button', { name: /Film break.*Confirm/ }))
    await shown.findByText('Reason saved')
    await userEvent.click(shown.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(changes()).toHaveLength(2))
    expect(changes()[1]).toMatchObject({ action: 'takeBack', replaces: [1] })
    expect(await shown.findByRole('button', { name: /Film break.*Confirm/ })).toBeDefined()
  })

  test('a note goes with the answer', async () => {
    const { changes } = serveLine({ open: { 'FW-101': stop('FW-101', 400, 2, goesOn) } })
    await openOperator()
    const shown = await openStop()
    await userEvent.click(await shown.findByRole('button', { name: 'Note' }))
    await userEvent.type(shown.getByRole('textbox', { name: 'Note' }), 'Reel was wet')
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    await userEvent.click(shown.getByRole('button', { name: /Film break.*Confirm/ }))
    await waitFor(() => expect(changes()).toMatchObject([{ note: 'Reel was wet' }]))
  })

  test('a stop is split by large steps: two answers, and no time is moved', async () => {
    const { changes } = serveLine({ open: { 'FW-101': stop('FW-101', 400, 2, goesOn) } })
    await openOperator()
    const shown = await openStop()
    await userEvent.click(await shown.findByRole('button', { name: 'Split' }))
    await userEvent.click(shown.getByRole('button', { name: '−1 min' }))
    for (const [half, reason] of [
      [/^First part/, 'Cleaning'],
      [/^Second part/, 'Product jam'],
    ] as const) {
      await userEvent.click(shown.getByRole('button', { name: half }))
      await userEvent.click(shown.getByRole('button', { name: reason }))
    }
    await userEvent.click(shown.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(changes()).toHaveLength(2))
    const [first, second] = changes()
    expect(second?.from).toBe(first?.to)
    expect([first?.untilRun, second?.untilRun]).toEqual([false, true])
    const cut = Date.parse(String(first?.to))
    const middle = (Date.parse(String(first?.from)) + Date.parse(String(second?.to))) / 2
    expect(Math.abs(middle - 60_000 - cut)).toBeLessThanOrEqual(1_000)
  })

  test('a machine that runs has nothing to answer; the stops of the shift are below', async () => {
    const { changes } = serveLine({
      unnamed: { 'FW-101': [stop('FW-101', 3_000, 2_700), stop('FW-101', 6_000, 5_000)] },
    })
    await openOperator()
    expect(await (await openStop()).findByText('Nothing to answer.')).toBeDefined()
    const rows = await list()
    expect(rows.getByText('2 on this shift')).toBeDefined()
    expect(rows.getByText(/^0 of 2 answered/)).toBeDefined()
    const [first] = rows.getAllByRole('button', { name: /^Film break: confirm/ })
    await userEvent.click(first!)
    await waitFor(() => expect(changes()).toHaveLength(1))
    expect(changes()[0]).toMatchObject({ untilRun: false })
    expect(rows.getByText('1 on this shift')).toBeDefined()
    expect(rows.getByText(/^1 of 2 answered/)).toBeDefined()
    // Nothing moves under the finger.
    expect(rows.getAllByRole('listitem')).toHaveLength(2)
  })

  test.each([
    ['clientAdmin', true],
    ['user', false],
  ] as const)('without reasons a %s is offered no choice', async (role, mayAdd) => {
    serveLine({ unnamed: { 'FW-101': [stop('FW-101', 3_000, 2_700, { proposal: null })] } })
    const answered = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path.startsWith('/api/admin/reasons/')
        ? Promise.resolve(Response.json({ reasons: [], version: 0 }))
        : answered(path, init),
    )
    await openPage('/admin/operator', person({ id: userId, role }))
    const rows = await list()
    expect(await rows.findByText(/^There are no reasons yet/)).toBeDefined()
    expect(rows.queryByRole('button', { name: /^Set reason/ })).toBeNull()
    const way = rows.queryByRole('link', { name: 'Add Reasons' })
    expect(way?.getAttribute('href') ?? null).toBe(mayAdd ? '/admin/panel?view=reasons' : null)
  })

  test('20 taps without a network wait visibly and are 20 labels with it, none twice', async () => {
    const stops = Array.from({ length: 20 }, (_, index) =>
      stop('FW-101', 7_200 - 300 * index, 7_000 - 300 * index),
    )
    const { labels, network } = serveLine({ unnamed: { 'FW-101': stops } })
    await openOperator()
    const rows = await list()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    network.off = true
    act(() => void window.dispatchEvent(new Event('offline')))
    for (let tap = 0; tap < 20; tap += 1) {
      await userEvent.click(rows.getAllByRole('button', { name: /^Film break: confirm/ })[0]!)
    }
    expect(await screen.findByText('No network · 20 answers wait here')).toBeDefined()
    expect(rows.getAllByText('waits to be sent')).toHaveLength(20)
    expect(labels.size).toBe(0)
    network.off = false
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(labels.size).toBe(20))
    await waitFor(() => expect(screen.queryByText(/wait here|to be sent/)).toBeNull())
    const starts = [...labels.values()].map(({ change }) => change.from)
    expect(new Set(starts).size).toBe(20)
  })

  test('who was first is named, and the answer is given up', async () => {
    serveLine({
      open: { 'FW-101': stop('FW-101', 400, 2, goesOn) },
      refuse: () => refusal(409, 'label.taken', 'P. Nowak was first.'),
    })
    await openOperator()
    const shown = await openStop()
    await userEvent.click(await shown.findByRole('button', { name: /Film break.*Confirm/ }))
    const words = await screen.findByText(/Film break was not saved/)
    expect(words.parentElement?.textContent).toContain('P. Nowak was first.')
    await userEvent.click(screen.getByRole('button', { name: 'I have seen it' }))
    expect(screen.queryByText(/was not saved/)).toBeNull()
  })

  test('the line is chosen once: it stands in the address and is kept', async () => {
    const lines = [
      { name: 'Line 1', serialNos: ['FW-101'] },
      { name: 'Line 2', serialNos: ['FW-201', 'FW-202'] },
    ]
    serveLine({ lines })
    const { router } = await openOperator()
    await userEvent.click(await screen.findByRole('button', { name: /^Line 2/ }))
    const tabs = within(await screen.findByRole('group', { name: 'Machine' }))
    expect(tabs.getAllByRole('button')).toHaveLength(2)
    expect(router.state.location.search).toMatchObject({ line: 'Line 2' })
    await userEvent.click(tabs.getByRole('button', { name: /^FW-202/ }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ machine: 'FW-202' }))
    await router.navigate({ to: '/admin/operator', search: {} })
    await waitFor(() => expect(router.state.location.search).toMatchObject({ line: 'Line 2' }))
    await userEvent.click(screen.getByRole('button', { name: 'Line 2: choose another line' }))
    expect(await screen.findByText('Which line is this?')).toBeDefined()
  })

  test('without a proposal the question stands once, above the tiles', async () => {
    serveLine({ open: { 'FW-101': stop('FW-101', 400, 2, { ...goesOn, proposal: null }) } })
    await openOperator()
    const shown = await openStop()
    expect(await shown.findByRole('button', { name: 'Cleaning' })).toBeDefined()
    expect(shown.getAllByText('Why did it stop?')).toHaveLength(1)
    expect(shown.queryByText('or choose another')).toBeNull()
  })

  test('a person who may not name stops reads Not Allowed', async () => {
    serveLine({})
    const { permissions, ...rest } = person({ id: userId })
    await openPage('/admin/operator', {
      ...rest,
      permissions: { ...permissions, labelStops: false },
    })
    expect(await screen.findByText('Not Allowed')).toBeDefined()
  })
})
