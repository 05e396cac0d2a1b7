import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Loadable } from './Loadable.tsx'

const refetch = vi.fn()

type Requested = { isPending?: boolean; isError?: boolean; isPaused?: boolean; data?: string[] }

function show(query: Requested) {
  render(
    <Loadable
      query={{ isPending: false, isError: false, data: undefined, refetch, ...query }}
      emptyText="No Data Found"
      isEmpty={(data) => data.length === 0}
    >
      {(data) => <p>{data.join(', ')}</p>}
    </Loadable>,
  )
}

test('says that it is loading', () => {
  show({ isPending: true })
  expect(screen.getByRole('status').textContent).toBe('Loading...')
})

test('shows the data', () => {
  show({ data: ['one', 'two'] })
  expect(screen.getByText('one, two')).toBeTruthy()
})

test('nothing to show reads as specified, without a mark', () => {
  show({ data: [] })
  expect(screen.getByText('No Data Found')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure reads as empty and carries a mark with a retry, so that nobody takes it for an idle factory', () => {
  show({ isError: true, data: ['of before'] })
  expect(screen.getByText('No Data Found')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Could not load.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

test('without a network it says so, and does not seem to load for ever', () => {
  show({ isPending: true, isPaused: true })
  expect(screen.getByRole('status').textContent).toContain('Offline')
  expect(screen.queryByText('Loading...')).toBeNull()
})

test('what is there stays while the browser has no network', () => {
  show({ data: ['one'], isPaused: true })
  expect(screen.getByText('one')).toBeTruthy()
})
