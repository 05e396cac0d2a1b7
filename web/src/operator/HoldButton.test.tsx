import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HoldButton } from './HoldButton.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function held() {
  const go = vi.fn()
  render(
    <HoldButton hint="Hold 1 second" go={go}>
      J. Okafor hands over
    </HoldButton>,
  )
  const button = screen.getByRole('button', { name: /hands over/ })
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  return { go, button, wait }
}

test('it signs after a second, once, and not when it is let go before', () => {
  const { go, button, wait } = held()
  fireEvent.pointerDown(button)
  wait(900)
  fireEvent.pointerUp(button)
  wait(2_000)
  expect(go).not.toHaveBeenCalled()
  fireEvent.pointerDown(button)
  wait(3_000)
  expect(go).toHaveBeenCalledTimes(1)
})

test('a key is held like a finger; a repeated key begins nothing anew', () => {
  const { go, button, wait } = held()
  fireEvent.keyDown(button, { key: 'Enter' })
  wait(600)
  fireEvent.keyDown(button, { key: 'Enter', repeat: true })
  wait(600)
  expect(go).toHaveBeenCalledTimes(1)
  fireEvent.keyDown(button, { key: ' ' })
  fireEvent.keyUp(button, { key: ' ' })
  wait(2_000)
  expect(go).toHaveBeenCalledTimes(1)
})
