import { addSavedView, savedViews } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

const path = '/api/admin/views/1'
const people = ['admin', 'clientadmin', 'engineer', 'user'] as const
const tokens = new Map<string, string>()
async function ask(who: string, body?: object, method = body && 'POST', query = '') {
  const token = tokens.get(who) ?? (await server.signIn(who)).accessToken
  tokens.set(who, token)
  return server.ask(path + query, { token, ...(method && { method }), ...(body && { body }) })
}
const view = (name: string, isShared: boolean, address = '/admin/compare?preset=last7d') => ({
  name,
  isShared,
  address,
})

test('who may share is said and held to, also for a view that is there already', async () => {
  const found: [string, boolean, number][] = []
  for (const who of people) {
    const { mayShare } = savedViews.answer.parse(await (await ask(who)).json())
    found.push([who, mayShare, (await ask(who, view(`By ${who}`, true))).status])
  }
  expect(found).toEqual([
    ['admin', true, 200],
    ['clientadmin', true, 200],
    ['engineer', true, 200],
    ['user', false, 403],
  ])
  const { id } = addSavedView.answer.parse(await (await ask('user', view('Mine', false))).json())
  expect((await ask('user', { id, name: 'Mine', isShared: true }, 'PUT')).status).toBe(403)
  expect((await ask('user', { id, name: 'My week', isShared: false }, 'PUT')).status).toBe(200)
  const { views } = savedViews.answer.parse(await (await ask('user')).json())
  expect(views.map(({ name, isOwn }) => [name, isOwn])).toEqual([
    ['By admin', false],
    ['By clientadmin', false],
    ['By engineer', false],
    ['My week', true],
  ])
})

test('an address of another origin, of another client or of the panel is refused with its field', async () => {
  for (const address of [
    'https://elsewhere.example/admin/compare',
    '//elsewhere.example/admin/compare',
    '/admin/productionData/2/FW-511',
    '/admin/panel?view=users',
  ]) {
    const answer = await ask('clientadmin', view('Elsewhere', false, address))
    expect([address, answer.status]).toEqual([address, 400])
    expect(await answer.text()).toContain('"field":"address"')
  }
})

test('a view that others share is deleted by those who may share, and no other', async () => {
  const shared = addSavedView.answer.parse(
    await (await ask('engineer', view('For all', true))).json(),
  )
  const remove = async (who: string) =>
    (await ask(who, undefined, 'DELETE', `?id=${shared.id}`)).status
  expect(await remove('user')).toBe(403)
  expect(await remove('clientadmin')).toBe(200)
  expect(await remove('clientadmin')).toBe(200)
})
