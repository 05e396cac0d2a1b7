import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../testing/renderPart.tsx'
import { showToast, Toasts, toastMs } from './Toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a toast goes after four seconds', () => {
  renderPart(<Toasts />)
  act(() => showToast('Success!'))
  expect(screen.getByRole('status').textContent).toBe('Success!')
  pass(3_999)
  expect(screen.queryByText('Success!')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Success!')).toBeNull()
})

test.each([
  ['points at it', fireEvent.mouseEnter, fireEvent.mouseLeave],
  ['has it in focus', fireEvent.focusIn, fireEvent.focusOut],
])('it waits while somebody %s', (_what, begin, end) => {
  renderPart(<Toasts />)
  act(() => showToast('Failed to delete client', true))
  begin(screen.getByRole('alert'))
  pass(2 * toastMs)
  expect(screen.queryByRole('alert')).toBeTruthy()
  end(screen.getByRole('alert'))
  pass(toastMs)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('it can be closed', () => {
  renderPart(<Toasts />)
  act(() => showToast('Success!'))
  fireEvent.click(screen.getByRole('button', { name: 'Close notification' }))
  expect(screen.queryByText('Success!')).toBeNull()
})
