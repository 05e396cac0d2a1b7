import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const settings = { notice: '', idleMinutes: null, mode: 'staff', version: 0 }

test('an admin sets a notice and a shorter time without use', async () => {
  const bodies: unknown[] = []
  serve((path, body, { method }) => {
    if (path !== '/api/admin/sign-in') return undefined
    if (method === 'GET') return Response.json(settings)
    bodies.push(body)
    return Response.json({ message: 'Success!', version: 1 })
  })
  await openPage('/admin/panel?view=signIn', admin)
  await userEvent.type(await screen.findByLabelText('Notice before the sign-in'), 'Staff only')
  expect(screen.getByText(/administrators and distributors/)).toBeDefined()
  const idle = screen.getByLabelText('Minutes without use until a session ends')
  await userEvent.type(idle, '4')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await screen.findByText('a whole number from 5 to 10,080')
  expect(bodies).toEqual([])
  await userEvent.type(idle, '5')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await vi.waitFor(() =>
    expect(bodies).toEqual([{ notice: 'Staff only', idleMinutes: 45, version: 0 }]),
  )
})

test('only an admin finds it', async () => {
  serve()
  await openPage('/admin/panel', person({ id: 2 }))
  await screen.findByRole('heading', { name: 'Management Panel' })
  expect(screen.queryByRole('link', { name: 'Sign-In' })).toBeNull()
})
