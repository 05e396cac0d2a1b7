// @slow
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type ReportWire,
  reportLink,
  reports as reportsCall,
  type ShiftPage,
  sendReport,
  sentReports,
  setReports,
  setShifts,
  shiftPage,
  useReportLink,
} from '@packboard/contract'
import { runSql, settingsFromBeginning, tables } from '@packboard/management/testing'
import { countText, languages, percentText } from '@packboard/model'
import { atDepth, testSeed } from '@packboard/model/testing'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factory } from '../../../testing/factory.ts'
import { mailParts, subjectOf } from '../../../testing/mailParts.ts'
import { type MailServer, openMailServer } from '../../../testing/mailServer.ts'
import { openTestServer, type TestServer } from '../../../testing/openTestServer.ts'
import { sentenceIn } from '../reportMail/reportView.ts'

/** Client 1 has two machines and shifts from 06:00, 14:00 and 22:00 in London; its neighbour does the same and is sent nothing. */
let server: TestServer
let mails: MailServer
let folder = ''
const minute = 60_000
const hour = 60 * minute
let now = Date.parse('2026-04-10T12:00:00.000Z')
const run = promisify(execFile)
const tokens = new Map<string, string>()
const shiftsAtDepth = atDepth({ deep: 50, daily: 3 })
const seedsAtDepth = atDepth({ deep: 20, daily: 1 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packboard-reports-'))
  mails = await openMailServer()
  server = await openTestServer({
    now: () => now,
    env: { SMTP_URL: mails.url, PUBLIC_URL: 'https://packboard.example' },
  })
  const db = tables(server.deps.management)
  await db
    .updateTable('machine')
    .set({ deleted_at: new Date() })
    .where('client_id', '=', 1)
    .where('serial_no', 'not in', ['FW-201', 'FW-202'])
    .execute()
  await settingsFromBeginning(server.deps.management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Page Bar', value: 10 },
  ])
  const shifts = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '06:00', name: 'Early' },
    { weekday, start: '14:00', name: 'Late' },
    { weekday, start: '22:00', name: 'Night' },
  ])
  await call(setShifts.path, { method: 'PUT', body: { shifts } })
}, 120_000)
afterAll(async () => {
  await server?.close()
  await mails?.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(path: string, ask: { method?: string; body?: object; person?: string } = {}) {
  const { person = 'clientadmin', ...rest } = ask
  // A session is over long before the next day.
  const key = `${person} ${Math.floor(now / hour)}`
  const token = tokens.get(key) ?? (await server.signIn(person)).accessToken
  tokens.set(key, token)
  return server.ask(path.replace(':clientId', '1'), { token, ...rest })
}
async function call(path: string, options: Parameters<typeof ask>[1] = {}): Promise<unknown> {
  const answer = await ask(path, { person: 'admin', ...options })
  const body: unknown = await answer.json()
  expect([answer.status, body]).toEqual([200, expect.anything()])
  return body
}

const iso = (ms: number) => new Date(ms).toISOString()
const pathOf = (path: string, id: string) => path.replace(':id', id)
const draft = (more: Partial<ReportWire> = {}): ReportWire => ({
  ...{ name: 'Shift', enabled: true, kind: 'shift', machines: 'all', language: 'en' },
  ...{ files: ['pdf', 'xlsx'], to: [] },
  ...more,
})
async function set(...reports: (ReportWire & { id: string })[]) {
  await call(setReports.path, { method: 'PUT', body: { reports } })
}
async function personId(username: string): Promise<number> {
  const row = await tables(server.deps.management)
    .selectFrom('user_account')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return row.id
}
const round = () => server.deps.reports?.round() ?? Promise.reject(new Error('none is made here'))
async function pageAt(start: number): Promise<ShiftPage> {
  return shiftPage.answer.parse(await call(`${shiftPage.path}?start=${iso(start)}`))
}

/** A deterministic number below `below`. */
function randomOf(seed: number) {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Records of both machines for a shift of eight hours: run with stops, rejects and alarms. */
async function makeShift(begin: number, seed: number, part: { from?: number; to?: number } = {}) {
  const next = randomOf(seed)
  for (const serialNo of ['FW-201', 'FW-202']) {
    const records: object[] = []
    let [packs, rejects, state, until] = [0, 0, 10, 0]
    for (let at = 0; at < 480; at += 1) {
      if (at >= until) {
        state = state === 10 ? ([5, 21, 13, 20][next(4)] ?? 5) : 10
        until = at + 1 + next(state === 10 ? 90 : 30)
        if (state !== 10) {
          const alarm = { group: 'Jaws', description: `Front jaw ${next(3)}` }
          if (at >= (part.from ?? 0) && at < (part.to ?? 480)) {
            records.push({ kind: 'alarm', serialNo, raisedAt: begin + at * minute, ...alarm })
          }
        }
      }
      if (state === 10) {
        packs += 5 + next(9)
        rejects += next(2)
      }
      if (at < (part.from ?? 0) || at >= (part.to ?? 480)) continue
      const sample = { state, product: 'Page Bar', packs, rejects, user: 'J. Okafor' }
      records.push(factory.at(begin + at * minute).sample(serialNo, sample))
    }
    const answer = await server.send(serialNo, records)
    expect(answer.status).toBe(200)
  }
}

const spaces = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ')

test(`figures of ${shiftsAtDepth} random shifts are those of the shift page to the last digit, in mail, page and table`, {
  timeout: 1_800_000,
}, async () => {
  const tags = Object.keys(languages) as ReportWire['language'][]
  for (let n = 0; n < shiftsAtDepth; n += 1) {
    // 06:00 in London, another day each.
    const begin = Date.parse('2026-02-02T06:00:00Z') + n * 24 * hour
    await makeShift(begin, testSeed + n)
    await server.deps.telemetry.settled()
    const page = await pageAt(begin)
    for (const language of n === 0 ? tags : [tags[n % tags.length] ?? 'en']) {
      const before = mails.arrived.length
      const body = { to: 'me', start: iso(begin), report: draft({ language }) }
      await call(pathOf(sendReport.path, randomUUID()), { body, person: 'clientadmin' })
      await expect.poll(() => mails.arrived.length, { timeout: 60_000 }).toBe(before + 1)
      const { raw } = mails.arrived.at(-1) ?? { raw: '' }
      expect(spaces(subjectOf(raw))).toBe(spaces(sentenceIn(language, page.sentence)))
      const parts = mailParts(raw)
      const pdf = join(folder, 'page.pdf')
      await writeFile(pdf, parts.get('application/pdf') ?? '')
      await run('pdftotext', ['-layout', pdf, join(folder, 'page.txt')])
      const { stdout } = await run('pdfinfo', [pdf])
      expect(stdout).toMatch(/Pages:\s+1\n/)
      const { made, metrics, lostPacks, stopSeconds } = page.figures
      const texts = [
        parts.get('text/plain')?.toString('utf8') ?? '',
        (parts.get('text/html')?.toString('utf8') ?? '').replaceAll('&#39;', "'"),
        await readFile(join(folder, 'page.txt'), 'utf8'),
      ].map(spaces)
      for (const text of texts) {
        expect(text).toContain(spaces(countText(language, made)))
        expect(text).toContain(spaces(percentText(language, metrics.OEEE)))
        expect(text).toContain(spaces(countText(language, metrics.rejects)))
        expect(text).toContain(spaces(countText(language, lostPacks)))
        for (const story of page.stories) {
          expect(text).toContain(story.machineId)
          expect(text).toContain(spaces(countText(language, story.lostPacks)))
        }
      }
      const { sheets } = await readXlsx(
        new Uint8Array(
          parts.get('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet') ?? [],
        ),
      )
      const cells = sheets[0]?.rows.flat() ?? []
      for (const value of [made, metrics.OEEE, metrics.rejects, stopSeconds, lostPacks]) {
        expect(cells).toContain(value)
      }
      for (const story of page.stories) expect(cells).toContain(story.seconds)
    }
  }
})

describe('a report that is due', () => {
  test('is sent once, corrected where late data moved a figure, and not without cause', {
    timeout: 900_000,
  }, async () => {
    const to = [{ channel: 'person' as const, to: await personId('clientadmin') }]
    for (let n = 0; n < seedsAtDepth; n += 1) {
      const begin = Date.parse('2026-04-20T05:00:00Z') + n * 48 * hour
      now = begin + hour
      const id = randomUUID()
      await set({ ...draft({ to, files: [] }), id })
      // With and without records of the last third, which come late.
      const isLate = n % 2 === 0
      await makeShift(begin, testSeed + n, isLate ? { to: 320 } : {})
      now = begin + 8 * hour + 14 * minute
      await server.deps.telemetry.settled()
      const before = mails.arrived.length
      await round()
      expect(mails.arrived.length).toBe(before)
      now = begin + 8 * hour + 15 * minute
      await round()
      await round()
      await expect.poll(() => mails.arrived.length, { timeout: 30_000 }).toBe(before + 1)
      if (isLate) await makeShift(begin, testSeed + n, { from: 320 })
      await server.deps.telemetry.settled()
      now += 6 * hour
      await round()
      await round()
      const all = before + (isLate ? 2 : 1)
      await expect.poll(() => mails.arrived.length, { timeout: 30_000 }).toBe(all)
      const sent = sentReports.answer.parse(await call(pathOf(sentReports.path, id)))
      const corrections = sent.sent.filter(({ isCorrection }) => isCorrection)
      expect([n, corrections.length]).toEqual([n, isLate ? 1 : 0])
      if (isLate) expect(subjectOf(mails.arrived.at(-1)?.raw ?? '')).toMatch(/^Correction: /)
    }
  })

  test('reaches nobody who left, stopped it, or never confirmed; a refused address is named', {
    timeout: 300_000,
  }, async () => {
    const db = tables(server.deps.management)
    const address = async (name: string, confirmed: boolean, clientId = 1) => {
      const row = await db
        .insertInto('alert_address')
        .values({
          ...{ client_id: clientId, address: name, created_at: new Date(now) },
          confirmed_at: confirmed ? new Date(now) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { channel: 'mail' as const, to: row.id }
    }
    const begin = Date.parse('2026-06-08T05:00:00Z')
    now = begin + hour
    mails.refuseAddress('wrong@one.example')
    const id = randomUUID()
    const to = [
      ...[await address('boss@one.example', true), await address('new@one.example', false)],
      ...[await address('wrong@one.example', true)],
      { channel: 'person' as const, to: await personId('engineer') },
    ]
    // A line break in a name would begin a header.
    const name = 'Shift Bcc: all@one.example'
    await set({ ...draft({ to, files: [], name }), id })
    const broken = { ...draft({ to, name: 'Shift\r\nBcc: x@y.example' }), id }
    const refused = await ask(setReports.path, { method: 'PUT', body: { reports: [broken] } })
    expect(refused.status).toBe(400)
    await makeShift(begin, testSeed)
    await server.deps.telemetry.settled()
    await db
      .updateTable('user_account')
      .set({ enabled: false })
      .where('username', '=', 'engineer')
      .execute()
    now = begin + 9 * hour
    const before = mails.arrived.length
    await round()
    const bosses = () => mails.arrived.slice(before).flatMap((mail) => mail.to)
    await expect.poll(bosses, { timeout: 30_000 }).toEqual(['boss@one.example'])
    const unreached = async () => {
      const answer = reportsCall.answer.parse(await call(reportsCall.path))
      return answer.reports[0]?.unreached.map(({ name: who, why }) => `${who} ${why}`)
    }
    await expect
      .poll(unreached, { timeout: 30_000 })
      .toEqual(['new@one.example notConfirmed', 'wrong@one.example refused', ' gone'])
    const text =
      mailParts(mails.arrived.at(-1)?.raw ?? '')
        .get('text/plain')
        ?.toString() ?? ''
    const token = /\/report\/([\w-]{43})/.exec(text)?.[1] ?? ''
    const link = (path: string) => path.replace(':token', token)
    // Opening it changes nothing; a press does.
    for (let n = 0; n < 2; n += 1) {
      const opened = reportLink.answer.parse(await (await server.ask(link(reportLink.path))).json())
      expect(opened).toMatchObject({ recipient: 'boss@one.example', isStopped: false })
    }
    await server.ask(link(useReportLink.path), { body: { do: 'stop' } })
    expect(await unreached()).toContain('boss@one.example stopped')
    await db
      .updateTable('user_account')
      .set({ enabled: true })
      .where('username', '=', 'engineer')
      .execute()
  })

  test('goes to 200 recipients, each once', { timeout: 300_000 }, async () => {
    const db = tables(server.deps.management)
    const begin = Date.parse('2026-06-10T05:00:00Z')
    now = begin + hour
    const rows = await db
      .insertInto('alert_address')
      .values(
        Array.from({ length: 200 }, (_, n) => ({
          ...{ client_id: 1, address: `r${n}@many.example`, created_at: new Date(now) },
          confirmed_at: new Date(now),
        })),
      )
      .returning('id')
      .execute()
    const to = rows.map((row) => ({ channel: 'mail' as const, to: row.id }))
    await set({ ...draft({ to, files: ['xlsx'] }), id: randomUUID() })
    const many = { ...draft({ to: [...to, { channel: 'role', to: 4 }] }), id: randomUUID() }
    const refused = await ask(setReports.path, { method: 'PUT', body: { reports: [many] } })
    expect(refused.status).toBe(400)
    await makeShift(begin, testSeed)
    await server.deps.telemetry.settled()
    now = begin + 9 * hour
    await round()
    const arrived = () =>
      mails.arrived.flatMap((mail) => mail.to).filter((one) => one.endsWith('@many.example'))
    await expect.poll(() => arrived().length, { timeout: 240_000 }).toBe(200)
    expect(new Set(arrived()).size).toBe(200)
    await set()
  })
})

test('days and weeks of several machines are for premium clients; a shift and one machine for every client', async () => {
  const label = (text: string) =>
    runSql(
      server.deps.management,
      `update client set subscription_id = (select id from subscription where label = '${text}') where id = 1`,
    )
  const save = async (more: Partial<ReportWire>) => {
    const body = { reports: [{ ...draft(more), id: randomUUID() }] }
    return (await ask(setReports.path, { method: 'PUT', body })).status
  }
  await label('standard')
  expect(await save({ kind: 'week' })).toBe(403)
  expect(await save({ kind: 'day', machines: ['FW-201', 'FW-202'] })).toBe(403)
  expect(await save({ kind: 'day', machines: ['FW-201'] })).toBe(200)
  expect(await save({ kind: 'shift' })).toBe(200)
  await label('premium')
  expect(await save({ kind: 'week' })).toBe(200)
  // A week has no target, so its sentence names none.
  const body = { to: 'preview', report: draft({ kind: 'week' }) }
  const { preview } = sendReport.answer.parse(
    await call(pathOf(sendReport.path, randomUUID()), { body }),
  )
  expect(preview?.subject).not.toMatch(/target\b.*short/)
  expect(preview?.html).not.toMatch(/<script|<img|href="javascript/)
  await set()
})
