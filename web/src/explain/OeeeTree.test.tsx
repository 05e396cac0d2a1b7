import type { ExplainedTerm } from '@packboard/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { OeeeTree } from './OeeeTree.tsx'

const term = (kind: ExplainedTerm['term'], value: number | null): ExplainedTerm => ({
  ...{ term: kind, of: '', machine: '', value, basis: null },
  unit: 's',
})

test('each factor stands with the two times that it is a share of', () => {
  renderPart(
    <OeeeTree
      terms={[
        ...[term('availability', 75), term('performance', 80), term('quality', 90)],
        ...[term('run', 5_400), term('plannedTime', 7_200)],
        ...[term('idealTime', 4_320), term('goodTime', 3_888)],
      ]}
    />,
  )
  const [availability, , quality] = screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByText(/%/))
  expect(availability?.textContent).toBe('Availability75.0 %Run1h 30mPlanned time2h 00m')
  expect(quality?.textContent).toContain('90.0 %')
  expect(quality?.textContent).toContain('1h 05m')
})

test('a factor that is undefined is a dash', () => {
  renderPart(<OeeeTree terms={[term('availability', 0), term('performance', null)]} />)
  expect(screen.getAllByText('–').length).toBeGreaterThan(0)
})
