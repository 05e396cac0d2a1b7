import { grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneTimeCode } from '../../testing/oneTimeCode.ts'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor, people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { createSession, findSession } from '../sessions/sessions.ts'
import { inside } from '../store.ts'
import {
  addPasskey,
  renewRecoveryCodes,
  resetFactors,
  switchOffTotp,
  switchOnTotp,
} from './changeFactors.ts'
import { factorsOf } from './factorsOf.ts'
import { beginTotp } from './totp.ts'

let opened: TestManagement
let ids: ReadonlyMap<string, number>
beforeAll(async () => {
  opened = await openTestManagement()
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(() =>
  run('delete from totp_factor; delete from passkey; delete from recovery_code', true),
)

async function run<Row>(text: string, several = false): Promise<Row[]> {
  if (!several) return runSql<Row>(opened.management, text)
  for (const one of text.split(';')) await runSql(opened.management, one)
  return []
}
const idOf = (username: string) => ids.get(username) ?? 0
const editorOf = (username: string) => ({ userId: idOf(username), username })
const has = (username: string) => factorsOf(inside(opened.management).db, idOf(username))
const entries = () =>
  run<{ action: string; entity: string; entity_id: number; client_id: number | null }>(
    `select action, entity, entity_id, client_id from audit_log
     where entity in ('totp', 'passkey', 'recoveryCodes', 'factors') order by id`,
  )

async function switchOn(username: string) {
  const { secret } = await beginTotp(opened.management, {
    userId: idOf(username),
    label: username,
    issuer: 'Packboard',
  })
  await switchOnTotp(opened.management, editorOf(username), await oneTimeCode(secret, Date.now()))
}
const passkey = (credentialId: string) => ({
  credentialId,
  publicKey: new Uint8Array([1]),
  counter: 0,
  transports: [],
  name: 'A key',
})

test('each change is in the log, under the person and its client', async () => {
  await switchOn('user')
  await addPasskey(opened.management, editorOf('user'), passkey('one'))
  await renewRecoveryCodes(opened.management, editorOf('user'))
  await switchOffTotp(opened.management, editorOf('user'))
  const about = { entity_id: idOf('user'), client_id: 1 }
  expect(await entries()).toEqual([
    { action: 'create', entity: 'totp', ...about },
    { action: 'create', entity: 'passkey', ...about },
    { action: 'create', entity: 'recoveryCodes', ...about },
    { action: 'delete', entity: 'totp', ...about },
  ])
  expect(await has('user')).toMatchObject({
    totpSince: null,
    passkeys: [{ name: 'A key' }],
    recoveryCodes: { left: 10 },
  })
})

test('recovery codes are for who has a factor, and go with the last one', async () => {
  const none = renewRecoveryCodes(opened.management, editorOf('user'))
  await expect(none).rejects.toMatchObject({ code: 'factor.notFound' })
  await switchOn('user')
  await renewRecoveryCodes(opened.management, editorOf('user'))
  await switchOffTotp(opened.management, editorOf('user'))
  expect((await has('user')).recoveryCodes).toBeNull()
  const again = switchOffTotp(opened.management, editorOf('user'))
  await expect(again).rejects.toMatchObject({ code: 'factor.notFound' })
})

test('a reset removes everything of this person alone, and ends its sessions', async () => {
  await switchOn('user')
  await switchOn('engineer')
  await addPasskey(opened.management, editorOf('user'), passkey('two'))
  await renewRecoveryCodes(opened.management, editorOf('user'))
  const session = (username: 'user' | 'engineer') =>
    createSession(opened.management, {
      userId: idOf(username),
      role: username,
      browserSaved: true,
      way: 'password',
      confirmedAt: null,
    })
  const lost = await session('user')
  const kept = await session('engineer')
  const rights = { scope: grantPanelScope({ reach: 'all' }), mayReset: () => true }
  const owner = await resetFactors(opened.management, editor, rights, idOf('user'))
  expect(owner).toMatchObject({ username: 'user', email: 'user@packboard.example' })
  expect(await has('user')).toEqual({ totpSince: null, passkeys: [], recoveryCodes: null })
  expect(await findSession(opened.management, lost)).toBeUndefined()
  expect(await findSession(opened.management, kept)).toBeDefined()
  expect((await has('engineer')).totpSince).not.toBeNull()
  expect((await entries()).at(-1)).toEqual({
    ...{ action: 'revoke', entity: 'factors', entity_id: idOf('user'), client_id: 1 },
  })
})

test('who is of another tenant is not found, and who may not be reset is refused', async () => {
  await switchOn('user')
  const reset = (scope: Parameters<typeof grantPanelScope>[0], mayReset = true) =>
    resetFactors(
      opened.management,
      editor,
      { scope: grantPanelScope(scope), mayReset: () => mayReset },
      idOf('user'),
    )
  const foreign = { code: 'user.notFound', status: 404 }
  await expect(reset({ reach: 'client', clientId: 2 })).rejects.toMatchObject(foreign)
  await expect(reset({ reach: 'distributor', distributorId: 2 })).rejects.toMatchObject(foreign)
  await expect(reset({ reach: 'all' }, false)).rejects.toMatchObject({ code: 'request.notAllowed' })
  expect((await has('user')).totpSince).not.toBeNull()
})
