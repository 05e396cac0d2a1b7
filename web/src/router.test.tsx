import type { Session } from '@packboard/contract'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeRouter } from './router.tsx'
import { endSession, keepSession } from './session/session.ts'
import { serve } from './test/openPage.tsx'
import { admin, person } from './test/wireAnswers.ts'

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
    ['nobody', null, '/', '/auth/login'],
    ['nobody', null, '/somewhere', '/auth/login'],
    ['nobody', null, '/auth', '/auth/login'],
    ['nobody', null, '/auth/nowhere', '/auth/login'],
    ['nobody', null, '/auth/login', '/auth/login'],
    ['nobody', null, '/auth/register', '/auth/register'],
    ['nobody', null, '/auth/forgot-password', '/auth/forgot-password'],
    ['nobody', null, '/auth/reset-password/abc', '/auth/reset-password/abc'],
    ['nobody', null, '/auth/reset-password/abc/create', '/auth/reset-password/abc/create'],
    ['nobody', null, '/auth/reset-password', '/auth/login'],
    ['nobody', null, '/admin', '/auth/login'],
    ['nobody', null, '/admin/index', '/auth/login'],
    ['nobody', null, '/admin/dashboard', '/auth/login'],
    ['nobody', null, '/admin/nowhere', '/auth/login'],
    ['nobody', null, '/admin/productionData/1/FW-101', '/auth/login'],
    ['an admin', admin, '/', '/admin/index'],
    ['an admin', admin, '/somewhere/else', '/admin/index'],
    ['an admin', admin, '/auth/login', '/admin/index'],
    ['an admin', admin, '/admin', '/admin/index'],
    ['an admin', admin, '/admin/nowhere', '/admin/index'],
    ['an admin', admin, '/admin/nowhere/at/all', '/admin/index'],
    ['an admin', admin, '/admin/dashboard', '/admin/dashboard'],
    ['an admin', admin, '/admin/day-summary', '/admin/day-summary'],
    ['an admin', admin, '/admin/panel', '/admin/panel'],
    ['an admin', admin, '/admin/productionData/1/FW-101', '/admin/productionData/1/FW-101'],
    ['a user', user, '/admin/index', '/admin/dashboard'],
    ['a user', user, '/auth/login', '/admin/dashboard'],
    ['a user', user, '/admin/panel', '/admin/dashboard'],
    ['an engineer', engineer, '/admin/panel', '/admin/panel'],
    ['an engineer', engineer, '/admin/index', '/admin/index'],
  ] as const)('%s (%#) asks for an address', async (_who, session, asked, expected) => {
    expect(await reached(asked, session)).toBe(expected)
  })
})
