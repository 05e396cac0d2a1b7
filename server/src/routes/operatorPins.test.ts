import {
  addKioskLink,
  addUser,
  chooseOperator,
  failure,
  kioskLinks,
  operatorLink,
  updateKioskLink,
} from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { kioskLimits } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** Wrong PINs on links of tablets, and the passes that a link gives. */
let server: TestServer
let admin = ''
/** The clock advances before each call: otherwise they would be throttled, and what was read of a link believed. */
let ahead = 0
const hour = 3_600_000

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  admin = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

const run = <Row>(text: string, values?: unknown[]) =>
  runSql<Row>(server.deps.management, text, values)

const form = { label: 'Line 2', machines: ['FW-102'], names: ['P. Nowak', 'A. Berg'] }

async function link(pin: string | null) {
  const body = { clientId: 1, kind: 'operator', ...form, pin }
  const answer = await server.ask(addKioskLink.path, { token: admin, body })
  const { id, address } = addKioskLink.answer.parse(await answer.json())
  const bare = `wall.${address.slice(address.indexOf('#') + 1)}`
  const { names } = operatorLink.answer.parse(
    await (await server.ask(operatorLink.path, { token: bare })).json(),
  )
  const idOf = (name: string) => names.find((each) => each.name === name)?.id
  /** On a tablet that has this pass, or none. */
  const choose = async (given: string, pass = '', name = 'P. Nowak') => {
    ahead += 3_000
    const answered = await server.ask(chooseOperator.path, {
      token: bare + pass,
      body: { nameId: idOf(name), pin: given },
    })
    const text: unknown = await answered.json()
    const { code, errors = [] } = failure.safeParse(text).data ?? {}
    const made = answered.status === 200 ? chooseOperator.answer.parse(text).pass : ''
    return { status: answered.status, code, errors, pass: made }
  }
  const person = async (pass: string) => {
    ahead += 3_000
    const read = await server.ask(operatorLink.path, { token: bare + pass })
    return operatorLink.answer.parse(await read.json()).person?.name
  }
  const change = async (next: string | null, names = form.names) => {
    const path = updateKioskLink.path.replace(':id', String(id))
    const changed = { method: 'PUT', token: admin, body: { ...form, names, pin: next } } as const
    return (await server.ask(path, changed)).status
  }
  return { id, choose, person, change }
}
type Link = Awaited<ReturnType<typeof link>>

async function wrong({ choose }: Link, times: number, pass = '') {
  const codes = new Set<string | undefined>()
  for (let tries = 0; tries < times; tries += 1)
    codes.add((await choose('000000', pass, 'A. Berg')).code)
  return [...codes]
}

const passesOf = async ({ id }: Link) => {
  const rows = await run<{ count: number }>(
    `select count(*)::int as count from kiosk_pass p join kiosk_link_name n on n.id = p.name_id
     where n.link_id = $1`,
    [id],
  )
  return rows[0]?.count
}

test('wrong PINs of others keep no tablet waiting that had a pass in the last 16 hours', async () => {
  const tablet = await link('471100')
  const [first, second] = [await tablet.choose('471100'), await tablet.choose('471100')]
  expect(await wrong(tablet, 5)).toEqual(['kioskLink.wrongPin'])
  const refused = await tablet.choose('471100')
  expect([refused.status, refused.code]).toEqual([429, 'kioskLink.pinWait'])
  const next = refused.errors.find(({ field }) => field === 'nextAt')?.message ?? ''
  const wait = Date.parse(next) - (Date.now() + ahead)
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(kioskLimits.wrongPinMinutes * 60_000)

  const again = await tablet.choose('471100', first.pass, 'A. Berg')
  expect([again.status, await tablet.person(again.pass)]).toEqual([200, 'A. Berg'])
  // It has one pass: the former one is replaced.
  expect(await tablet.person(first.pass)).toBeUndefined()
  // What is guessed on one tablet is bounded like that of strangers, and keeps the others free.
  expect(await wrong(tablet, 6, again.pass)).toEqual(['kioskLink.wrongPin', 'kioskLink.pinWait'])
  expect((await tablet.choose('471100', second.pass)).status).toBe(200)
})

test('a tablet is known for 16 hours after its pass, also when its name or the PIN has ended it', async () => {
  const tablet = await link('471100')
  const passes = [await tablet.choose('471100'), await tablet.choose('471100', '', 'A. Berg')]
  const [nowak = '', berg = ''] = passes.map(({ pass }) => pass)
  expect(await tablet.change('582200', ['A. Berg'])).toBe(200)
  expect([await tablet.person(nowak), await tablet.person(berg)]).toEqual([undefined, undefined])
  expect(await wrong(tablet, 6)).toEqual(['kioskLink.wrongPin', 'kioskLink.pinWait'])
  const renewed = await tablet.choose('582200', nowak, 'A. Berg')
  expect(renewed.status).toBe(200)
  ahead += 31 * hour
  expect(await wrong(tablet, 6)).toEqual(['kioskLink.wrongPin', 'kioskLink.pinWait'])
  expect(await tablet.person(renewed.pass)).toBeUndefined()
  const late = await tablet.choose('582200', renewed.pass, 'A. Berg')
  expect(late.status).toBe(200)
  ahead += 33 * hour
  expect(await wrong(tablet, 6)).toEqual(['kioskLink.wrongPin', 'kioskLink.pinWait'])
  expect((await tablet.choose('582200', late.pass, 'A. Berg')).status).toBe(429)
  ahead -= 64 * hour
})

test('a pass that was given without a PIN proves nothing once there is one, nor does one of another link', async () => {
  const [tablet, other] = [await link(null), await link('471100')]
  const { pass } = await tablet.choose('')
  const foreign = await other.choose('471100')
  expect(await tablet.change('471100')).toBe(200)
  expect(await wrong(tablet, 6)).toEqual(['kioskLink.wrongPin', 'kioskLink.pinWait'])
  expect((await tablet.choose('471100', pass)).status).toBe(429)
  expect((await tablet.choose('471100', foreign.pass)).status).toBe(429)
})

test('a PIN of four digits is replaced after 100 wrong ones; the panel says so; a new one has six', async () => {
  const tablet = await link('471100')
  const { pass } = await tablet.choose('471100')
  // As the schema step leaves a PIN that was there before.
  await run('update kiosk_link set short_pin = true, wrong_pins = 99 where id = $1', [tablet.id])
  const spent = async () => {
    const answer = await server.ask(kioskLinks.path, { token: admin })
    const { links } = kioskLinks.answer.parse(await answer.json())
    return links.find(({ id }) => id === tablet.id)?.pinSpent
  }
  // On a tablet that had the right one nothing is used up.
  await wrong(tablet, 2, pass)
  expect(await spent()).toBe(false)
  expect((await tablet.choose('000000')).code).toBe('kioskLink.wrongPin')
  expect(await spent()).toBe(true)
  const refused = await tablet.choose('471100')
  expect([refused.status, refused.code]).toEqual([403, 'kioskLink.pinSpent'])
  expect((await tablet.choose('471100', pass)).status).toBe(200)
  for (const short of ['4711', '47110']) expect(await tablet.change(short)).toBe(400)
  expect(await tablet.change('582200')).toBe(200)
  expect([await spent(), (await tablet.choose('582200')).status]).toEqual([false, 200])
  // Six digits take years at this pace.
  await run('update kiosk_link set wrong_pins = 1000 where id = $1', [tablet.id])
  expect((await tablet.choose('582200')).status).toBe(200)
})

test('a link without a PIN has at most 50 passes of a name, and one of a tablet', async () => {
  const tablet = await link(null)
  let { pass } = await tablet.choose('')
  for (let tries = 0; tries < 5; tries += 1) ({ pass } = await tablet.choose('', pass))
  expect([await passesOf(tablet), await tablet.person(pass)]).toEqual([1, 'P. Nowak'])
  const berg = await tablet.choose('', '', 'A. Berg')
  let newest = ''
  for (let tries = 0; tries < 55; tries += 1) newest = (await tablet.choose('')).pass
  expect(await passesOf(tablet)).toBe(kioskLimits.passesPerName + 1)
  // The oldest has ended; other names are untouched.
  expect([await tablet.person(pass), await tablet.person(newest)]).toEqual([undefined, 'P. Nowak'])
  expect(await tablet.person(berg.pass)).toBe('A. Berg')
})

test.each([
  ['firstName', 'x'.repeat(65)],
  ['lastName', 'x'.repeat(65)],
  ['firstName', 'See https://evil.example'],
  ['lastName', 'See\nhttp://evil.example'],
])(
  'a person whose %s is %s is refused: it stands in letters of this server',
  async (field, name) => {
    ahead += 3_000
    const person = {
      username: 'tried',
      firstName: 'A',
      email: 'a@made.example',
      role: 2,
      clientId: 1,
    }
    const add = async (body: object) =>
      (await server.ask(addUser.path, { token: admin, body })).status
    expect(await add({ ...person, [field]: name })).toBe(400)
  },
)
