import type { Session } from '@packboard/contract'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { serve } from '../testing/openPage.tsx'
import { admin, person } from '../testing/wireAnswers.ts'
import { makeRouter } from './router.tsx'
import { endSession, keepSession } from './session/session.ts'

afterEach(() => vi.unstubAllGlobals())

async function reached(address: string, session: Session | null) {
  serve()
  if (session) keepSession(session)
  else endSession()
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
  await router.load()
  return router.state.location.pathname
}

const user = person({ role: 'user' })
const engineer = person({ role: 'engineer' })

describe('where an address leads (specification §2)', () => {
  test.each([
    ['nobody', '/', '/auth/login', null],
    ['nobody', '/somewhere', '/auth/login', null],
    ['nobody', '/auth', '/auth/login', null],
    ['nobody', '/auth/nowhere', '/auth/login', null],
    ['nobody', '/auth/login', '/auth/login', null],
    ['nobody', '/auth/register', '/auth/register', null],
    ['nobody', '/auth/forgot-password', '/auth/forgot-password', null],
    ['nobody', '/auth/reset-password/abc', '/auth/reset-password/abc', null],
    ['nobody', '/auth/reset-password/abc/create', '/auth/reset-password/abc/create', null],
    ['nobody', '/auth/reset-password', '/auth/login', null],
    ['nobody', '/admin', '/auth/login', null],
    ['nobody', '/admin/index', '/auth/login', null],
    ['nobody', '/admin/dashboard', '/auth/login', null],
    ['nobody', '/admin/nowhere', '/auth/login', null],
    ['nobody', '/admin/productionData/1/FW-101', '/auth/login', null],
    ['an admin', '/', '/admin/index', admin],
    ['an admin', '/somewhere/else', '/admin/index', admin],
    ['an admin', '/auth/login', '/admin/index', admin],
    ['an admin', '/auth/register', '/admin/index', admin],
    ['an admin', '/auth/forgot-password', '/admin/index', admin],
    ['an admin', '/auth/reset-password/abc/create', '/admin/index', admin],
    ['an admin', '/admin', '/admin/index', admin],
    ['an admin', '/admin/nowhere', '/admin/index', admin],
    ['an admin', '/admin/nowhere/at/all', '/admin/index', admin],
    ['an admin', '/admin/dashboard', '/admin/dashboard', admin],
    ['an admin', '/admin/day-summary', '/admin/day-summary', admin],
    ['an admin', '/admin/panel', '/admin/panel', admin],
    ['an admin', '/admin/productionData/1/FW-101', '/admin/productionData/1/FW-101', admin],
    ['a user', '/admin/index', '/admin/dashboard', user],
    ['a user', '/auth/login', '/admin/dashboard', user],
    ['a user', '/admin/panel', '/admin/dashboard', user],
    ['an engineer', '/admin/panel', '/admin/panel', engineer],
    ['an engineer', '/admin/index', '/admin/index', engineer],
  ] as const)('%s who asks for %s reaches %s', async (_who, requested, expected, session) => {
    expect(await reached(requested, session)).toBe(expected)
  })
})
