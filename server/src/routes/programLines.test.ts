import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addProgramKey, programLines } from '@packboard/contract'
import { programGroups } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

const run = promisify(execFile)
const has = (program: string) =>
  run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )
const [hasCurl, hasPython] = await Promise.all([has('curl'), has('python3')])

let server: TestServer
let key: string
let ahead = 0
beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  const { accessToken } = await server.signIn('admin')
  const made = await server.ask(addProgramKey.path, {
    token: accessToken,
    body: { name: 'Lines', clientId: 1, groups: [...programGroups] },
  })
  key = addProgramKey.answer.parse(await made.json()).key
})
afterAll(() => server?.close())

const today = new Date().toISOString().slice(0, 10)
const question = (group: (typeof programGroups)[number]) => ({
  ...{ url: server.url, group, clientId: 1, from: today, to: today, zone: 'Europe/London' },
})
const env = () => ({ PATH: process.env.PATH, PACKBOARD_KEY: key })
/** The head of the table of each group, and a machine of the list. */
const heads = {
  figures: 'Status',
  stops: 'Machine',
  alarms: 'Machine',
  audit: 'Machine',
  machines: 'FW-101',
}

test.runIf(hasCurl).each(programGroups)('curl reads %s with the lines as pasted', async (group) => {
  ahead += 2_000
  const lines = programLines(question(group), 'curl')
  expect(lines).not.toContain(key)
  const { stdout } = await run('sh', ['-c', lines], { env: env() })
  expect(stdout).toContain(heads[group])
  expect(stdout).not.toContain('"code"')
})

test.runIf(hasPython).each(programGroups)(
  'Python reads %s with the lines as pasted',
  async (group) => {
    ahead += 2_000
    const lines = programLines(question(group), 'python')
    expect(lines).not.toContain(key)
    // A table without a row prints nothing; a refusal would end in an error.
    const { stdout, stderr } = await run('python3', ['-c', lines], { env: env() })
    expect(stderr).toBe('')
    if (group === 'machines') expect(stdout).toContain(heads[group])
  },
)
