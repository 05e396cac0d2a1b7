import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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

test('the app and a passkey are taken away after a question; new codes stay until they are kept', async () => {
  const sent: string[] = []
  await openAccount(
    (path, _body, { method }) => {
      if (method === 'DELETE') sent.push(path)
      if (path === '/api/account/recovery-codes' && method === 'POST') {
        return Response.json({ codes: ['abcd-efgh'] })
      }
      return method === 'DELETE' ? Response.json({ message: 'Success!' }) : undefined
    },
    wireAccount({
      factors: wireFactors({
        mode: 'optional',
        totpSince: '2026-10-02T07:58:00.000Z',
        recoveryCodes: { left: 3, madeAt: '2026-10-02T07:58:00.000Z' },
        passkeys: [
          { id: 4, name: 'Phone', createdAt: '2026-10-02T07:58:00.000Z', lastUsedAt: null },
        ],
      }),
    }),
  )
  const confirm = async (opener: string, button: string) => {
    await userEvent.click(screen.getByRole('button', { name: opener }))
    const question = await screen.findByRole('dialog')
    await userEvent.click(within(question).getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await confirm('Turn off', 'Turn off')
  await confirm('Remove Phone', 'Remove')
  expect(sent).toEqual(['/api/account/totp', '/api/account/passkeys/4'])

  await userEvent.click(screen.getByRole('button', { name: 'New codes' }))
  const question = await screen.findByRole('dialog')
  await userEvent.click(within(question).getByRole('button', { name: 'New codes' }))
  await screen.findByText('abcd-efgh')
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText('abcd-efgh')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(screen.queryByText('abcd-efgh')).toBeNull())
})
