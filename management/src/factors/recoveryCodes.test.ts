import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { inside } from '../store.ts'
import { acceptRecoveryCode, makeRecoveryCodes } from './recoveryCodes.ts'

let opened: TestManagement
let ids: ReadonlyMap<string, number>
beforeAll(async () => {
  opened = await openTestManagement()
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(() => run('delete from recovery_code'))

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const idOf = (username: string) => ids.get(username) ?? 0
const make = (username: string) =>
  makeRecoveryCodes(inside(opened.management).db, idOf(username), new Date())
const accept = (username: string, code: string) =>
  acceptRecoveryCode(opened.management, idOf(username), code)
const wrong = { code: 'signIn.factorWrong' }

test('ten codes of 120 random bits, of which only the hashes are kept', async () => {
  const codes = await make('user')
  expect(new Set(codes).size).toBe(10)
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/)
  const rows = JSON.stringify(await run('select * from recovery_code'))
  for (const code of codes) {
    expect(rows).not.toContain(code)
    expect(rows).not.toContain(code.replaceAll('-', ''))
  }
})

test('each works once, for its person alone, also of two tries at a time', async () => {
  const [first = '', second = ''] = await make('user')
  await make('engineer')
  await expect(accept('engineer', first)).rejects.toMatchObject(wrong)
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => accept('user', first)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(accept('user', first)).rejects.toMatchObject(wrong)
  await accept('user', second)
})

test('it is typed as it is read: in capitals, without dashes, with o for 0 and l or i for 1', async () => {
  const [code = ''] = await make('user')
  const typed = code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')
  await accept('user', typed)
  await expect(accept('user', '')).rejects.toMatchObject(wrong)
})

test('a code of 80 bits from before works once', async () => {
  await run(
    `insert into recovery_code (hash, user_id, created_at) values (sha256('7k2m9q4dx3tz0vhc'), ${idOf('user')}, now())`,
  )
  await accept('user', '7K2M-9Q4D-X3TZ-OVHC')
  await expect(accept('user', '7k2m-9q4d-x3tz-0vhc')).rejects.toMatchObject(wrong)
})

test('new codes void those from before', async () => {
  const [before = ''] = await make('user')
  const [after = ''] = await make('user')
  await expect(accept('user', before)).rejects.toMatchObject(wrong)
  await accept('user', after)
})
