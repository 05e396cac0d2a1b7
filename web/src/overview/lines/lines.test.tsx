import type { ClientMachine } from '@packboard/contract'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { wireMetrics } from '../../../testing/productionAnswers.ts'
import { lateShift, wireMachineProgress, wireProgress } from '../../../testing/shiftAnswers.ts'
import { person, wireAnswer, wireMachines, wireRecord } from '../../../testing/wireAnswers.ts'
import { type Arrangement, arrangedPlaces, groupsOf } from '../arrangement.ts'
import './parts.ts'
import { movedTo } from './OverviewTools.tsx'

const now = new Date('2026-11-21T14:32:12Z')

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const floor = [
  ['FW-101', 'Line 1', 'Flow Wrapper', 160],
  ['FW-102', 'Line 1', 'Flow Wrapper', 160],
  ['VF-201', 'Line 2', 'VFFS', 60],
  ['FW-202', 'Line 2', 'Flow Wrapper', null],
] as const

const machines = floor.map(([machineId, lineName, label, ppm]) => ({
  machineId,
  lineName,
  machineType: { label, imagePath: '/api/images/flow-wrapper.png' },
  target: {
    product: machineId === 'VF-201' ? 'Wafer Bar 32 g' : 'Choc Bar 45 g',
    ppm,
    source: ppm === null ? null : 'recipe',
  },
}))

const figures = (packs: number, OEEE: number, over: Record<string, unknown> = {}) => ({
  metrics: wireMetrics({ 'Packs Produced': packs, OEEE, ...over }),
  ...{ stopSeconds: 4_000, stops: 12, mtbfSeconds: 60, mttrSeconds: 60, lostPacks: 900 },
  ...{ unplannedStops: 4, betweenStopsSeconds: 60, meanStopSeconds: 60, faults: 4 },
  ...{ microStops: null, changeovers: null, changeoverSeconds: null },
})
const row = (key: string, own: ReturnType<typeof figures>) => ({
  ...{ key, from: null, to: null, figures: own, previous: null },
})

const shifts = [6, 7].flatMap((weekday) => [
  { weekday, start: '06:00', name: 'Early' },
  { weekday, start: '14:00', name: 'Late' },
])
/** Line 2 has a machine without a target: nothing is due of it, and so nothing of all machines. */
const progress = wireProgress({
  shift: lateShift,
  machines: [
    wireMachineProgress('FW-101'),
    wireMachineProgress('FW-102'),
    ...['VF-201', 'FW-202'].map((machineId) =>
      wireMachineProgress(machineId, { target: null, due: null, ofShift: null }),
    ),
  ],
  groups: [
    { by: 'line', key: 'Line 1', made: 6_000, due: 6_427, ofShift: 149_760, forecast: 140_000 },
    { by: 'line', key: 'Line 2', made: 4_000, due: null, ofShift: null, forecast: 90_000 },
    { by: 'client', key: '', made: 10_000, due: null, ofShift: null, forecast: 230_000 },
  ],
})

async function openOverview(address = '/admin/dashboard', over: Parameters<typeof person>[0] = {}) {
  const requested = serve((path) => {
    const url = new URL(path, 'http://packboard')
    if (url.pathname === '/api/admin/client_machines/1') return Response.json({ machines })
    if (url.pathname.startsWith('/api/admin/client-times/')) {
      return Response.json({ timezone: 'UTC', shifts, version: 1 })
    }
    if (url.pathname.startsWith('/api/admin/shift-progress/')) return Response.json(progress)
    if (url.pathname === '/api/admin/compare') {
      const ofTypes = url.searchParams.get('by') === 'machineType'
      const rows = ofTypes
        ? [row('Flow Wrapper', figures(9_000, 77)), row('VFFS', figures(1_000, 70))]
        : [row('Line 1', figures(6_000, 81)), row('Line 2', figures(4_000, 70))]
      const total = { figures: figures(10_000, 76.5, { lowCoverage: true, coverage: 62 }) }
      return Response.json({
        rows,
        total: { ...total, previous: null },
        previousPeriod: null,
        stopLengths: 'none',
      })
    }
    if (path !== '/api/admin/machinesData') return undefined
    const dataArray = machines.map(({ machineId }) =>
      wireRecord({ machineId, Machine_ID: machineId, RecentSpeed: 100 }),
    )
    return Response.json(wireAnswer({ dataArray }))
  })
  const page = await openPage(address, person(over))
  // Wait until the parts that are loaded after the cards are there.
  await screen.findByRole('group', { name: 'Group by' }, { timeout: 15_000 })
  await pass(50)
  return { ...page, requested }
}

const cards = () =>
  screen
    .getAllByRole('article')
    .map((one) => one.getAttribute('aria-label')?.slice(0, 6))
    .filter((name) => /^(FW|VF)/.test(name ?? ''))
const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
/** Each part asks for itself: a slow machine shows the head before the plan of the shift and the comparison. */
async function headOfLine1() {
  const head = await screen.findByLabelText('Sums of Line 1', {}, { timeout: 15_000 })
  await waitFor(() => expect(head.textContent).toMatch(/OEEE, Late shift.*Shift target/), {
    timeout: 15_000,
  })
  return head
}
const sums = (name: string) => screen.getByLabelText(name).textContent

describe('the cards by line', () => {
  test('each line has a head with its sums; a missing target is no sum', async () => {
    const { requested } = await openOverview()
    await headOfLine1()
    expect(headings().slice(0, 2)).toEqual(['Line 1', 'Line 2'])
    const first = sums('Sums of Line 1')
    // Since the start of the page: of the cards. Of the shift: of the comparison.
    expect(first).toContain('Speed200 of 320 ppm')
    expect(first).toContain('OEEE, Late shift81.0 %')
    expect(first).toContain('Shift target 149,760, 6,427 due by now (4.3 %)')
    expect(first).toContain('6,0004.0 % of 149,760▼ 427 behindforecast 140,000')
    const second = sums('Sums of Line 2')
    expect(second).toContain('Speed200 ppm')
    expect(second).not.toContain('Shift target')
    // Machines of one line may pack the same goods: the sum says of how many it is.
    expect(second).toMatch(/Packs of 2 machines since \d\d:\d\d150,756 packs/)
    expect(sums('Sums of all machines')).toMatch(/^Packs of 4 machines since \d\d:\d\d301,512/)
    expect(sums('Sums of all machines')).toContain('Stop time, 4 machines')
    // Of the lines, and once of all machines for their cards.
    const compared = requested.filter(({ path }) => path.startsWith('/api/admin/compare'))
    expect(compared.map(({ path }) => /by=(\w+)/.exec(path)?.[1]).sort()).toEqual([
      'line',
      'machine',
    ])
    expect(compared[0]?.path).toMatch(/start_time=14%3A00|start_time=14:00/)
  })

  test('the explanation has the terms of the same answer, machine by machine', async () => {
    await openOverview()
    const head = within(await headOfLine1())
    fireEvent.click(head.getByRole('button', { name: 'Explain due and forecast' }))
    await pass(500)
    const dialog = await screen.findByRole('dialog', {}, { timeout: 15_000 })
    const rows = within(dialog)
      .getAllByRole('row')
      .map((one) => one.textContent)
    expect(rows).toHaveLength(4)
    expect(rows[1]).toContain('FW-101160 ppm')
    expect(rows[1]).toContain('3,213')
    expect(rows[3]).toBe('Together6,4276,000140,000149,760')
  })

  test('low coverage is said beside the figure', async () => {
    await openOverview()
    await headOfLine1()
    expect(sums('Sums of all machines')).toContain('OEEE, Late shift76.5 % coverage 62.0 %')
  })

  test('a card says of which target its speed is, and only with the product of the target', async () => {
    await openOverview()
    const card = screen.getByRole('article', { name: /^FW-101/ })
    expect(card.textContent).toContain('100of 160')
    for (const other of [/^FW-202/, /^VF-201/]) {
      expect(screen.getByRole('article', { name: other }).textContent).toContain('100ppm')
    }
  })

  test('a client without premium has the live sums alone, and no refused request', async () => {
    const { requested } = await openOverview('/admin/dashboard', { subscriptionLabel: 'standard' })
    expect(sums('Sums of Line 1')).toContain('Speed200 of 320 ppm')
    expect(sums('Sums of Line 1')).not.toContain('OEEE')
    expect(requested.filter(({ path }) => path.includes('compare'))).toEqual([])
  })
})

test('by type the question is by type; the choice is in the address and remembered by the person', async () => {
  const { router, requested, unmount } = await openOverview()
  fireEvent.click(screen.getByRole('button', { name: 'Machine type' }))
  await pass(100)
  expect(headings().slice(0, 2)).toEqual(['Flow Wrapper', 'VFFS'])
  await waitFor(() => expect(sums('Sums of VFFS')).toContain('OEEE, Late shift70.0 %'), {
    timeout: 15_000,
  })
  expect(router.state.location.search).toMatchObject({ group: 'type' })
  expect(requested.some(({ path }) => path.includes('by=machineType'))).toBe(true)
  unmount()
  const again = await openOverview()
  expect(headings().slice(0, 2)).toEqual(['Flow Wrapper', 'VFFS'])
  again.unmount()
  // An address says more than what is remembered.
  const shared = await openOverview('/admin/dashboard?group=none')
  expect(headings()).toEqual(['Speed/Min'])
  shared.unmount()
  await openOverview('/admin/dashboard', { id: 2 })
  expect(headings().slice(0, 2)).toEqual(['Line 1', 'Line 2'])
})

describe('more than sixteen machines', () => {
  const many = (density: 'comfortable' | null) => {
    const names = Array.from({ length: 17 }, (_, index) => `FW-${101 + index}`)
    return serve((path, _body, { method }) => {
      if (path === '/api/admin/preferences' && method !== 'PUT') {
        return Response.json({ colourScheme: null, density })
      }
      if (path.startsWith('/api/admin/client_machines/')) {
        return Response.json(wireMachines(...names))
      }
      if (path !== '/api/admin/machinesData') return undefined
      const dataArray = names.map((name) => wireRecord({ machineId: name, Machine_ID: name }))
      return Response.json(wireAnswer({ dataArray }))
    })
  }
  const proposal = () => screen.queryByRole('region', { name: 'Density' })

  test('the compact density is proposed once; either answer is a choice', async () => {
    const requested = many(null)
    const page = await openPage('/admin/dashboard', person())
    const shown = within(await screen.findByRole('region', { name: 'Density' }))
    expect(shown.getByText(/^17 machines: the compact view/)).toBeTruthy()
    fireEvent.click(shown.getByRole('button', { name: 'Keep as it is' }))
    expect(proposal()).toBeNull()
    await waitFor(() =>
      expect(requested.map(({ body }) => body)).toContainEqual({ density: 'comfortable' }),
    )
    page.unmount()
    many(null)
    await openPage('/admin/dashboard', person())
    await screen.findByRole('group', { name: 'Group by' }, { timeout: 15_000 })
    await pass(500)
    expect(proposal()).toBeNull()
  })

  test('who has chosen on another device gets no proposal', async () => {
    many('comfortable')
    await openPage('/admin/dashboard', person())
    await screen.findByRole('group', { name: 'Group by' }, { timeout: 15_000 })
    await pass(500)
    expect(proposal()).toBeNull()
  })
})

describe('the own order', () => {
  const handle = (name: string) => screen.getByRole('button', { name: new RegExp(`^Move ${name}`) })

  test('arrow keys move a card within its group, a star puts it first, and both stay', async () => {
    const { unmount } = await openOverview('/admin/dashboard?group=type')
    expect(cards()).toEqual(['FW-101', 'FW-102', 'FW-202', 'VF-201'])
    fireEvent.click(screen.getByRole('button', { name: 'Arrange' }))
    await pass(50)
    fireEvent.keyDown(handle('FW-101'), { key: 'ArrowRight' })
    await pass(50)
    expect(cards()).toEqual(['FW-102', 'FW-101', 'FW-202', 'VF-201'])
    expect(handle('FW-101').getAttribute('aria-label')).toContain('place 2 of 3')
    fireEvent.click(screen.getByRole('button', { name: 'Favourite: FW-202' }))
    await pass(50)
    expect(cards()).toEqual(['FW-202', 'FW-102', 'FW-101', 'VF-201'])
    // What is no favourite does not come before one.
    fireEvent.keyDown(handle('FW-102'), { key: 'ArrowLeft' })
    await pass(50)
    expect(cards()).toEqual(['FW-202', 'FW-102', 'FW-101', 'VF-201'])
    unmount()
    await openOverview('/admin/dashboard?group=line')
    expect(cards()).toEqual(['FW-102', 'FW-101', 'FW-202', 'VF-201'])
    const star = screen.getByRole('article', { name: /^FW-202/ })
    expect(within(star).getByRole('img', { name: 'Favourite' })).toBeTruthy()
  })

  test('a pointer that is over another card of the group takes its place; over another group nothing moves', async () => {
    await openOverview()
    fireEvent.click(screen.getByRole('button', { name: 'Arrange' }))
    await pass(50)
    let under: Element | null = null
    document.elementFromPoint = () => under
    const over = (name: string) => handle(name).closest('[data-arranged]')
    fireEvent.pointerDown(handle('FW-101'), { button: 0, isPrimary: true, pointerId: 7 })
    under = over('VF-201')
    fireEvent.pointerMove(window, { pointerId: 7 })
    expect(cards().slice(0, 2)).toEqual(['FW-101', 'FW-102'])
    under = over('FW-102')
    fireEvent.pointerMove(window, { pointerId: 8 })
    expect(cards().slice(0, 2)).toEqual(['FW-101', 'FW-102'])
    fireEvent.pointerMove(window, { pointerId: 7 })
    expect(cards().slice(0, 2)).toEqual(['FW-102', 'FW-101'])
    fireEvent.pointerUp(window, { pointerId: 7 })
    fireEvent.pointerMove(window, { pointerId: 7 })
    expect(cards().slice(0, 2)).toEqual(['FW-102', 'FW-101'])
  })

  test.each(['{', '[]', 'null', '{"order":[1,"FW-102"],"favourites":"x","grouping":"door"}'])(
    'what is stored may be damaged: %s',
    async (text) => {
      localStorage.setItem('packboard.overview.1.1', text)
      await openOverview()
      expect(cards()).toHaveLength(4)
      expect(headings().slice(0, 2)).toEqual(['Line 1', 'Line 2'])
    },
  )
})

test('whatever is moved, every machine is there once, and the order of other groups stays', () => {
  const names = Array.from({ length: 12 }, (_, index) => `M${index}`)
  const ofNames: ClientMachine[] = names.map((machineId, index) => ({
    machineId,
    lineName: index % 3 === 0 ? '' : `Line ${index % 3}`,
    machineType: { label: 'Flow Wrapper', imagePath: '' },
  }))
  const shownOf = (arrangement: Arrangement) => {
    const shown = arrangedPlaces(ofNames, arrangement).flatMap((place) => ofNames[place] ?? [])
    return groupsOf(shown, 'line').map(({ machines: own }) => own.map((one) => one.machineId))
  }
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...names)),
      fc.uniqueArray(fc.constantFrom(...names)),
      fc.constantFrom(...names),
      fc.integer({ min: -2, max: 6 }),
      (order, favourites, serialNo, to) => {
        const before: Arrangement = { grouping: null, order, favourites }
        const groups = shownOf(before)
        const own = groups.find((group) => group.includes(serialNo)) ?? []
        const after = { ...before, order: movedTo(before, own, serialNo, to) ?? order }
        const moved = shownOf(after)
        expect(moved.flat().toSorted()).toEqual(names.toSorted())
        const others = (all: string[][]) =>
          all
            .filter((group) => !group.includes(serialNo))
            .map((group) => group.join())
            .toSorted()
        expect(others(moved)).toEqual(others(groups))
      },
    ),
    { numRuns: 300 },
  )
})
