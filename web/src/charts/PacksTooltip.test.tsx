import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { PacksTooltip } from './PacksTooltip.tsx'
import type { PacksData } from './packsData.ts'

const at = new Date('2026-11-21T14:30:00Z')
const aborted = 3
const data: PacksData = {
  window: { from: at.getTime(), to: at.getTime() + 60_000 },
  from: at,
  to: at,
  columns: [[at.getTime() / 1_000], [0], [0], [0]],
  gaps: [],
  gapWord: 'No data',
  noSpeed: null,
  stepSeconds: 60,
  aggregated: false,
  asColumns: false,
  alarms: [],
  nextMachine: [],
  states: [{ from: at, to: new Date(at.getTime() + 60_000), state: aborted }],
  totals: null,
  changes: [],
  closed: [],
  closedWord: 'Closed',
}

test('a state is written in the colour of text, and its mark alone has the colour of its band', () => {
  const moment = { index: 0, at, alarms: [], changes: [], left: 0, late: false }
  renderPart(<PacksTooltip moment={moment} data={data} />)
  const state = screen.getByText('State').nextElementSibling as HTMLElement
  expect(state.textContent).toBe('Aborted')
  expect(state.style.color).toBe('')
  expect(state.querySelector('svg')?.parentElement?.getAttribute('style')).toContain('var(--stop)')
})
