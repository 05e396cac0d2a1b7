// @slow

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addKioskLink,
  chooseOperator,
  ingestAnswer,
  kioskTokenPrefix,
  operatorLink,
} from '@packboard/contract'
import { runSql, tables } from '@packboard/management/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { listenForRoutes } from '../../testing/listenForRoutes.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { aimAtClient, reported } from '../../testing/rights/aimAtClient.ts'
import { clientRows } from '../../testing/rights/clientRows.ts'
import { otherRows, usesUpSession } from '../../testing/rights/otherRows.ts'
import { panelRows } from '../../testing/rights/panelRows.ts'
import { seedStopBook } from '../../testing/rights/seedStopBook.ts'
import {
  isPerson,
  owner,
  type Place,
  people,
  places,
  type Requested,
  type Rights,
  type Visitor,
  visitors,
} from '../../testing/rights/visitors.ts'

/**
 * The rights table: every call that the server registers × every caller × a row of client 1, of another client, and one
 * that never existed. The expectations are written by hand in `testing/rights`, so that a mistake in a policy cannot
 * also be in its test.
 */
let server: TestServer
let webDir: string
let picture: Blob
const heard = listenForRoutes()
const registered = () => heard.routes().map(titleOf)
const tokens = new Map<Visitor, string>()

/** The clock advances before each request: otherwise the requests of one address would be throttled. */
let ahead = 0
let docsDir: string

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'packboard-screens-'))
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Packboard</title>')
  await writeFile(join(webDir, 'robots.txt'), 'User-agent: *\n')
  docsDir = await mkdtemp(join(tmpdir(), 'packboard-docs-'))
  await writeFile(join(docsDir, 'index.html'), '<!doctype html><title>Documentation</title>')
  server = await openTestServer({ webDir, docsDir, now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
  await seedStopBook(server.deps.management)
  for (const name of people) tokens.set(name, (await server.signIn(name)).accessToken)
  tokens.set('device', 'FW-101:packboard')
  const link = await server.ask(addKioskLink.path, {
    token: tokens.get('admin'),
    body: { clientId: 1, label: 'Packing hall' },
  })
  const { address } = addKioskLink.answer.parse(await link.json())
  tokens.set('kiosk', kioskTokenPrefix + address.slice(address.indexOf('#') + 1))
  tokens.set('tablet', await tablet())
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  picture = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
})
afterAll(async () => {
  heard.end()
  await server?.close()
  await rm(webDir, { recursive: true, force: true })
  await rm(docsDir, { recursive: true, force: true })
})

/** What a tablet holds: the token of its link, and behind it the pass of the name that was chosen. */
async function tablet(): Promise<string> {
  const made = await server.ask(addKioskLink.path, {
    token: tokens.get('admin'),
    body: {
      ...{ clientId: 1, label: 'Line 1', kind: 'operator' },
      ...{ machines: ['FW-101', 'FW-102'], names: ['P. Nowak'] },
    },
  })
  const { address } = addKioskLink.answer.parse(await made.json())
  const token = kioskTokenPrefix + address.slice(address.indexOf('#') + 1)
  const { names } = operatorLink.answer.parse(
    await (await server.ask(operatorLink.path, { token })).json(),
  )
  const chosen = await server.ask(chooseOperator.path, { token, body: { nameId: names[0]?.id } })
  return token + chooseOperator.answer.parse(await chosen.json()).pass
}

type Row = {
  readonly call: string
  readonly rights: Rights
  readonly send: (place: Place, visitor: Visitor, method: string) => Promise<Response>
  /** A change of the panel: done if and only if the audit log has an entry. */
  readonly isPanel?: true
  readonly isPreview?: true | undefined
  /** The expected content of a successful answer. */
  readonly answer?: z.ZodType
}

const titleOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`
const methodOf = (call: string) => call.slice(0, call.indexOf(' '))
const pathOf = (call: string) => call.slice(call.indexOf(' ') + 1)

/** The rights alone decide: every person was seen and confirmed just now, however far the clock has advanced. */
const confirmEverybody = () =>
  tables(server.deps.management)
    .updateTable('session')
    .set({ confirmed_at: new Date(Date.now() + ahead), last_seen_at: new Date(Date.now() + ahead) })
    .execute()

/** What happens between the rows that a request needs and the request itself. */
let beforeSending = async () => {}

async function send(path: string, visitor: Visitor, method: string, { body, form }: Requested) {
  await confirmEverybody()
  await beforeSending()
  const token = tokens.get(visitor)
  if (form === undefined) return server.ask(path, { method, token, body })
  const headers = token === undefined ? {} : { 'x-access-token': token }
  return fetch(server.url + path, { method, headers, body: form })
}

const rows: Row[] = [
  ...clientRows.map(
    ({ call, rights }): Row => ({
      call: titleOf(call),
      rights,
      send(place, visitor, method) {
        const { path, ask } = aimAtClient(call.path, owner(place), undefined, method)
        return send(path, visitor, method, { body: ask.body })
      },
    }),
  ),
  ...otherRows.map(
    ({ call, rights, ask }): Row => ({
      call,
      rights,
      async send(place, visitor, method) {
        const requested = await ask(place)
        const path = requested.path ?? pathOf(call)
        const kept = tokens.get(visitor)
        if (!usesUpSession(call) || kept === undefined || !isPerson(visitor)) {
          return send(path, visitor, method, requested)
        }
        tokens.set(visitor, (await server.signIn(visitor)).accessToken)
        const answer = await send(path, visitor, method, requested)
        tokens.set(visitor, kept)
        return answer
      },
    }),
  ),
  ...panelRows(
    () => server.deps.management,
    () => picture,
  ).map(
    ({ call, rights, ask, isPreview }): Row => ({
      call: titleOf(call),
      rights,
      isPanel: true,
      isPreview,
      answer: call.answer,
      async send(place, visitor, method) {
        const { id, ...requested } = await ask(place)
        const path = call.path.replace(':kind', 'user').replace(':id', String(id))
        return send(path, visitor, method, requested)
      },
    }),
  ),
]

/** The description of the calls and the files of its page are one family with one right. */
const isDocs = (path: string) => path === '/api/docs' || path.startsWith('/api/docs/')

const entries = async () => {
  const { count } = await tables(server.deps.management)
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    // That staff looked at the records of a client is no change.
    .where('action', '<>', 'read')
    .executeTakeFirstOrThrow()
  return Number(count)
}

test('every call that the server registers has one row with a cell for everybody', () => {
  const calls = [...new Set(registered())].filter((call) => !isDocs(pathOf(call)))
  const withBody = calls.filter((call) => methodOf(call) !== 'HEAD')
  expect(withBody.length).toBeGreaterThan(60)
  expect(rows.map(({ call }) => call).sort()).toEqual(withBody.sort())
  // HEAD is GET without the body and is tested with it.
  const heads = calls.filter((call) => methodOf(call) === 'HEAD')
  for (const head of heads) expect(calls).toContain(`GET ${pathOf(head)}`)
  for (const { call, rights } of rows) {
    for (const visitor of visitors) {
      expect([call, visitor, rights[visitor]]).toEqual([
        call,
        visitor,
        expect.stringMatching(/^\d{3} \d{3} \d{3}$/),
      ])
    }
  }
})

test.each(rows.map((row) => [row.call, row] as const))(
  '%s for everybody, and an own, a neighbour’s and an absent thing',
  async (call, { rights, send, isPanel, isPreview, answer }) => {
    const method = methodOf(call)
    let known = isPanel ? await entries() : 0
    for (const visitor of visitors) {
      const answers: { status: number; text: string }[] = []
      for (const place of places) {
        // Registrations and forgotten passwords of one address are limited.
        ahead += pathOf(call).startsWith('/api/auth/') ? 61_000 : 1_000
        const given = await reported(await send(place, visitor, method))
        answers.push(given)
        if (isPanel) {
          if (method !== 'GET' && !isPreview && given.status === 200) known += 1
          expect([visitor, place, await entries()]).toEqual([visitor, place, known])
        }
        if (answer !== undefined && given.status === 200) {
          expect(answer.safeParse(JSON.parse(given.text)).error).toBeUndefined()
        }
        if (method === 'GET' && place === 'two' && registered().includes(`HEAD ${pathOf(call)}`)) {
          const head = await send(place, visitor, 'HEAD')
          expect([visitor, place, head.status]).toEqual([visitor, place, given.status])
        }
      }
      const statuses = answers.map(({ status }) => status).join(' ')
      expect([visitor, statuses]).toEqual([visitor, rights[visitor]])
      // A row of another client and one that never existed give the same answer (D35).
      const refused = answers.filter(({ status }) => status === 404).map(({ text }) => text)
      expect(new Set(refused).size).toBeLessThanOrEqual(1)
    }
  },
  120_000,
)

test.each(visitors)('the description of the calls is open to %s', async (visitor) => {
  for (const path of ['/api/docs', '/api/docs/json']) {
    const answer = await send(path, visitor, 'GET', {})
    expect([path, answer.status]).toEqual([path, 200])
  }
})

test('records of a machine that is not the device’s own are put aside like those of one that never was', async () => {
  const row = rows.find(({ call }) => call === 'POST /api/ingest/records')
  const given = async (place: Place) => {
    const answer = ingestAnswer.parse(await (await row?.send(place, 'device', 'POST'))?.json())
    const errors = answer.errors.map(({ serialNo: _, ...why }) => why)
    return { ...answer, errors }
  }
  expect(await given('one')).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(await given('two')).toEqual({
    ...{ accepted: 0, duplicate: 0, late: 0, quarantined: 1, unknownFields: {}, rejected: 'all' },
    errors: [{ index: 0, reason: 'unknownMachine', detail: 'no machine has this serial number' }],
  })
  expect(await given('absent')).toEqual(await given('two'))
})

test('on a full disk no call fails without its reason, and all work when there is space', async () => {
  const { management } = server.deps
  const setFull = (full: boolean) => runSql(management, 'update full_disk set is_full = $1', [full])
  await runSql(management, fullDisk)
  const answers: { call: string; status: number; code: string | undefined }[] = []
  for (const { call, send } of rows) {
    for (const visitor of ['admin', 'device', 'kiosk', 'tablet'] as const) {
      ahead += 61_000
      beforeSending = async () => void (await setFull(true))
      const { status, text } = await reported(await send('one', visitor, methodOf(call)))
      beforeSending = async () => {}
      await setFull(false)
      const code = /"code":"([\w.]+)"/.exec(text)?.[1]
      answers.push({ call, status, code })
    }
  }
  expect(answers.filter(({ status }) => status === 500)).toEqual([])
  const refused = new Set(answers.flatMap(({ call, code }) => (code === 'store.full' ? call : [])))
  expect(refused.size).toBeGreaterThan(25)
  const changed = rows.find(({ call }) => call === `POST ${addKioskLink.path}`)
  expect((await changed?.send('one', 'admin', 'POST'))?.status).toBe(200)
  await runSql(management, 'drop function refuse_on_full_disk cascade; drop table full_disk')
}, 120_000)

/** PostgreSQL's own error of a full disk, at each change of a row of ours. */
const fullDisk = `
  create table full_disk (is_full boolean not null);
  insert into full_disk values (false);
  create function refuse_on_full_disk() returns trigger language plpgsql as $$
  begin
    if (select is_full from full_disk) then
      raise 'could not extend file "base/16384/2619": No space left on device' using errcode = 'disk_full';
    end if;
    return null;
  end $$;
  do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'full_disk' loop
      execute format('create trigger full_disk before insert or update or delete on %I
        for each statement execute function refuse_on_full_disk()', name);
    end loop;
  end $$`
