import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { MovedLine } from './MovedLine.tsx'

const moved = { before: 81.2, after: 84, labels: 0, people: [], plan: true, modes: false }

test('what a plan moved is said with both figures', () => {
  renderPart(<MovedLine moved={moved} />)
  expect(screen.getByText(/81\.2 %.*84\.0 %/)).toBeTruthy()
})

test('where there is no figure with the plan and none without it, nothing was moved', () => {
  renderPart(<MovedLine moved={{ ...moved, before: null, after: null }} />)
  expect(screen.queryByText(/plan/)).toBeNull()
})
