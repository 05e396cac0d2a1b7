import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../../testing/openPage.tsx'
import { renderPart } from '../../testing/renderPart.tsx'
import { rolePermissions } from '../../testing/rolePermissions.ts'
import { person } from '../../testing/wireAnswers.ts'
import { keepSession } from '../session/session.ts'
import { ExplainButton } from './ExplainButton.tsx'

beforeEach(() => keepSession(person({ role: 'engineer', ...rolePermissions('engineer') })))
afterEach(() => vi.unstubAllGlobals())

const question = {
  ...{ clientId: 1, machineId: 'FW-102', machine: 'All', timezone: 'UTC' },
  ...{ start_date: '2026-11-15', end_date: '2026-11-21', start_time: '00:00', end_time: '23:59' },
  ...{ product: 'All', tool: 'All', recipe: 'All', part: '' },
  figure: 'oeee',
} as const

const explanation = {
  ...{ value: 50, unit: '%', definition: 'figures.md#oeee', terms: [], excluded: [] },
  ...{ coverage: 100, restatement: null },
}

const shift = { dividesBy: 'shift', speed: 'nameplate', packs: 'all' } as const

const answer = {
  ...{ version: 0, earlier: null, coverage: 72, lowCoverage: true, filteredBy: 'nothing' },
  time: {
    ...{ plannedSeconds: 36_000, externalSeconds: 6_000, plannedStopSeconds: 3_600 },
    ...{ silentSeconds: 7_200, closedSeconds: 25_200 },
  },
  seconds: { planned: 36_000, plannedWithoutExternal: 30_000, shift: 46_800, calendar: 72_000 },
  packSeconds: {
    target: { good: 18_000, all: 18_600 },
    nameplate: { good: 14_400, all: 14_880 },
  },
  packs: { good: 36_000, all: 37_200, afterGap: 12 },
  speeds: { target: { least: 120, most: 120 }, nameplate: { least: 150, most: 160 } },
  definitions: [],
}

/** A server that keeps the definition of the earlier system. */
function serveDefinitions(over: Record<string, unknown> = {}) {
  let stored: Record<string, unknown> = {}
  return serve((path, body, { method }) => {
    if (method === 'PUT') {
      const earlier = body.earlier && {
        ...(body.earlier as object),
        ...{ setBy: 'engineer', setAt: '2026-11-21T10:00:00.000Z' },
      }
      stored = { earlier, version: 1 }
      return Response.json({ message: 'Success!', version: 1 })
    }
    if (path.startsWith('/api/admin/definitions')) {
      return Response.json({ ...answer, ...over, ...stored })
    }
    if (path.startsWith('/api/admin/explain-intervals')) {
      return Response.json({ rows: [], next: null })
    }
    if (path.startsWith('/api/admin/explain')) return Response.json(explanation)
    return undefined
  })
}

const title = 'One window, five definitions'

async function open() {
  renderPart(<ExplainButton name="OEEE" question={question} />)
  await userEvent.click(screen.getByRole('button', { name: 'Explain this number: OEEE' }))
  await userEvent.click(await screen.findByRole('button', { name: title }))
  return within(await screen.findByRole('dialog', { name: new RegExp(`^${title}`) }))
}

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('each definition has its result, its terms and its source; a dot says what differs', async () => {
  serveDefinitions()
  const dialog = await open()
  const rows = await dialog.findAllByRole('row')
  const texts = rows.slice(1).map(cells)
  expect(texts[0]).toEqual([
    ...['50.0%shown', '60.0%+10.0 pt', '38.5%−11.5 pt', '–Not entered yet', '25.0%−25.0 pt'],
  ])
  expect(texts[1]).toEqual([
    ...['10h 00m planned time', 'Differs: 8h 20m planned − external'],
    ...['Differs: 13h 00m shift time', '', 'Differs: 20h 00m calendar time'],
  ])
  expect(texts[3]).toEqual(['120 ppm', '120 ppm', '120 ppm', '', '120 ppm'])
  expect(texts[4]?.[0]).toBe('36,000 good packs')
  expect(texts[5]?.[0]).toBe('5h 00m')
  expect(
    dialog.getByText(
      'Planned 10h 00m + planned stops 1h 00m + without data 2h 00m + closed 7h 00m = calendar 20h 00m, left over 0.',
    ),
  ).toBeTruthy()
  expect(dialog.getByText('12 packs that were read after a gap are in none of them.')).toBeTruthy()
  expect(dialog.getByText(/^Only 72\.0 % of the window was observed/)).toBeTruthy()
  expect(dialog.getByText(/^FW-102, 15-11-2026 to 21-11-2026\. Same records/)).toBeTruthy()
})

test('the result of an earlier system follows the form, and is stored when it is saved', async () => {
  const requested = serveDefinitions()
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Enter your earlier system' }))
  const form = within(dialog.getByRole('region', { name: 'Your earlier system' }))
  const choose = async (label: string, option: string) => {
    await userEvent.click(form.getByRole('combobox', { name: label }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  await choose('Speed', 'Design speed (nameplate)')
  await choose('It counts', 'All packs')
  expect(form.getByText('31.8 %').parentElement?.textContent).toContain(
    'This window: 31.8 %, −18.2 pt from OEEE',
  )
  const column = () => dialog.getAllByRole('row').slice(4, 5).map(cells)[0]?.[3]
  expect(column()).toBe('Differs: 150 to 160 ppm, design speed')
  expect(requested.some(({ body }) => 'earlier' in body)).toBe(false)
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => dialog.getAllByRole('row').map(cells).at(-1)?.[3])
    .toBe('Entered by engineer, 21-11-2026')
  expect(requested.find(({ body }) => 'earlier' in body)).toEqual({
    ...{ path: '/api/admin/definitions/1', body: { earlier: shift, version: 0 } },
  })
  expect(dialog.getByRole('button', { name: 'Change your earlier system' })).toBeTruthy()
})

test('a person without the right reads, and a missing term is named', async () => {
  keepSession(person({ role: 'user', ...rolePermissions('user') }))
  const nothing = { good: null, all: null }
  serveDefinitions({
    ...{ filteredBy: 'context', time: null },
    seconds: { ...answer.seconds, shift: null, calendar: null },
    packSeconds: { target: nothing, nameplate: nothing },
  })
  const dialog = await open()
  const [, result] = await dialog.findAllByRole('row')
  expect(result && cells(result)).toEqual([
    ...['–A product has no target speed.', '–A product has no target speed.'],
    ...['–Shift and calendar time have no product and no tool.', '–Not entered yet'],
    '–Shift and calendar time have no product and no tool.',
  ])
  expect(dialog.queryByRole('button', { name: 'Enter your earlier system' })).toBeNull()
})

test('it leads back to Explain, and closes with it', async () => {
  serveDefinitions()
  const dialog = await open()
  await userEvent.click(await dialog.findByRole('button', { name: 'Explain 50.0 %' }))
  expect(await screen.findByRole('dialog', { name: 'OEEE' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: title }))
  await screen.findByRole('dialog', { name: new RegExp(`^${title}`) })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
