import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { ChartTable } from './ChartTable.tsx'
import { countColumns, speedStepColumns, timeColumns } from './chartColumns.ts'
import { TableSwitch } from './TableSwitch.tsx'

const steps = Array.from({ length: 12 }, (_, minute) => ({
  at: new Date(Date.UTC(2026, 5, 21, 6, minute)),
  ppm: 150 + minute,
  min: 0,
  max: 160,
}))

test('a line is a table with its unit and its zone in the titles, ten rows a page', async () => {
  renderPart(
    <ChartTable
      label="Packs per minute"
      rows={steps}
      rowKey={({ at }) => at.toISOString()}
      columns={speedStepColumns('Europe/London')}
    />,
  )
  const table = screen.getByRole('table', { name: 'Packs per minute' })
  const titles = within(table).getAllByRole('columnheader')
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Start (Europe/London)',
    'Mean (ppm)',
    'Minimum (ppm)',
    'Maximum (ppm)',
  ])
  expect(within(table).getAllByRole('row')).toHaveLength(11)
  // 06:00 UTC is 07:00 on a summer's day in London.
  expect(within(table).getByText('21-06-2026 07:00:00')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }))
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(within(table).getByText('161')).toBeTruthy()
})

test('a shorter list that comes later is shown from its last page, not beyond it', async () => {
  const table = (rows: typeof steps) => (
    <ChartTable
      label="Speed"
      rows={rows}
      rowKey={({ at }) => at.toISOString()}
      columns={speedStepColumns('UTC')}
    />
  )
  const { rerender } = renderPart(table(steps))
  await userEvent.click(await screen.findByRole('button', { name: 'Page 2' }))
  rerender(table(steps.slice(0, 3)))
  expect(screen.getAllByRole('row')).toHaveLength(4)
})

test('parts of a whole are told with their seconds or counts and their shares', () => {
  const row = { name: 'Run', seconds: 5_400 }
  const times = timeColumns('Status', [row, { name: 'Idle', seconds: 1_800 }], (r) => r.seconds)
  expect(times.map(({ title, cell }) => [title, cell(row)])).toEqual([
    ['Status', 'Run'],
    ['Time', '1h 30m'],
    ['Time (s)', '5,400'],
    ['Share', '75.0 %'],
  ])
  const part = { name: 'Film Feed', value: 123_456_789_012 }
  expect(countColumns('Group', 'Alarms', [part]).map(({ cell }) => cell(part))).toEqual([
    'Film Feed',
    '123,456,789,012',
    '100.0 %',
  ])
})

test('the switch says of which chart it is, and whether the table is shown', () => {
  render(<TableSwitch name="Alarms" on={true} change={() => {}} />)
  const button = screen.getByRole('button', { name: 'Show Alarms as table' })
  expect(button.getAttribute('aria-pressed')).toBe('true')
})
