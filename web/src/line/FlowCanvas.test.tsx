import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../testing/openPage.tsx'
import { serveLine } from '../../testing/serveLine.ts'
import { person } from '../../testing/wireAnswers.ts'

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

const flow = '/admin/line?line=Line+1&view=flow'

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
  serveLine()
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
  serveLine()
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
