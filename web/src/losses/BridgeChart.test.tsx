import { bridge } from '@packboard/contract'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { whole } from '../../testing/lossAnswers.ts'
import { BridgeChart } from './BridgeChart.tsx'
import { lossId } from './lossNames.ts'

const answer = bridge.answer.parse(JSON.parse(JSON.stringify(whole)))

test('what takes points and what gives points are told apart, and a bar that is open closes again', () => {
  const choose = vi.fn()
  const [first] = answer.bars
  if (first === undefined) throw new Error('No bar')
  render(
    <BridgeChart
      {...{ answer, choose, chosen: lossId(first), reasonName: () => '' }}
      totals={{ before: 'Last week', now: 'This week' }}
    />,
  )
  const bar = screen.getByRole('button', { name: 'Front jaw, Film: −4.00 points' })
  expect([bar.dataset.takes, bar.getAttribute('aria-pressed')]).toEqual(['true', 'true'])
  bar.click()
  expect(choose).toHaveBeenCalledWith(undefined)
  expect(screen.getByText('Availability −4.00')).toBeTruthy()
})
