import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grantClientScope, grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { providerForSignIn } from '../companySignIn/identityProviders.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { beginTotp } from '../factors/totp.ts'
import { hooksOfClient, hookToCall } from '../hooks/hooks.ts'
import { setHooks } from '../hooks/setHooks.ts'
import { changeConnection } from '../machines/changeConnection.ts'
import { openKeyFile } from '../secrets/keyFile.ts'
import { ofProvider, ofTotp, sealStored } from '../secrets/sealedColumns.ts'
import { rekey } from './rekey.ts'

let folder: string
let opened: TestManagement
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packboard-rekey-'))
  const keyFile = await openKeyFile(join(folder, 'secrets.key'))
  opened = await openTestManagement({ keyFile })
})
afterAll(async () => {
  await opened?.close()
  await rm(folder, { recursive: true, force: true })
})

const all = grantPanelScope({ reach: 'all' })
type Stored = { machine_id: number; password: string | null; sealed_password: string | null }
const stored = () =>
  runSql<Stored>(
    opened.management,
    'select machine_id, password, sealed_password from machine_opcua order by machine_id',
  )
/** As the process that reads the machines has them. */
async function passwords() {
  const directory = await machineDirectory(opened.management)
  await directory.refresh()
  return directory
    .machines()
    .flatMap(({ id, connector: { opcUa } }) => (opcUa ? [[id, opcUa.password]] : []))
}
const setPassword = (id: number, password?: string) =>
  changeConnection(opened.management, editor, all, id, {
    ...{ connector: 'opcua', address: `opc.tcp://m${id}`, dictionary: null },
    ...{ holdMs: null, designPpm: null },
    opcUa: { security: 'sign', userName: 'reader', ...(password !== undefined && { password }) },
  })

test('a password is stored sealed, is read where the machine is, and stays with its machine', async () => {
  await setPassword(1, 'hunter-one')
  await setPassword(2, 'hunter-two')
  const [one, two] = await stored()
  expect([one?.password, two?.password]).toEqual([null, null])
  expect(JSON.stringify([one, two])).not.toMatch(/hunter/)
  expect(await passwords()).toEqual([
    [1, 'hunter-one'],
    [2, 'hunter-two'],
  ])
  // Without a password it stays as it is.
  await setPassword(1)
  expect((await stored())[0]).toEqual(one)
  // What lies at another machine does not open there.
  await runSql(
    opened.management,
    `update machine_opcua set sealed_password = $1 where machine_id = 2`,
    [one?.sealed_password],
  )
  expect(await passwords()).toEqual([
    [1, 'hunter-one'],
    [2, null],
  ])
  await setPassword(2, 'hunter-two')
  const entries = await runSql(opened.management, 'select before, after from audit_log')
  expect(JSON.stringify(entries)).not.toMatch(/hunter/)
})

/** A company sign-in with a secret, and the authenticator app of a person. */
async function otherSecrets() {
  const { management } = opened
  const [provider] = await runSql<{ id: number }>(
    management,
    `insert into identity_provider
        (name, issuer, oidc_client_id, scopes, role_claim, first_sign_in, created_at)
      values ('Northfield', 'https://login.example', 'packboard', 'openid', 'groups', 'approval', now())
      returning id`,
  )
  const id = provider?.id ?? 0
  const secret = management.secrets.seal('companySignIn', ofProvider(id), 'hunter-four')
  await runSql(management, 'update identity_provider set secret = $1', [secret])
  const hooks = await hookWithSecret()
  const app = await beginTotp(management, { userId: 1, label: 'admin', issuer: 'Packboard' })
  return {
    hooks,
    async ofCompany() {
      return (await providerForSignIn(management, id))?.secret
    },
    /** Undefined where the person has no app. */
    async ofApp() {
      const [row] = await runSql<{ secret: string }>(management, 'select secret from totp_factor')
      if (!row) return undefined
      const text = management.secrets.open('totp', ofTotp(1), row.secret)
      return { sealed: row.secret, text }
    },
    app: app.secret,
  }
}

test('a start seals what lies in clear, in slices, and no file of the table has it afterwards', async () => {
  await runSql(
    opened.management,
    `insert into machine_opcua (machine_id, security, user_name, password)
      select id, 'sign', 'reader', 'clear-' || id from machine where id > 2`,
  )
  const machines = (await stored()).length
  expect(await sealStored(opened.management)).toBe(machines - 2)
  expect((await stored()).every(({ password }) => password === null)).toBe(true)
  expect(await passwords()).toContainEqual([3, 'clear-3'])
  expect(await sealStored(opened.management)).toBe(0)
  const [entry] = await runSql(
    opened.management,
    `select after from audit_log where entity = 'secrets' and action = 'update'`,
  )
  expect(entry).toEqual({ after: { table: 'machine_opcua', sealed: machines - 2 } })
})

/** A webhook of the first client, as its administrators and its messages see it. */
async function hookWithSecret() {
  const { management } = opened
  const scope = grantClientScope(1)
  const hook = { kind: 'hook', name: 'Board', url: 'https://board.example', events: [] } as const
  const set = (more: { id?: number; enabled: boolean }) =>
    setHooks(management, editor, scope, { hooks: [{ ...hook, ...more }], mails: [] })
  const [made] = (await set({ enabled: true })).secrets
  const id = made?.id ?? 0
  return {
    made: made?.secret,
    state: async () => (await hooksOfClient(management, scope)).hooks[0],
    secret: async () => (await hookToCall(management, id))?.secret,
    turn: (enabled: boolean) => set({ id, enabled }),
  }
}

test('a new key seals all anew; a lost one is begun anew, and what it sealed is gone', async () => {
  const { management } = opened
  const before = management.secrets.keyId()
  const count = (await stored()).length + 3
  const others = await otherSecrets()
  await expect(rekey(management, { lost: true })).rejects.toThrow(/is there: packboard rekey/)
  const done = await rekey(management, { lost: false })
  expect(done).toEqual({
    ...{ keyId: management.secrets.keyId(), file: join(folder, 'secrets.key') },
    ...{ sealed: count, lost: 0 },
  })
  expect(done.keyId).not.toBe(before)
  const ofKey = new RegExp(`^v1\\.${done.keyId}\\.`)
  expect((await stored()).every((row) => ofKey.test(row.sealed_password ?? ''))).toBe(true)
  expect(await passwords()).toContainEqual([1, 'hunter-one'])
  expect(await others.ofCompany()).toBe('hunter-four')
  expect(await others.hooks.secret()).toBe(others.hooks.made)
  expect(await others.ofApp()).toEqual({ sealed: expect.stringMatching(ofKey), text: others.app })

  await rm(join(folder, 'secrets.key'))
  await expect(rekey(management, { lost: false })).rejects.toThrow(/is missing; put it back/)
  const anew = await rekey(management, { lost: true })
  expect(anew).toMatchObject({ sealed: 0, lost: count })
  expect((await stored()).every((row) => row.sealed_password === null)).toBe(true)
  // An app without its secret is none: its person sets one up anew.
  expect([await others.ofCompany(), await others.ofApp()]).toEqual([null, undefined])
  // A webhook is switched off and says why; switched on again it has another secret, which is shown once.
  expect(await others.hooks.secret()).toBeNull()
  const off = { enabled: false, offWhy: 'secretLost', offSince: expect.any(Date) }
  expect(await others.hooks.state()).toMatchObject(off)
  expect((await others.hooks.turn(false)).secrets).toEqual([])
  expect(await others.hooks.state()).toMatchObject(off)
  const [renewed] = (await others.hooks.turn(true)).secrets
  expect(renewed?.secret).toMatch(/^[\w-]{43}$/)
  expect(await others.hooks.secret()).toBe(renewed?.secret)
  expect(await others.hooks.state()).toMatchObject({ enabled: true, offSince: null })
  expect((await others.hooks.turn(true)).secrets).toEqual([])
  const log = await runSql(
    management,
    `select actor_name, after from audit_log where entity = 'secrets' and action = 'rotate' order by id`,
  )
  expect(log).toEqual([
    { actor_name: 'packboard rekey', after: { keyId: done.keyId, lost: false } },
    { actor_name: 'packboard rekey', after: { keyId: anew.keyId, lost: true } },
  ])
  await setPassword(1, 'hunter-three')
  expect(await passwords()).toContainEqual([1, 'hunter-three'])
})
