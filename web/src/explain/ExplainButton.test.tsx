import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { renderPart } from '../../testing/renderPart.tsx'
import { ExplainButton } from './ExplainButton.tsx'

afterEach(() => vi.unstubAllGlobals())

const question = {
  clientId: 1,
  machineId: 'FW-102',
  start_date: '2026-11-20',
  end_date: '2026-11-21',
  start_time: '06:00',
  end_time: '18:00',
  timezone: 'UTC',
  product: 'All',
  tool: 'All',
  recipe: 'All',
  machine: 'All',
  figure: 'run',
  part: '',
} as const

const seconds = (term: string, value: number, of = '') => ({
  ...{ term, of, machine: '', value, unit: 's', basis: null },
})

const explanation = {
  value: 0.3,
  unit: 's',
  definition: 'figures.md#from-records-to-time',
  terms: [seconds('state', 0.1, 'Execute'), seconds('state', 0.2, 'Pack Block')],
  excluded: [{ what: 'offline', seconds: 1_800 }],
  coverage: 88.04,
  restatement: null,
}

const row = (second: number, amount: number, over: Record<string, unknown> = {}) => ({
  from: `2026-11-21T08:00:0${second}.000Z`,
  to: `2026-11-21T08:00:0${second}.100Z`,
  machine: 'FW-102',
  code: 10,
  category: 'run',
  product: 'Choc Bar 45 g',
  tool: 'T45-B',
  user: 'M. Hughes',
  causeGroup: '',
  cause: '',
  amount,
  plannedSeconds: amount,
  goodSeconds: amount,
  recovered: false,
  ...over,
})

const server =
  (over: Record<string, unknown> = {}): Wire =>
  (path) => {
    if (path.startsWith('/api/admin/explain-intervals')) {
      const after = new URLSearchParams(path.split('?')[1]).get('after')
      return Response.json(
        after === 'page-2'
          ? { rows: [row(3, 0.2)], next: null }
          : { rows: [row(1, 0.1)], next: 'page-2' },
      )
    }
    if (path.startsWith('/api/admin/explain')) return Response.json({ ...explanation, ...over })
    return undefined
  }

async function open(name = 'Run Time Total') {
  const button = screen.getByRole('button', { name: `Explain this number: ${name}` })
  await userEvent.click(button)
  return within(await screen.findByRole('dialog', { name }))
}

test('the panel tells definition, formula, numbers, what was left out and coverage', async () => {
  serve(server())
  renderPart(<ExplainButton name="Run Time Total" question={question} />)
  const panel = await open()
  expect(await panel.findByText(/^Run = sum of the time in running states/)).toBeTruthy()
  expect(panel.getByText(/^Time in which the machine packed: Execute, Completing/)).toBeTruthy()
  expect(panel.getByText('Execute').nextSibling?.textContent).toBe('0.100 s')
  expect(panel.getByText('1,800.000 s')).toBeTruthy()
  expect(panel.getByText(/^No record of the machine came/)).toBeTruthy()
  expect(panel.getByText('88.0 %')).toBeTruthy()
  expect(panel.getByText('Low coverage')).toBeTruthy()
})

test('its rows come page by page and add up to the figure to the last digit', async () => {
  const requested = serve(server())
  renderPart(<ExplainButton name="Run Time Total" question={question} />)
  const panel = await open()
  expect(await panel.findByText('Sum of the first 1 row')).toBeTruthy()
  expect(panel.getByText('of 0.300 s')).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Load more' }))
  const sum = await panel.findByText('Sum of all 2 rows')
  expect(sum.textContent).toBe('Sum of all 2 rows0.300 s')
  expect(panel.queryByRole('button', { name: 'Load more' })).toBeNull()
  const pages = requested.filter(({ path }) => path.includes('explain-intervals'))
  expect(pages.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('after'))).toEqual([
    '',
    'page-2',
  ])
})

test('a figure that late records changed tells what it was and until when', async () => {
  serve(
    server({
      value: 64.91,
      unit: '%',
      restatement: { before: 64.54, until: '2020-01-02T07:12:00.000Z', after: 64.91, records: 212 },
    }),
  )
  renderPart(<ExplainButton name="OEEE" question={{ ...question, figure: 'oeee' }} />)
  const panel = await open('OEEE')
  expect(await panel.findByText(/^64\.5 % until .+, 64\.9 % after 212 late records$/)).toBeTruthy()
})

test('OEEE of a window that is closed in the plan says so', async () => {
  serve(server({ unit: '%', value: 94.8, coverage: null }))
  renderPart(<ExplainButton name="OEEE" question={{ ...question, figure: 'oeee' }} />)
  const panel = await open('OEEE')
  expect(await panel.findByText(/^All of this window is closed in the plan/)).toBeTruthy()
})

test('OEEE adds good and planned seconds and divides once', async () => {
  const wire = server({ unit: '%', value: 50 })
  serve((path, body, init) =>
    path.startsWith('/api/admin/explain-intervals')
      ? Response.json({
          rows: [
            row(1, 0, { plannedSeconds: 60, goodSeconds: 45 }),
            row(3, 0, { plannedSeconds: 30, goodSeconds: 0 }),
          ],
          next: null,
        })
      : wire(path, body, init),
  )
  renderPart(<ExplainButton name="OEEE" question={{ ...question, figure: 'oeee' }} />)
  const panel = await open('OEEE')
  const sum = await panel.findByText('Sum of all 2 rows')
  expect(sum.textContent).toContain('100 × 45.000 s / 90.000 s = 50 %')
})

test('OEEE stands as the product of its factors, times as people read them before all their digits', async () => {
  const term = (name: string, value: number, unit: string) => ({ ...seconds(name, value), unit })
  serve(
    server({
      unit: '%',
      value: 70.8,
      terms: [
        seconds('run', 58_252.391),
        seconds('plannedTime', 65_000),
        seconds('idealTime', 50_000),
        seconds('goodTime', 46_020),
        term('availability', 89.6191, '%'),
        term('performance', 85.8334, '%'),
        term('quality', 92.04, '%'),
      ],
    }),
  )
  renderPart(<ExplainButton name="OEEE" question={{ ...question, figure: 'oeee' }} />)
  const panel = await open('OEEE')
  const formula = within(await panel.findByRole('region', { name: 'Formula' }))
  expect(formula.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Availability89.6 %Run16h 11mPlanned time18h 03m',
    'Performance85.8 %Ideal time13h 53mRun16h 11m',
    'Quality92.0 %Good time12h 47mIdeal time13h 53m',
  ])
  const numbers = within(panel.getByRole('region', { name: 'Terms' }))
  expect(numbers.getByText('Run').nextSibling?.textContent).toBe('16h 10m 52s58,252.391 s')
})

test('the focus goes into the panel and comes back to its button', async () => {
  serve(server())
  renderPart(<ExplainButton name="Run Time Total" question={question} />)
  await open()
  const dialog = screen.getByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Explain this number: Run Time Total' }),
    ),
  )
})

test('what beneath the button listens to clicks hears none, of the panel neither', async () => {
  serve(server())
  const heard = vi.fn()
  renderPart(
    <table>
      <tbody>
        <tr onClick={heard}>
          <td>
            <ExplainButton name="Run Time Total" question={question} />
          </td>
        </tr>
      </tbody>
    </table>,
  )
  const panel = await open()
  await userEvent.click(await panel.findByText(/^Time in which the machine packed/))
  expect(heard).not.toHaveBeenCalled()
})

test('an explanation that could not be loaded says so', async () => {
  serve(() => refusal(500, 'server.failed', 'An error occurred'))
  renderPart(<ExplainButton name="Run Time Total" question={question} />)
  const panel = await open()
  expect(await panel.findByText('No Data Found')).toBeTruthy()
  expect(panel.getByRole('alert').textContent).toContain('Could not load.')
})

test('a figure of machines whose dictionary no person confirmed says so', async () => {
  serve(server({ provisional: ['FW-101', 'FW-202'] }))
  renderPart(<ExplainButton name="Run Time Total" question={question} />)
  const panel = await open()
  expect(
    await panel.findByText('Provisional: the dictionary of FW-101, FW-202 was not confirmed yet.'),
  ).toBeTruthy()
})
