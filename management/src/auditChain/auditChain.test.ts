// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { rekey } from '../rekey/rekey.ts'
import { openKeyFile } from '../secrets/keyFile.ts'
import { newSecretKey, secretBox, secretKey } from '../secrets/secretBox.ts'
import { canonicalForm, digestOfName, linkOf, noLink } from './auditChain.ts'
import { logChainHeads, sealAudit } from './sealAudit.ts'
import { verifyAudit } from './verifyAudit.ts'

let folder: string
let opened: TestManagement
let now = Date.parse('2026-11-30T10:00:00.000Z')
const lines: Record<string, unknown>[] = []
const log = {
  info: (fields: object) => void lines.push({ ...fields }),
  warn: () => {},
  error: () => {},
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packboard-chain-'))
  const keyFile = await openKeyFile(join(folder, 'secrets.key'))
  opened = await openTestManagement({ keyFile, log, now: () => now })
  // As an administrator of the database may do, without the key file.
  await run('alter table audit_log disable trigger keep_audit_log')
})
afterAll(async () => {
  await opened?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => run('delete from audit_log; delete from audit_chain'))

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const add = (clientId: number | null, count = 1) =>
  run(`insert into audit_log (actor_name, action, entity, entity_id, client_id, before, after)
    select 'anna', 'update', 'machine', n, ${clientId ?? 'null'}, '{"speed": 60.0}', jsonb_build_object('speed', n)
    from generate_series(1, ${count}) n`)
const verified = (clientId?: number) => verifyAudit(opened.management, { clientId })
const idOf = async (clientId: number, no: number) =>
  (
    await run<{ id: string }>(
      `select id from audit_link where client_id = ${clientId} and no = ${no}`,
    )
  )[0]?.id

test('what is signed, and how, is written down: another program computes the same link', () => {
  const key = secretKey(Buffer.alloc(32, 7))
  const entry = {
    ...{ id: '42', at: '2026-11-30T10:15:00.123456Z', actor_id: 3, actor_name: 'anna' },
    ...{ action: 'update', entity: 'machine', entity_id: 9, client_id: 2 },
    ...{ before: '{"speed": 60.0}', after: null },
  }
  const digest = digestOfName(Buffer.alloc(16, 1), entry.actor_name)
  const form = canonicalForm({ chain: 2, no: 5 }, entry, digest)
  expect(form).toBe(
    `["packboard audit 1",2,"5","42","2026-11-30T10:15:00.123456Z",3,"${digest.toString('hex')}","update","machine",9,"{\\"speed\\": 60.0}",null]`,
  )
  const link = linkOf(
    secretBox(() => [key]),
    noLink,
    form,
  )
  expect(link).toHaveLength(32)
  expect(
    linkOf(
      secretBox(() => [newSecretKey()]),
      noLink,
      form,
    ),
  ).not.toEqual(link)
  expect(
    linkOf(
      secretBox(() => [key]),
      link,
      form,
    ),
  ).not.toEqual(link)
})

test('one changed character among 10,000 entries is found and named', async () => {
  await add(1, 6_000)
  await add(2, 4_000)
  expect(await sealAudit(opened.management)).toBe(10_000)
  expect(await verified()).toEqual({ entries: 10_000, notSealed: 0, lost: 0, faults: [] })
  const id = await idOf(2, 2_345)
  await run(`update audit_log set after = '{"speed": 2344}' where id = ${id}`)
  expect(await verified()).toEqual({
    ...{ entries: 6_000 + 2_344, notSealed: 0, lost: 0 },
    faults: [{ clientId: 2, no: 2_345, entryId: id, what: 'changed' }],
  })
  expect((await verified(1)).faults).toEqual([])
  await run(`update audit_log set after = '{"speed": 2345}' where id = ${id}`)
  expect((await verified()).faults).toEqual([])
})

test.each([
  ['who did it', `actor_name = 'olaf'`],
  ['which account it was', 'actor_id = 7'],
  ['when', `at = at + interval '1 microsecond'`],
  ['the action', `action = 'create'`],
  ['to what', `entity = 'client'`],
  ['its number', 'entity_id = 4'],
  ['whose it is', 'client_id = 3'],
  ['what was before', `before = '{"speed": 60.00}'`],
  ['what came after', 'after = null'],
  ['a name in the form of one that was erased', `actor_name = 'erased-0123456789ab'`],
])('%s cannot be changed unnoticed', async (_what, change) => {
  await add(2, 5)
  await sealAudit(opened.management)
  const id = await idOf(2, 3)
  await run(`update audit_log set ${change} where id = ${id}`)
  expect((await verified()).faults).toEqual([{ clientId: 2, no: 3, entryId: id, what: 'changed' }])
})

test('what is removed is found: in the middle, at the beginning and at the end', async () => {
  await add(2, 6)
  await sealAudit(opened.management)
  const faults = async () => (await verified()).faults
  const remove = (no: number) =>
    run(
      `delete from audit_log where id in (select id from audit_link where client_id = 2 and no = ${no})`,
    )
  await remove(6)
  expect(await faults()).toEqual([{ clientId: 2, no: 6, entryId: null, what: 'missing' }])
  // The end is signed, too.
  await run(
    'update audit_chain set last_no = 5, last_link = (select link from audit_link where client_id = 2 and no = 5)',
  )
  expect(await faults()).toEqual([{ clientId: 2, no: null, entryId: null, what: 'ends' }])
  await remove(1)
  expect(await faults()).toEqual([{ clientId: 2, no: 1, entryId: null, what: 'missing' }])
  await remove(3)
  await run('delete from audit_chain')
  expect(await faults()).toEqual([{ clientId: 2, no: null, entryId: null, what: 'ends' }])
})

test('an entry that nobody will sign is named; one that waits says so', async () => {
  await add(2, 2)
  await sealAudit(opened.management)
  await add(2)
  expect(await verified()).toEqual({ entries: 2, notSealed: 1, lost: 0, faults: [] })
  const [open] = await run<{ id: string }>('delete from audit_unsealed returning id')
  expect((await verified()).faults).toEqual([
    { clientId: 2, no: null, entryId: open?.id, what: 'unsealed' },
  ])
})

test('a name that was erased with its salt leaves the chain whole', async () => {
  await add(2, 3)
  await sealAudit(opened.management)
  const id = await idOf(2, 2)
  await run(`update audit_link set name_salt = null where id = ${id}`)
  expect((await verified()).faults).toHaveLength(1)
  await run(`update audit_log set actor_name = 'erased-0123456789ab' where id = ${id}`)
  expect((await verified()).faults).toEqual([])
})

test('a new key goes on with the chain; with a lost one it begins anew, and says how much it cannot tell', async () => {
  const { management } = opened
  await add(2, 3)
  await sealAudit(management)
  await rekey(management, { lost: false })
  await add(2, 2)
  await sealAudit(management)
  // The entries of the installation say that there is another key.
  expect(await verified(2)).toEqual({ entries: 5, notSealed: 0, lost: 0, faults: [] })
  const box = management.secrets
  await rm(join(folder, 'secrets.key'))
  await add(2)
  const file = await openKeyFile(join(folder, 'secrets.key'))
  expect(file.keys()).toEqual([])
  await rekey(management, { lost: true })
  expect(box.keyIds()).toHaveLength(1)
  await sealAudit(management)
  expect(await verified(2)).toEqual({ entries: 1, notSealed: 0, lost: 5, faults: [] })
  const whole = await verified()
  expect(whole.faults).toEqual([])
})

test('the newest link of each chain is in the log of the process once a day', async () => {
  await add(null)
  await add(2, 4)
  await sealAudit(opened.management)
  const heads = () => lines.filter(({ event }) => event === 'audit.head')
  await logChainHeads(opened.management)
  const [row] = await run<{ link: Buffer }>(
    'select link from audit_link where client_id = 2 and no = 4',
  )
  expect(heads()).toContainEqual({
    ...{ event: 'audit.head', clientId: 2, no: 4, link: row?.link.toString('hex') },
  })
  const { length } = heads()
  await logChainHeads(opened.management)
  expect(heads()).toHaveLength(length)
  now += 86_400_000
  await logChainHeads(opened.management)
  expect(heads().length).toBeGreaterThan(length)
})
