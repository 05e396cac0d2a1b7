import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import type { Waiting } from '../ui/Loadable.tsx'
import { MetricCards } from './MetricCards.tsx'
import type { Metrics } from './metrics.ts'

function show(requested: Partial<Waiting<Metrics>>) {
  const refetch = vi.fn()
  const query = { isPending: false, isError: false, data: undefined, refetch, ...requested }
  renderPart(<MetricCards query={query} scope="06:00 to 14:30" />)
  return { refetch, packs: screen.getByRole('article', { name: 'Packs Produced' }) }
}

test('without a network the cards say so, and no figure is made up', () => {
  const { packs } = show({ isPending: true, isPaused: true })
  expect(packs.textContent).toBe('Packs Produced–Offline')
  expect(screen.getByRole('status').textContent).toContain('no network')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('totals that could not be loaded are zero, say so, and are asked for again', async () => {
  const { packs, refetch } = show({ isError: true })
  expect(packs.textContent).toContain('0')
  expect(packs.textContent).toContain('Could not load.')
  await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0]!)
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('cards that wait are of the same names as those that come', () => {
  show({ isPending: true })
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual([
    'Packs Produced',
    'Idle Time Total',
    'Run Time Total',
    'OEEE',
  ])
})

test('Tab stops once at the figures, the arrows lead from one to the next', async () => {
  const explain = (figure: string) => <button type="button">Explain {figure}</button>
  const query = { isPending: false, isError: true, data: undefined, refetch: vi.fn() }
  renderPart(
    <>
      <MetricCards query={query} scope="06:00 to 14:30" explain={explain} />
      <button type="button">after</button>
    </>,
  )
  const user = userEvent.setup()
  const at = () => document.activeElement?.textContent || document.activeElement?.ariaLabel
  await user.tab()
  expect(at()).toBe('Explain packs')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(at()).toBe('What is Idle Time Total?')
  await user.tab()
  expect(at()).toBe('after')
  // Back to the one that was used last.
  await user.tab({ shift: true })
  expect(at()).toBe('What is Idle Time Total?')
  await user.keyboard('{Home}{ArrowUp}{ArrowRight}')
  expect(at()).toBe('Explain packs')
})
