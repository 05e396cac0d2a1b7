// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { arrive, leaving, mayTravel, travel } from './companyTrip.ts'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('the tab keeps a secret, goes with its SHA-256, and finds it again once', async () => {
  const went = vi.spyOn(leaving, 'to').mockImplementation(() => undefined)
  const challenges: string[] = []
  for (let times = 0; times < 2; times += 1) {
    await travel({ purpose: 'signIn', back: '/admin/stops' }, (challenge) => {
      challenges.push(challenge)
      return '/api/auth/oidc/7/start'
    })
  }
  expect(mayTravel()).toBe(true)
  expect(went).toHaveBeenCalledWith('/api/auth/oidc/7/start')
  for (const challenge of challenges) expect(challenge).toMatch(/^[\w-]{43}$/)
  expect(new Set(challenges).size).toBe(2)
  const { code, failed, trip } = arrive('#code=abc')
  expect({ code, failed }).toEqual({ code: 'abc', failed: null })
  expect(trip).toMatchObject({ purpose: 'signIn', back: '/admin/stops' })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(trip?.secret))
  expect(Buffer.from(digest).toString('base64url')).toBe(challenges[1])
  expect(arrive('code=abc').trip).toBe(null)
})

test('a refused begin keeps nothing, and what others stored is no trip', async () => {
  vi.spyOn(leaving, 'to').mockImplementation(() => undefined)
  const begin = () => Promise.reject(new Error('refused'))
  await expect(travel({ purpose: 'link', back: null }, begin)).rejects.toThrow('refused')
  expect(arrive('failed=company.nonce')).toEqual({
    code: null,
    failed: 'company.nonce',
    trip: null,
  })
  for (const kept of [
    '{',
    '7',
    'null',
    '{"secret":"x"}',
    '{"secret":"x","purpose":"steal","back":null}',
  ]) {
    sessionStorage.setItem('packboard.companyTrip', kept)
    expect(arrive('').trip).toBe(null)
  }
})
