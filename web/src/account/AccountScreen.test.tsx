import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, wireAccount, wireFactors } from '../../testing/accountPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('where factors are off, none is offered', async () => {
  await openAccount(() => undefined, wireAccount({ factors: wireFactors({ mode: 'off' }) }))
  expect(screen.getByText(/switched off in this installation/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
})
