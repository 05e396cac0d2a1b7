import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { needTexts } from '../i18n/language.ts'
import { BufferDelays } from './BufferDelays.tsx'

beforeAll(() => needTexts('line'))

const step = (fromSeconds: number, count: number) => ({
  ...{ fromSeconds, toSeconds: fromSeconds + 10, count },
})

test('a buffer that is proposed shows its delays; one of too few stops shows none', () => {
  renderPart(
    <BufferDelays
      measured={[
        { station: 1, delays: 41, seconds: 92, steps: [step(65, 10), step(75, 29), step(95, 2)] },
        { station: 2, delays: 12, seconds: null, steps: [] },
      ]}
    />,
  )
  const chart = screen.getByRole('img', {
    name: '41 delays from 65 to 105 s; 95 % last at most 92 s',
  })
  expect([...chart.querySelectorAll('i')].map(({ style }) => style.height)).toEqual([
    '34.48275862068966%',
    '100%',
    '6.896551724137931%',
  ])
  expect(screen.queryByText('Buffer before station 3')).toBeNull()
})
