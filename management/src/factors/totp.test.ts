import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneTimeCode } from '../../testing/oneTimeCode.ts'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { newSecretKey } from '../secrets/secretBox.ts'
import { switchOnTotp } from './changeFactors.ts'
import { acceptTotp, beginTotp } from './totp.ts'

const start = Date.UTC(2026, 10, 21, 6)
let opened: TestManagement
let now = start
let ids: ReadonlyMap<string, number>

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now = start
  await run('delete from totp_factor')
})

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const idOf = (username: string) => ids.get(username) ?? 0
const begin = (username: string) =>
  beginTotp(opened.management, { userId: idOf(username), label: username, issuer: 'Packboard' })
const switchOn = (username: string, code: string) =>
  switchOnTotp(opened.management, { userId: idOf(username), username }, code)
const accept = (username: string, code: string) =>
  acceptTotp(opened.management, idOf(username), code)
const wrong = { code: 'signIn.factorWrong', status: 400 }
const used = { code: 'factor.codeUsed', status: 400 }

/** An app that is on; its first code is of the step before. */
async function appOf(username: string) {
  const { secret } = await begin(username)
  await switchOn(username, await oneTimeCode(secret, now))
  now += 30_000
  return { secret, codeAt: (at: number) => oneTimeCode(secret, at) }
}

test('the secret is stored sealed, for this account alone, and its address names account and provider', async () => {
  const { secret, uri } = await begin('user')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toContain('otpauth://totp/Packboard:user?')
  const rows = await run<{ secret: string }>('select * from totp_factor')
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows[0]?.secret).toMatch(/^v1\./)
  // Moved to another row it does not open.
  await switchOn('user', await oneTimeCode(secret, now))
  await run('update totp_factor set user_id = $1', [idOf('engineer')])
  await expect(accept('engineer', await oneTimeCode(secret, now + 30_000))).rejects.toThrow()
})

test('an app counts from its first code on, and a second set-up replaces the first', async () => {
  const first = await begin('user')
  await expect(accept('user', await oneTimeCode(first.secret, now))).rejects.toMatchObject(wrong)
  const second = await begin('user')
  await expect(switchOn('user', await oneTimeCode(first.secret, now))).rejects.toMatchObject(wrong)
  await switchOn('user', await oneTimeCode(second.secret, now))
  await expect(begin('user')).rejects.toMatchObject({ code: 'factor.exists', status: 409 })
  now += 30_000
  await accept('user', await oneTimeCode(second.secret, now))
})

test('a code is used once, also by two at a time, and none of before it afterwards', async () => {
  const { codeAt } = await appOf('user')
  const code = await codeAt(now)
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => accept('user', code)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(accept('user', code)).rejects.toMatchObject(used)
  await expect(accept('user', await codeAt(now - 30_000))).rejects.toMatchObject(used)
  await accept('user', await codeAt(now + 30_000))
})

test.each([
  [-60_000, false],
  [-30_000, true],
  [0, true],
  [30_000, true],
  [60_000, false],
])('a phone whose clock is %i ms off shows a code that is accepted: %s', async (off, accepted) => {
  const { codeAt } = await appOf('user')
  now += 90_000
  const shown = accept('user', await codeAt(now + off))
  if (accepted) await shown
  else await expect(shown).rejects.toMatchObject(wrong)
})

test('blanks in a code are nothing, and what is no code is wrong', async () => {
  const { codeAt } = await appOf('user')
  const code = await codeAt(now)
  for (const text of ['', '12345', '1234567', 'abcdef', `${code}0`, '１２３４５６', '-12345']) {
    await expect(accept('user', text)).rejects.toMatchObject(wrong)
  }
  await accept('user', `${code.slice(0, 3)} ${code.slice(3)}`)
})

test('the code of another person is wrong', async () => {
  const own = await appOf('user')
  await appOf('engineer')
  now += 30_000
  await expect(accept('engineer', await own.codeAt(now))).rejects.toMatchObject(wrong)
})

test('without the key of the file a code cannot be checked, and the answer says so', async () => {
  const { codeAt } = await appOf('user')
  const { id } = newSecretKey()
  await run(`update totp_factor set secret = replace(secret, split_part(secret, '.', 2), $1)`, [id])
  const shown = accept('user', await codeAt(now))
  await expect(shown).rejects.toMatchObject({ code: 'secrets.noKey', status: 503 })
})
