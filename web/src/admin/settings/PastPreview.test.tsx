import { settingsPreview } from '@packboard/contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../../testing/renderPart.tsx'
import { wirePreview } from '../../../testing/settingAnswers.ts'
import { needTexts } from '../../i18n/language.ts'
import { PastPreview } from './PastPreview.tsx'

await needTexts('settings')

const shown = (over: Record<string, unknown> = {}, confirm = vi.fn()) => {
  renderPart(
    <PastPreview
      preview={settingsPreview.parse({ ...wirePreview, ...over })}
      confirmed={false}
      confirm={confirm}
    />,
  )
  return confirm
}

test('how many days move, the OEEE of each week before and after, and which machines', () => {
  shown()
  expect(screen.getByRole('heading').textContent).toBe('Moves 214 days of 2 machines')
  const rows = within(screen.getByRole('table', { name: 'Weeks whose OEEE moves' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))
  expect(rows).toEqual([
    'Week | Before | After | Change',
    'Week 39 21-09-2026 | 70.1 % | 70.1 % | ±0.0 pt',
    'Week 40 28-09-2026 | 71.2 % | 69.8 % | −1.4 pt',
    'Week 41 05-10-2026 | – | 69.0 % | ',
  ])
  expect(screen.getByText('FW-101: 120 days, FW-104: 94 days')).toBeTruthy()
})

test('of many weeks those that move most, and all of them on request', async () => {
  const weeks = Array.from({ length: 10 }, (_, index) => ({
    ...{ week: `2026-W${20 + index}`, from: '2026-05-11' },
    ...{ before: 0.7, after: 0.7 - index / 1_000 },
  }))
  shown({ weeks })
  const table = within(screen.getByRole('table'))
  expect(
    table.getAllByRole('rowheader').map(({ textContent }) => textContent?.slice(0, 7)),
  ).toEqual(['Week 24', 'Week 25', 'Week 26', 'Week 27', 'Week 28', 'Week 29'])
  await userEvent.click(screen.getByRole('button', { name: 'Show all 10 weeks' }))
  expect(table.getAllByRole('rowheader')).toHaveLength(10)
})

test('while it is worked out, how far it is, and that nothing has changed', () => {
  shown({ done: 138, days: 120, weeks: [] })
  const bar = screen.getByRole<HTMLProgressElement>('progressbar')
  expect([bar.value, bar.max]).toEqual([138, 214])
  expect(screen.getByText('138 of 214')).toBeTruthy()
  expect(screen.getByText('You can leave. Nothing is changed before you apply.')).toBeTruthy()
})

test('what stays because its records are gone, and clients that the person does not see', () => {
  shown({
    keptFrom: '2026-03-01T00:00:00.000Z',
    clients: [
      { clientId: 1, name: 'Northfield Confectionery', machines: 2, days: 150 },
      { clientId: null, name: null, machines: 1, days: 64 },
    ],
  })
  expect(screen.getByText(/^Figures before/).textContent).toBe(
    'Figures before 01-03-2026 stay, their records are no longer kept.',
  )
  expect(
    screen.getByText(
      'Northfield Confectionery: 2 machines, 150 days; Clients that you do not see: 1 machine, 64 days',
    ),
  ).toBeTruthy()
})

test('a day before the first record is confirmed', async () => {
  const confirm = shown({ beforeFirst: '2026-05-01T00:00:00.000Z' })
  await userEvent.click(screen.getByRole('checkbox', { name: /first record.*01-05-2026/ }))
  expect(confirm).toHaveBeenCalledWith(true)
})

test('a change that moves nothing says so', () => {
  shown({ days: 0, machines: [], weeks: [] })
  expect(screen.getByRole('heading').textContent).toBe('Moves no figure')
})
