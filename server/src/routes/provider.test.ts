import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { version } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { readVersion } from '../program/version.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await openTestServer()
  folder = mkdtempSync(join(tmpdir(), 'packboard-version-'))
}, 60_000)
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a signed-in person reads which version runs, and since when', async () => {
  const { accessToken: token } = await server.signIn('user')
  const answer = await server.ask(version.path, { token })
  expect(answer.status).toBe(200)
  const body = version.answer.parse(await answer.json())
  expect(body).toMatchObject({
    version: readVersion(new URL('../../..', import.meta.url)).version,
    commit: null,
  })
  expect(body.startedAt.getTime()).toBeLessThanOrEqual(Date.now())
  expect((await server.ask(version.path, {})).status).toBe(401)
})

test('a release says of which commit it was made', () => {
  const here = pathToFileURL(`${folder}/`)
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}')
  expect(readVersion(here)).toEqual({ version: '1.2.3', commit: null })
  writeFileSync(join(folder, 'release.json'), '{"version":"1.2.3","commit":"abc","more":1}')
  expect(readVersion(here)).toEqual({ version: '1.2.3', commit: 'abc' })
})
