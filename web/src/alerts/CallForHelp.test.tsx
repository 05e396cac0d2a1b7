import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { wireAlert } from '../../testing/alertAnswers.ts'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const noStops = {
  ...{ stops: [], count: 0 },
  reasons: {
    ...{ stops: 0, seconds: 0, withoutReason: 0, withoutReasonSeconds: 0, microStops: 0 },
    ...{ microSeconds: 0, thresholdSeconds: 120 },
  },
}

/** The page of the operators; `readable`: it may read the alerts of the client. */
async function openOperator(readable: boolean) {
  let help: object | null = null
  const requested = serve((path) => {
    if (path.startsWith('/api/admin/stops')) return Response.json(noStops)
    if (path.startsWith('/api/admin/reasons/')) return Response.json({ reasons: [], version: 1 })
    if (path === '/api/admin/help-call') {
      help = wireAlert({
        ...{ id: 50, origin: 'help', ruleName: 'Call for help', raisedBy: 'Amrit', cause: '' },
        openedAt: new Date().toISOString(),
      })
      return Response.json({ id: 50, message: 'Success!' })
    }
    if (path === '/api/admin/help-call/50/on-my-way') {
      help = help && { ...help, onMyWayAt: new Date().toISOString(), onMyWayBy: 'Petra Nowak' }
      return Response.json({ message: 'Success!' })
    }
    if (path === '/api/admin/help-call/50/done') {
      help = null
      return Response.json({ message: 'Success!' })
    }
    if (!path.startsWith('/api/admin/alerts/1?')) return undefined
    return readable
      ? Response.json({ alerts: help ? [help] : [], next: null, open: 0 })
      : refusal(403, 'permission.required', 'You are not allowed to do this.')
  })
  await openPage('/admin/operator?line=Line+1', person())
  fireEvent.click(await screen.findByRole('button', { name: 'Call for help' }))
  return requested
}

test('a call for help has a note, says who comes, and is ended by a press', async () => {
  const requested = await openOperator(true)
  fireEvent.change(screen.getByRole('textbox', { name: 'What is needed? (optional)' }), {
    target: { value: 'Reel is too heavy' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Call now' }))
  expect(await screen.findByText(/^Help called at .* by Amrit$/)).toBeTruthy()
  expect(requested.find(({ path }) => path === '/api/admin/help-call')?.body).toEqual({
    machineId: 'FW-101',
    note: 'Reel is too heavy',
  })
  fireEvent.click(screen.getByRole('button', { name: 'On my way' }))
  expect(await screen.findByText(/^Petra Nowak is on the way since/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('button', { name: 'Call for help' })).toBeTruthy()
})

test('where alerts may not be read the own call is shown all the same', async () => {
  await openOperator(false)
  fireEvent.click(screen.getByRole('button', { name: 'Call now' }))
  expect(await screen.findByText(/^Help called at .* by Amrit$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('button', { name: 'Call for help' })).toBeTruthy()
})
