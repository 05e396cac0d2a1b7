import { MantineProvider } from '@mantine/core'
import type { Session } from '@packboard/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { makeRouter } from '../src/router.tsx'
import { forgetWithTheSession } from '../src/session/kept.ts'
import { endSession, keepSession } from '../src/session/session.ts'
import { theme } from '../src/theme/Colours.tsx'
import { wireNotifications } from './alertAnswers.ts'
import { panelAnswer } from './panelAnswers.ts'
import { productionAnswer } from './productionAnswers.ts'
import { wireProgress, wireShiftPage } from './shiftAnswers.ts'
import { wireAnswer, wireBoard, wireClients, wireMachines, wireTimes } from './wireAnswers.ts'

/** The network's answer to an address; `undefined` leaves it to the next one. */
export type Wire = (
  path: string,
  body: Record<string, unknown>,
  init: RequestInit,
) => Response | Promise<Response> | undefined

export const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message, requestId: 'r' }, { status })

/** A server with one client of one machine; the answers of a test come first. */
function ordinaryServer(path: string, method = 'GET'): Response | Promise<Response> {
  if (path.includes('machines-live')) return new Promise<Response>(() => {})
  if (path === '/api/provider') {
    return Response.json({ name: 'Packboard', links: [], signUp: true, outbox: false })
  }
  if (path === '/api/version') {
    return Response.json({ version: '0.1.0', commit: null, startedAt: '2026-11-23T08:00:00.000Z' })
  }
  if (path.startsWith('/api/admin/shift/')) return Response.json(wireShiftPage())
  if (path === '/api/admin/client-board') return Response.json(wireBoard)
  if (path.startsWith('/api/admin/shift-progress/')) return Response.json(wireProgress())
  if (path.startsWith('/api/admin/client-times/')) return Response.json(wireTimes)
  if (path === '/api/admin/client-names') return Response.json(wireClients)
  if (path.startsWith('/api/admin/client_machines/')) return Response.json(wireMachines('FW-101'))
  if (path === '/api/admin/machinesData') return Response.json(wireAnswer())
  if (/^\/api\/admin\/alerts\/\d+\?/.test(path)) {
    return Response.json({ alerts: [], next: null, open: 0 })
  }
  if (path === '/api/account/notifications') return Response.json(wireNotifications)
  if (path === '/api/auth/signout') return Response.json({ message: 'Signed out.' })
  const production = productionAnswer(path)
  if (production) return Response.json(production)
  const panel = path.startsWith('/api/admin/') ? panelAnswer(path, method) : undefined
  if (panel) return Response.json(panel)
  return refusal(404, 'page.notFound', 'There is nothing here.')
}

/** Replaces `fetch` by a server; returns the requests. */
export function serve(wire: Wire = () => undefined) {
  const requested: { path: string; body: Record<string, unknown> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = bodyOf(init.body)
    requested.push({ path, body })
    return Promise.race([
      wire(path, body, init) ?? ordinaryServer(path, init.method),
      hungUp(init.signal),
    ])
  })
  return requested
}

/** What was sent: JSON, the parts of a form, or how many bytes. */
function bodyOf(body: RequestInit['body']): Record<string, unknown> {
  if (body instanceof FormData) return Object.fromEntries(body.entries())
  if (body instanceof Blob) return { bytes: body.size }
  return body ? JSON.parse(String(body)) : {}
}

/** As in a browser: an aborted request gets no answer. */
function hungUp(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, refuse) => {
    signal?.addEventListener('abort', () => refuse(new DOMException('hung up', 'AbortError')))
  })
}

/** The whole product at an address, with a session or without one. */
export async function openPage(address: string, session: Session | null) {
  if (session) keepSession(session)
  else endSession()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
  forgetWithTheSession(queries, router)
  await router.load()
  // Its keys are there as soon as the page is.
  await import('../src/shell/Overlays.tsx')
  const page = render(
    <MantineProvider theme={theme} forceColorScheme="dark" env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...page, router, pathname: () => router.state.location.pathname }
}
