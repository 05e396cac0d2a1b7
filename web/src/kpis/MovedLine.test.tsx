import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { MovedLine, SettingsLine } from './MovedLine.tsx'

const moved = { before: 81.2, after: 84, labels: 0, people: [], plan: true, modes: false }

test('what a plan moved is said with both figures', () => {
  renderPart(<MovedLine moved={moved} />)
  expect(screen.getByText(/81\.2 %.*84\.0 %/)).toBeTruthy()
})

test('where there is no figure with the plan and none without it, nothing was moved', () => {
  renderPart(<MovedLine moved={{ ...moved, before: null, after: null }} />)
  expect(screen.queryByText(/plan/)).toBeNull()
})

const change = (by: string | null) => ({
  ...{ kind: 'targetSpeed' as const, product: 'Choc Bar 45 g', code: null, value: 194, by },
  ...{ from: new Date('2026-04-21T00:00:00Z'), at: new Date('2026-11-30T10:00:00Z') },
  reason: 'Acceptance run',
})

test('what settings of the past moved is said with both figures and by whom', () => {
  renderPart(
    <SettingsLine
      moved={{ before: 71.2, after: 69.8, changes: [change('engineer'), change('engineer')] }}
    />,
  )
  expect(
    screen.getByText('Changed from 71.2 % to 69.8 %: 2 settings applied to the past by engineer'),
  ).toBeTruthy()
})

test('where the figure before is not known, and no name is shown, the line says what is known', () => {
  renderPart(<SettingsLine moved={{ after: 69.8, changes: [change(null)] }} />)
  expect(screen.getByText('Changed: 1 setting applied to the past')).toBeTruthy()
})
