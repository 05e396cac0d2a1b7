import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

async function handOver(over: Record<string, unknown> = {}, wire: Wire = () => undefined) {
  const requested = serve((path, body, init) => {
    const first = wire(path, body, init)
    if (first) return first
    if (path.endsWith('/note')) return Response.json({ id: 1 })
    if (path.endsWith('/hand-over')) return Response.json({ isFixed: false })
    return path.startsWith('/api/admin/shift/') ? Response.json(wireShiftPage(over)) : undefined
  })
  await openPage('/admin/shift', person())
  const part = await screen.findByRole('region', { name: 'Hand-over' })
  return { part, requested }
}

const address = `/api/admin/shift/1/${encodeURIComponent('2026-11-20T18:00:00.000Z')}`

test('a note is sent without its blanks, and the field is empty for the next one', async () => {
  const { part, requested } = await handOver()
  const field = within(part).getByLabelText<HTMLTextAreaElement>('What must the next shift know?')
  await userEvent.type(field, '  Cartridge 2 is old ')
  await userEvent.click(within(part).getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(field.value).toBe(''))
  expect(requested.find(({ path }) => path === `${address}/note`)?.body).toEqual({
    text: 'Cartridge 2 is old',
  })
})

test('a side is signed with one press, now', async () => {
  const { part, requested } = await handOver()
  await userEvent.click(within(part).getByRole('button', { name: 'Hand over' }))
  await waitFor(() =>
    expect(requested.find(({ path }) => path === `${address}/hand-over`)?.body).toMatchObject({
      side: 'over',
    }),
  )
})

test('a refusal of the server is said in its words', async () => {
  const words = 'The same person signed the other side.'
  const { part } = await handOver({}, (path) =>
    path.endsWith('/hand-over') ? refusal(409, 'shift.signed', words) : undefined,
  )
  await userEvent.click(within(part).getByRole('button', { name: 'Take over' }))
  expect(await screen.findByText(words)).toBeTruthy()
})

test('what is signed has its name and time; one that came later says so', async () => {
  const over = {
    ...{ by: 'J. Okafor', at: '2026-11-21T05:58:10.000Z' },
    receivedAt: '2026-11-21T06:20:00.000Z',
  }
  const { part } = await handOver({ signatures: { over, takeover: null } })
  expect(part.textContent).toContain('J. Okafor')
  expect(part.textContent).toContain('without network, received')
  expect(within(part).queryByRole('button', { name: 'Hand over' })).toBeNull()
})

test('before the last half hour nobody signs a shift that runs', async () => {
  const shift = { ...wireShiftPage().shift, isRunning: true, next: null }
  const { part } = await handOver({ shift, at: '2026-11-21T01:00:00.000Z' })
  expect(part.textContent).toContain('It can be signed from')
  expect(within(part).queryByRole('button', { name: 'Hand over' })).toBeNull()
})

test('who may not sign reads whose signatures are missing, and writes no note', async () => {
  const { part } = await handOver({ maySign: 'no' })
  expect(within(part).getAllByText('not signed yet')).toHaveLength(2)
  expect(within(part).queryByRole('textbox')).toBeNull()
})
