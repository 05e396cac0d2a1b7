import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, wireAccount, wireFactors } from '../../testing/accountPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('the page says why there are no passkeys, and what is wanted until when', async () => {
  await openAccount(
    () => undefined,
    wireAccount({
      factors: wireFactors({
        mode: 'staff',
        wanted: true,
        dueAt: '2026-10-02T07:58:00.000Z',
        passkeyObstacle: 'name',
      }),
    }),
  )
  expect(screen.getByText(/the address of this installation is a number/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(screen.getByRole('note').textContent).toMatch(/from 02-10-2026/)
})
