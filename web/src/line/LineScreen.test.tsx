import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { wireLineFlow, wireLineNow, wireLineStops, wireLosses } from '../../testing/lineAnswers.ts'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { person, wireMachines } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const machines = {
  machines: [
    ...wireMachines('FW-101', 'CP-105', 'PL-106').machines,
    ...wireMachines('FW-201').machines.map((one) => ({ ...one, lineName: 'Line 2' })),
  ],
}
const preview = {
  ...{ from: '2026-10-22T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z', before: null },
  after: {
    ...{ stops: 219, own: 121, inherited: 91, withheld: 7 },
    ...{ stopSeconds: 3, ownSeconds: 1, inheritedSeconds: 1, withheldSeconds: 1 },
    reasons: [{ why: 'skew', stops: 7 }],
  },
  measured: [{ station: 1, delays: 41, seconds: 92 }],
}

type Answers = { now?: unknown; stops?: unknown; losses?: unknown; flow?: unknown }

const answer = ({ now, stops, losses, flow }: Answers = {}) =>
  serve((path, _, { method }) => {
    if (path.startsWith('/api/admin/client_machines/')) return Response.json(machines)
    if (path.startsWith('/api/admin/line/1/now')) return Response.json(now ?? wireLineNow())
    if (path.startsWith('/api/admin/line/1/stops')) return Response.json(stops ?? wireLineStops())
    if (path.startsWith('/api/admin/line/1/losses')) return Response.json(losses ?? wireLosses())
    if (path === '/api/admin/line/1/root') return Response.json({ message: 'Success!' })
    if (path === '/api/admin/line-flow/1/preview') return Response.json(preview)
    if (path === '/api/admin/line-flow/1') {
      return Response.json(
        method === 'PUT' ? { message: 'Success!', version: 4 } : (flow ?? wireLineFlow()),
      )
    }
    return undefined
  })

const now = '/admin/line?line=Line+1'

describe('now', () => {
  test('the root holds the line in its frame; a machine that waits leads to the stop of the root', async () => {
    answer()
    await openPage(now, person())
    const frame = await screen.findByRole('region', { name: 'Present stop' })
    expect(frame.textContent).toContain('CP-105, Flow Wrapper FW-3, holds Line 1')
    expect(frame.textContent).toContain('1 machine waits for it')
    expect(frame.textContent).toContain('1,507')
    const flow = screen.getByRole('region', { name: 'Flow of the line now' })
    const tile = within(flow).getByRole('link', { name: /FW-101/ })
    expect(tile.textContent).toContain('blocked by CP-105')
    expect(tile.getAttribute('href')).toContain('/admin/productionData/1/CP-105?')
    expect(within(flow).queryByText(/FW-201/)).toBeNull()
  })

  test('OEEE of the line stands beside the sum of machines; without a key station there is none', async () => {
    answer()
    const page = await openPage(now, person())
    const figures = await screen.findByRole('region', { name: 'Figures of the line' })
    expect(figures.textContent).toContain('90.5 %')
    expect(figures.textContent).toContain('sum of machines 84.2 %')
    page.unmount()
    answer({ now: wireLineNow({ line: null }) })
    const { router } = await openPage(now, person())
    await userEvent.click(
      await screen.findByRole('button', { name: 'No key station: no OEEE of the line' }),
    )
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 'flow' }))
  })

  test('a line that runs has no frame, and neither has a stop that nobody waits for while the key station has enough', async () => {
    answer({ now: wireLineNow({ root: null }) })
    const page = await openPage(now, person())
    await screen.findByRole('region', { name: 'Flow of the line now' })
    expect(screen.queryByRole('region', { name: 'Present stop' })).toBeNull()
    page.unmount()
    answer({ now: wireLineNow({ root: { ...wireLineNow().root, waiting: [] } }) })
    await openPage(now, person())
    await screen.findByRole('region', { name: 'Flow of the line now' })
    expect(screen.queryByRole('region', { name: 'Present stop' })).toBeNull()
  })

  test('a machine that sends nothing is unknown, not running', async () => {
    const { stations, ...rest } = wireLineNow({ root: null })
    const silent = stations.map((station) => ({
      ...station,
      machines: station.machines.map((one) => ({ ...one, state: null, attribution: null })),
    }))
    answer({ now: { ...rest, stations: silent } })
    await openPage(now, person())
    const flow = await screen.findByRole('region', { name: 'Flow of the line now' })
    expect(within(flow).getByRole('link', { name: /CP-105 .*unknown, no data/ })).toBeTruthy()
  })

  test('without a flow nothing is attributed: the page says what to do', async () => {
    answer({
      now: wireLineNow({ hasFlow: false, stations: [], root: null, line: null }),
      stops: wireLineStops({ hasFlow: false, stops: [] }),
    })
    const { router } = await openPage(now, person())
    expect(await screen.findByRole('heading', { name: 'No flow declared' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Declare the flow' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 'flow' }))
  })

  test('a line that is none of this client says so', async () => {
    answer()
    await openPage('/admin/line?line=Line+9', person())
    expect(await screen.findByText('There is no such line')).toBeTruthy()
  })

  test('a failure is said, with another try', async () => {
    serve((path) => {
      if (path.startsWith('/api/admin/client_machines/')) return Response.json(machines)
      return path.startsWith('/api/admin/line/')
        ? refusal(500, 'server.failed', 'An error occurred')
        : undefined
    })
    await openPage(now, person())
    expect((await screen.findAllByText('Could not load.')).length).toBeGreaterThan(0)
  })
})

describe('what stopped it', () => {
  const losses = `${now}&view=losses`

  test('rows are root machines, the sum closes, and causes open', async () => {
    answer()
    await openPage(losses, person())
    const table = await screen.findByRole('table', { name: 'What stopped Line 1' })
    expect(table.textContent).toContain('own 5m 00s + inherited 21m 00s + not decided 4m 00s')
    expect(table.textContent).toContain('left over 0')
    await userEvent.click(within(table).getByRole('button', { name: /CP-105/ }))
    expect(within(table).getByText('Aborted')).toBeTruthy()
  })

  test('parts that do not add up are not shown', async () => {
    answer({ losses: wireLosses({ stopSeconds: 3_001 }) })
    await openPage(losses, person())
    expect((await screen.findByRole('alert')).textContent).toContain('do not add up')
    expect(screen.queryByRole('table', { name: 'What stopped Line 1' })).toBeNull()
  })

  test('what cannot be decided says why, with both clocks; a person names the root', async () => {
    const requested = answer()
    await openPage(losses, person())
    await userEvent.click(await screen.findByRole('button', { name: 'Cannot be decided' }))
    const panel = await screen.findByRole('region', { name: 'Cannot be decided' })
    expect(panel.textContent).toContain('The clocks of FW-101 and CP-105 differ')
    expect(panel.textContent).toContain('58.0 s ahead')
    await userEvent.click(within(panel).getByRole('button', { name: 'Name the root' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Root machine' }))
    await userEvent.click(await screen.findByRole('option', { name: 'outside the line' }))
    await userEvent.type(dialog.getByLabelText('Note (optional)'), 'No pallets')
    await userEvent.click(dialog.getByRole('button', { name: 'Name the root' }))
    await waitFor(() =>
      expect(requested.find(({ path }) => path === '/api/admin/line/1/root')?.body).toEqual({
        ...{ machineId: 'FW-101', from: '2026-11-21T11:06:20.000Z' },
        ...{ rootMachineId: null, note: 'No pallets' },
      }),
    )
  })

  test('a user reads why and may not name the root', async () => {
    answer()
    await openPage(losses, person({ role: 'user' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cannot be decided' }))
    const panel = await screen.findByRole('region', { name: 'Cannot be decided' })
    expect(await within(panel).findByRole('button', { name: 'Close' })).toBeTruthy()
    expect(within(panel).queryByRole('button', { name: 'Name the root' })).toBeNull()
  })

  test('the bottleneck is the station that limited the line for the largest share', async () => {
    answer()
    await openPage(losses, person())
    expect(
      await screen.findByText('Station 2 (CP-105) limited Line 1 most: 12.0 % of the time.'),
    ).toBeTruthy()
  })
})

describe('flow', () => {
  const flow = `${now}&view=flow`
  const stationsOf = async () => {
    const list = await screen.findByRole('list', { name: 'Stations in flow order' })
    return within(list)
      .getAllByRole('region')
      .map((station) =>
        within(station)
          .queryAllByRole('button', { name: /move it/ })
          .map(({ textContent }) => textContent?.slice(0, 6))
          .join('+'),
      )
  }
  const mover = (machine: string) => screen.findByRole('button', { name: `${machine}: move it` })

  test('Alt and the arrows move a machine, and the focus goes with it; undo takes it back', async () => {
    answer()
    await openPage(flow, person())
    fireEvent.keyDown(await mover('PL-106'), { key: 'ArrowRight', altKey: true })
    expect(await stationsOf()).toEqual(['FW-101', 'CP-105', 'PL-106'])
    fireEvent.keyDown(await mover('PL-106'), { key: 'ArrowLeft', altKey: true })
    expect(await stationsOf()).toEqual(['FW-101', 'CP-105+PL-106'])
    await waitFor(() => expect(document.activeElement?.textContent).toContain('PL-106'))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await stationsOf()).toEqual(['FW-101', 'CP-105', 'PL-106'])
  })

  test('its menu names every place, and a machine can be dropped on a station', async () => {
    answer()
    await openPage(flow, person())
    await userEvent.click(await mover('PL-106'))
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['Station 1, in parallel', 'Station 2, in parallel', 'New station at the beginning'],
      ...['New station between 1 and 2', 'New station at the end'],
    ])
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Station 1, in parallel' }))
    expect(await stationsOf()).toEqual(['FW-101+PL-106', 'CP-105'])
    const kept = new Map<string, string>()
    const dataTransfer = {
      setData: (type: string, text: string) => kept.set(type, text),
      getData: (type: string) => kept.get(type) ?? '',
      get types() {
        return [...kept.keys()]
      },
    }
    fireEvent.dragStart(await mover('PL-106'), { dataTransfer })
    const target = screen.getByRole('region', { name: 'Station 2' })
    fireEvent.dragOver(target, { dataTransfer })
    fireEvent.drop(target, { dataTransfer })
    expect(await stationsOf()).toEqual(['FW-101', 'CP-105+PL-106'])
  })

  test('a measured buffer is taken by a press, and all lines are stored with the version that was read', async () => {
    const requested = answer()
    await openPage(flow, person())
    await userEvent.click(await screen.findByRole('button', { name: 'Take 92 s' }))
    expect(screen.getByText('Root named for 212 of 219 stops.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save from now on' }))
    await waitFor(() => {
      const stored = requested.find(({ body }) => body.version === 3)?.body as
        | { lines: { lineName: string; stations: { bufferSeconds: number }[] }[] }
        | undefined
      expect(stored?.lines.map(({ lineName }) => lineName)).toEqual(['Line 1', 'Line 2', 'Line 1'])
      expect(stored?.lines[2]?.stations[1]?.bufferSeconds).toBe(92)
    })
  })

  test('two key stations, or none: the second is said, the first cannot be made', async () => {
    answer()
    await openPage(flow, person())
    await userEvent.click(await screen.findByRole('combobox', { name: 'Key station' }))
    await userEvent.click(await screen.findByRole('option', { name: 'None' }))
    expect(
      await screen.findByText(/Without a key station there is no OEEE of the line/),
    ).toBeTruthy()
  })

  test('what is stored with a fault is named by both stations, and saving is off', async () => {
    const stored = wireLineFlow()
    const [first] = stored.lines
    const twice = { machines: ['FW-101'], needs: 1, bufferSeconds: 0, key: false }
    answer({
      flow: { ...stored, lines: [{ ...first, stations: [...(first?.stations ?? []), twice] }] },
    })
    await openPage(flow, person())
    expect(await screen.findByText('A machine is in station 1 and in station 3.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save from now on' }).hasAttribute('disabled')).toBe(
      true,
    )
  })

  test('a user reads the flow and its versions, and edits nothing', async () => {
    answer()
    await openPage(flow, person({ role: 'user' }))
    expect(await screen.findByText('in force')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /move it/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Save from/ })).toBeNull()
  })
})
