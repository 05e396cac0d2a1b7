import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addRecordFile } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { recordFileLimits } from '@packboard/model'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { filesOf } from '../../testing/sendFile.ts'
import { startRecordFiles } from './recordFiles.ts'

let server: TestServer
let engineer: ReturnType<typeof filesOf>
let neighbour: ReturnType<typeof filesOf>

beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  engineer = filesOf(server, (await server.signIn('engineer')).accessToken)
  neighbour = filesOf(server, (await server.signIn('distributor2')).accessToken, 2)
})
afterAll(() => server?.close())
afterEach(() =>
  run(`update record_file set state = 'cancelled' where state not in ('done', 'failed')`),
)

const run = <Row>(text: string, values?: unknown[]) =>
  runSql<Row>(server.deps.management, text, values)
const folder = () => join(server.deps.config.dataDir, 'files')
const bytes = (text: string) => new TextEncoder().encode(text)

async function added(files: ReturnType<typeof filesOf>, name: string, size: number) {
  const answer = await files.add(name, size)
  expect(answer.status).toBe(200)
  return addRecordFile.answer.parse(await answer.json()).id
}

/** An open file of a client of which so many bytes have arrived. */
async function waits(clientId: number, received: number) {
  await run(
    `insert into record_file (client_id, name, bytes, received, state, created_at, received_at)
      values ($1, 'Waits.csv', 200000000, $2, 'uploading', now(), now())`,
    [clientId, received],
  )
}

/** Further clients of the distributor of this one. */
async function clientsBeside(clientId: number, count: number): Promise<number[]> {
  const rows = await run<{ id: number }>(
    `insert into client (name, distributor_id, subscription_id)
      select 'Beside ' || gen_random_uuid(), c.distributor_id, c.subscription_id
      from client c, generate_series(1, $2::int) where c.id = $1::int returning id`,
    [clientId, count],
  )
  return rows.map(({ id }) => id)
}

test('bytes that were announced take no room: only those that arrived do', async () => {
  for (const id of await clientsBeside(1, 12)) await waits(id, 0)
  expect((await neighbour.add('theirs.csv', 200_000_000)).status).toBe(200)
  expect((await engineer.add('ours.csv', 200_000_000)).status).toBe(200)
})

test('the clients of one distributor share 500 MB, and leave the room of others alone', async () => {
  const id = await added(engineer, 'ours.csv', 10)
  const theirs = await added(neighbour, 'theirs.csv', 10)
  const [first = 0, second = 0, third = 0] = await clientsBeside(1, 3)
  await waits(first, 200_000_000)
  await waits(second, 200_000_000)
  await waits(third, recordFileLimits.distributorBytes - 400_000_000 - 4)
  expect((await engineer.piece(id, 0, bytes('time'))).status).toBe(200)
  const refused = await engineer.piece(id, 4, bytes(','))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.json()).toMatchObject({ code: 'recordFile.share' })
  expect((await neighbour.piece(theirs, 0, bytes('time'))).status).toBe(200)
})

test('all files together have 2 GB', async () => {
  const id = await added(engineer, 'ours.csv', 10)
  for (const other of await clientsBeside(2, 10)) await waits(other, 200_000_000)
  const refused = await engineer.piece(id, 0, bytes('time'))
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'store.busy' }])
})

test('an upload is over after 10 minutes without a byte, and says so; one whose bytes come is not', async () => {
  const silent = await added(engineer, 'silent.csv', 10)
  const lively = await added(neighbour, 'lively.csv', 10)
  await run(
    `update record_file set received_at = now() - interval '11 minutes' where id = any($1)`,
    [[silent, lively]],
  )
  expect((await neighbour.piece(lively, 0, bytes('time'))).status).toBe(200)
  await server.deps.recordFiles?.forget()
  const answer = await engineer.piece(silent, 0, bytes('time'))
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
    code: 'recordFile.expired',
    message: expect.stringContaining('10 minutes'),
  })
  expect(await engineer.status(silent)).toMatchObject({ state: 'failed', fault: 'noBytes' })
  expect(existsSync(join(folder(), String(silent)))).toBe(false)
  expect((await neighbour.status(lively)).state).toBe('uploading')
  expect((await neighbour.piece(lively, 4, bytes(',state'))).status).toBe(200)
})

test('a file that was being opened when the server ended is not opened again; one that waits goes on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-opened-'))
  const open = async (name: string, clientId: number, state: string, found: object | null) => {
    const [row] = await run<{ id: number }>(
      `insert into record_file (client_id, name, bytes, received, state, found, created_at, received_at)
        values ($1, $2, 4, 4, $3, $4, now(), now()) returning id`,
      [clientId, name, state, found && JSON.stringify(found)],
    )
    return row?.id ?? 0
  }
  const opening = await open('Opening.csv', 1, 'opening', null)
  const waiting = await open('Waiting.csv', 2, 'uploaded', {
    ...{ format: 'csv', encoding: 'utf-8', separator: ',' },
  })
  for (const id of [opening, waiting]) {
    await mkdir(join(dataDir, 'files', String(id)), { recursive: true })
    await writeFile(join(dataDir, 'files', String(id), 'file'), 'time')
  }
  const { management, directory, ingest, disk, log, now } = server.deps
  if (!ingest) throw new Error('This server takes no records.')
  const service = await startRecordFiles({ dataDir, management, directory, ingest, disk, log, now })
  await service.stop()
  expect(await engineer.status(opening)).toMatchObject({ state: 'failed', fault: 'interrupted' })
  expect((await neighbour.status(waiting)).state).toBe('uploaded')
  expect(readdirSync(join(dataDir, 'files'))).toEqual([String(waiting)])
  expect(readdirSync(join(dataDir, 'files', String(waiting)))).toEqual(['file'])
  await rm(dataDir, { recursive: true })
})
