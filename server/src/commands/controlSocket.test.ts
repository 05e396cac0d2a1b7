import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { exitOf } from '../program/exits.ts'
import { callServer, openControlSocket } from './controlSocket.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-control-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test.each([
  ['before it said anything', false],
  ['in the middle of its work', true],
])('a command whose server ends %s says so, with an exit code', async (_when, speaks) => {
  const begun = Promise.withResolvers<void>()
  const stop = await openControlSocket(
    dataDir,
    (_call, progress) => {
      if (speaks) progress({ step: 1 })
      begun.resolve()
      return new Promise(() => {})
    },
    capturedLog().log,
  )
  const called = callServer(dataDir, { command: 'status' }, () => {}).catch(
    (error: unknown) => error,
  )
  await begun.promise
  await stop()
  expect(exitOf(await called, dataDir)).toEqual({
    code: 11,
    sentence: expect.stringContaining('The server ended before the command was done'),
  })
})

test('without a server there is none to call', async () => {
  expect(await callServer(dataDir, { command: 'status' }, () => {})).toBeUndefined()
})
