import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { ChartCursor, stepByKey } from './ChartFrame.tsx'

function Chart({ words }: { words: readonly string[] }) {
  const [at, go] = useState<number | null>(null)
  const shown = at === null ? '' : (words[at] ?? '')
  return <ChartCursor count={words.length} at={at} words={shown} go={go} leave={() => go(null)} />
}

test('the arrows lead along a chart and what is there is said; Escape leaves it', async () => {
  renderPart(<Chart words={['14:30, 62 ppm', '14:31, No data', '14:32, 60 ppm']} />)
  const user = userEvent.setup()
  await user.tab()
  const cursor = screen.getByRole('slider', { name: 'Values by arrow keys' })
  expect(document.activeElement).toBe(cursor)
  const said = () => [cursor.ariaValueNow, cursor.getAttribute('aria-valuetext')]
  expect(said()[1]).toBe('No moment chosen')
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(said()).toEqual(['1', '14:31, No data'])
  await user.keyboard('{End}{ArrowRight}')
  expect(said()).toEqual(['2', '14:32, 60 ppm'])
  await user.keyboard('{Escape}')
  expect(said()[1]).toBe('No moment chosen')
})

test.each([
  ['ArrowRight', null, 0],
  ['ArrowLeft', null, 99],
  ['ArrowLeft', 0, 0],
  ['PageUp', 50, 60],
  ['PageDown', 5, 0],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['Enter', 50, null],
])('%s from %s of 100 points leads to %s', (key, from, to) => {
  expect(stepByKey(key, from, 100)).toBe(to)
})

test('a chart without points leads nowhere', () => {
  expect(stepByKey('End', null, 0)).toBeNull()
})
