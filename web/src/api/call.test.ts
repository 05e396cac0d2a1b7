// @vitest-environment jsdom
import { clientNames, signIn } from '@packboard/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { admin } from '../../testing/wireAnswers.ts'
import { currentSession, keepSession } from '../session/session.ts'
import { CallFailed, call } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (status: number, body: unknown) => {
  const fetcher = vi.fn(async (_address: string, _init: RequestInit) =>
    Response.json(body, { status }),
  )
  vi.stubGlobal('fetch', fetcher)
  return fetcher
}

test('the token travels in its header and never in the address', async () => {
  keepSession(admin)
  const fetcher = answering(200, { clients: [] })
  await call(clientNames, {})
  const [address, init] = fetcher.mock.calls[0]!
  expect(init.headers).toMatchObject({ 'x-access-token': admin.accessToken })
  expect(address).toBe('/api/admin/client-names')
})

test('without a network the words are those of the specification', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  await expect(call(clientNames, {})).rejects.toMatchObject({ status: 0, message: 'Server error!' })
})

test("a failure tells the server's message, or the one sentence when there is none", async () => {
  answering(400, {
    message: 'Invalid username or password!',
    code: 'signin.failed',
    requestId: 'r',
  })
  const question = { params: { slug: 'packboard' }, body: { username: 'a', password: 'b' } }
  await expect(call(signIn, question)).rejects.toThrow('Invalid username or password!')
  answering(502, 'not what we agreed on')
  await expect(call(clientNames, {})).rejects.toThrow('An error occurred')
  // A proxy knows none of our codes.
  answering(503, { message: 'The site is being maintained.' })
  await expect(call(clientNames, {})).rejects.toThrow('The site is being maintained.')
  for (const message of ['', 7, null]) {
    answering(503, { message })
    await expect(call(clientNames, {})).rejects.toThrow('An error occurred')
  }
})

test('an answer that is not of the contract is a failure, not a surprise later', async () => {
  answering(200, { clients: [{ id: 'one' }] })
  await expect(call(clientNames, {})).rejects.toBeInstanceOf(CallFailed)
})

test('401 anywhere ends the session', async () => {
  keepSession(admin)
  answering(401, { message: 'Please sign in.', code: 'session.required', requestId: 'r' })
  await expect(call(clientNames, {})).rejects.toMatchObject({ status: 401 })
  expect(currentSession()).toBeNull()
})

test('a refused right ends nothing', async () => {
  keepSession(admin)
  answering(403, { message: 'Not Allowed', code: 'request.notAllowed', requestId: 'r' })
  await expect(call(clientNames, {})).rejects.toThrow('Not Allowed')
  expect(currentSession()).toEqual(admin)
})
