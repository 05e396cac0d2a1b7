import * as contract from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { machinesPerClient } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let admin = ''
beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  admin = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

const db = () => tables(server.deps.management)
async function load(csv: string, dryRun = false) {
  const body = { csv, dryRun }
  const answer = await server.ask('/api/admin/machine/import', { token: admin, body })
  expect(answer.status).toBe(200)
  return contract.importMachines.answer.parse(await answer.json())
}
const count = async () =>
  Number(
    (
      await db()
        .selectFrom('machine')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
async function names() {
  const client = await db()
    .selectFrom('client')
    .select('name')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const type = await db()
    .selectFrom('machine_type')
    .select('label')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return [client.name, type.label] as const
}

test('a file of 250 machines is checked, then stored with a connection and a token for each', async () => {
  const [client, type] = await names()
  const lines = Array.from({ length: 250 }, (_, i) =>
    i % 2 === 0
      ? `${client},${type},BULK-${i},Line ${i % 5},http,,`
      : `${client},${type},BULK-${i},line ${i % 5},packmlTags,plant/${i},"Run=10;4=8"`,
  )
  const csv = ['client,type,serial,line,door,address,dictionary', ...lines].join('\r\n')
  const before = await count()
  expect(await load(csv, true)).toEqual({ added: 250, refused: [], tokens: [] })
  expect(await count()).toBe(before)

  const done = await load(csv)
  expect(done).toMatchObject({ added: 250, refused: [] })
  expect(await count()).toBe(before + 250)
  expect(new Set(done.tokens.map(({ token }) => token)).size).toBe(250)
  const [first, second] = done.tokens
  expect(first).toMatchObject({ client, serialNo: 'BULK-0', name: 'BULK-0' })
  // Each token sends for its own machine, and for no other.
  const sample = (serialNo: string) => [
    factory.at(Date.now()).sample(serialNo, { state: 'Execute' }),
  ]
  const own = await server.send('BULK-1', sample('BULK-1'), second?.token)
  expect(contract.ingestRecords.answer.parse(await own.json())).toMatchObject({ accepted: 1 })
  const other = await server.send('BULK-1', sample('BULK-0'), second?.token)
  expect(contract.ingestRecords.answer.parse(await other.json())).toMatchObject({ quarantined: 1 })

  const machine = await db()
    .selectFrom('machine')
    .selectAll()
    .where('serial_no', '=', 'BULK-1')
    .executeTakeFirstOrThrow()
  expect(machine).toMatchObject({ connector: 'packmlTags', topic_prefix: 'plant/1' })
  expect(machine.dictionary).toEqual({ Run: 10, '4': 8 })
  // "Line 1" and "line 1" are one line.
  const stands = await db()
    .selectFrom('line')
    .selectAll()
    .where('client_id', '=', 1)
    .where('name', 'ilike', 'line 3')
    .execute()
  expect(stands).toHaveLength(1)
  const audits = await db()
    .selectFrom('audit_log')
    .select(['entity', 'after'])
    .where('action', '=', 'create')
    .where('actor_name', '=', 'admin')
    .execute()
  expect(audits.filter(({ entity }) => entity === 'machine')).toHaveLength(250)
  expect(audits.filter(({ entity }) => entity === 'device')).toHaveLength(250)
  expect(JSON.stringify(audits)).not.toContain(first?.token)

  // The same file again: every line says why.
  const again = await load(csv)
  expect(again).toMatchObject({ added: 0, tokens: [] })
  expect(new Set(again.refused.map(({ line }) => line)).size).toBe(250)
  expect(await count()).toBe(before + 250)
})

test('a machine type that is not there is added with a drawing where the file says so', async () => {
  const [client, type] = await names()
  const csv = (...lines: string[]) => ['client,type,serial,image', ...lines].join('\n')
  const wrong = await load(csv(`${client},Cartoner C-2,TYPE-1,photo.png`), true)
  expect(wrong.refused[0]?.message).toMatch(/^"photo.png" is no image; .* default/)
  const good = csv(
    `${client},Cartoner C-2,TYPE-1,default`,
    `${client},CARTONER c-2,TYPE-2,Default`,
    `${client},${type},TYPE-3,default`,
  )
  expect(await load(good, true)).toEqual({ added: 3, refused: [], tokens: [] })
  const types = () =>
    db()
      .selectFrom('machine_type')
      .select(['id', 'label', 'image_path'])
      .where('label', 'ilike', 'cartoner c-2%')
      .execute()
  expect(await types()).toEqual([])
  expect(await load(good)).toMatchObject({ added: 3, refused: [] })
  const [made, more] = await types()
  expect([made?.label, made?.image_path, more]).toEqual([
    'Cartoner C-2',
    '/api/images/machine.png',
    undefined,
  ])
  const machines = await db()
    .selectFrom('machine')
    .select(['serial_no', 'machine_type_id'])
    .where('serial_no', 'like', 'TYPE-%')
    .orderBy('serial_no')
    .execute()
  expect(machines.map((row) => row.machine_type_id)).toEqual([made?.id, made?.id, 1])
  const audits = await db()
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'machineType')
    .where('entity_id', '=', made?.id ?? 0)
    .execute()
  expect(audits).toEqual([{ action: 'create' }])
})

test('every refused line has its reason, and nothing of the file is stored', async () => {
  const [client, type] = await names()
  const before = await count()
  const rows: [string, string, string?][] = [
    [`${client},${type},OK-1,,,,`, ''],
    [`Nobody,${type},OK-2,,,,`, 'There is no client "Nobody".'],
    [`${client},Toaster,OK-3,,,,`, 'There is no machine type "Toaster"; the word default'],
    [`${client},${type},FW-511,,,,`, 'There is a machine FW-511 already.'],
    [`${client},${type},OK-1,,,,`, 'OK-1 is on line 2 already.'],
    [`${client},${type},-5,,,,`, '"-5" is no serial number'],
    [`${client},${type},,,,,`, 'serial is empty.'],
    [`${client},${type},OK-4,,fax,,`, 'There is no door "fax"; there are http'],
    [`${client},${type},OK-5,,packmlTags,,`, 'need the address'],
    [`${client},${type},OK-6,,packmlTags,a/+,tmc`, 'no +'],
    [`${client},${type},OK-7,,packmlTags,a/b,morse`, '"morse" is no dictionary'],
    [`${client},${type},OK-8,,packmlTags,a/b,Turbo=31`, '"Turbo = 31"'],
    [`${client},${type},OK-9,,,a/b,`, 'under packboard/'],
    [`${client},${type},OK-10`, 'This line has 3 cells'],
    [`Gone Foods,${type},OK-11,,,,`, 'There is no client "Gone Foods".'],
  ]
  const csv = ['client,type,serial,line,door,address,dictionary', ...rows.map(([row]) => row)]
  for (const dryRun of [true, false]) {
    const { added, refused } = await load(csv.join('\n'), dryRun)
    expect(added).toBe(0)
    rows.forEach(([, words], i) => {
      const messages = refused.filter(({ line }) => line === i + 2).map(({ message }) => message)
      if (words === '') expect(messages).toEqual([])
      else expect(messages.join(' ')).toContain(words)
    })
  }
  expect(await count()).toBe(before)
})

test.each([
  ['', 'There is no line with field names.'],
  ['client,type\n', 'The field serial is missing.'],
  ['client,type,serial,colour\n', 'There is no field "colour"'],
  ['client,type,serial,serial\n', 'The field serial is there twice.'],
  ['client,type,serial\n"open,a,b', 'never closes'],
])('%j is refused as a whole', async (csv, words) => {
  const { added, refused } = await load(csv)
  expect(added).toBe(0)
  expect(refused.map(({ message }) => message).join(' ')).toContain(words)
})

test('a client gets no more machines than it may have, and a thousand is the most of one file', async () => {
  const [client, type] = await names()
  const file = (most: number) =>
    [
      'client,type,serial',
      ...Array.from({ length: most }, (_, i) => `${client},${type},FULL-${i}`),
    ].join('\n')
  const most = contract.importMachinesLimit
  expect((await load(file(most + 1), true)).refused).toMatchObject([
    { line: most + 2, code: 'tooMany' },
  ])
  const { length: had } = await db()
    .selectFrom('machine')
    .select('id')
    .where('client_id', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()
  const more = machinesPerClient - had - 3
  await db()
    .insertInto('machine')
    .values(
      Array.from({ length: more }, (_, i) => ({
        ...{ client_id: 1, machine_type_id: 1, serial_no: `ROOM-${i}` },
      })),
    )
    .execute()
  expect(await load(file(3), true)).toMatchObject({ added: 3, refused: [] })
  expect((await load(file(5))).refused).toMatchObject([
    { line: 5, code: 'clientFull', values: { cell: client } },
    { line: 6, code: 'clientFull' },
  ])
})
