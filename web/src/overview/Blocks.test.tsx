import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { Block, Blocks } from './Blocks.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const columnsOf = (name: string) =>
  screen
    .getByText(name)
    .closest<HTMLElement>('[style*="--columns"]')
    ?.style.getPropertyValue('--columns')

test('blocks take the columns of the width, each as many as it has cards, also when the width changes', () => {
  let width = 1392
  let measure = () => {}
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        measure = changed
      }
      observe() {}
      disconnect() {}
    },
  )
  renderPart(
    <Blocks look="whole" sizes={[2, 1, 9]}>
      <Block title="Line 1" machines={2}>
        two
      </Block>
      <Block title="Line 2" machines={1} sums="240 ppm">
        one
      </Block>
      <Block machines={9}>nine</Block>
    </Blocks>,
  )
  expect(['two', 'one', 'nine'].map(columnsOf)).toEqual(['2', '1', '3'])
  expect(screen.getByRole('region', { name: 'Line 2' }).textContent).toBe('Line 2240 ppmone')
  width = 340
  act(measure)
  expect(['two', 'one', 'nine'].map(columnsOf)).toEqual(['1', '1', '1'])
})
