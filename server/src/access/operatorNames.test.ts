// @slow

import { randomUUID } from 'node:crypto'
import {
  addKioskLink,
  chooseOperator,
  compare,
  compareBys,
  explainIntervals,
  exportFile,
  exportTables,
  kioskTokenPrefix,
  labelHistory,
  labelStop,
  machinesData,
  operatorLink,
  setOperatorRows,
  setReasons,
  shiftPage,
  stopList,
} from '@packboard/contract'
import type { OperatorSetting, Reason } from '@packboard/model'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { aimAtClient, reported } from '../../testing/rights/aimAtClient.ts'
import { clientRows } from '../../testing/rights/clientRows.ts'

/** Every call for the data of a client, for who may not read names of operators and for who may, with such names in the store. */
const machineUser = 'Zq. Operator'
const labelAuthor = 'Zq. Tablet'
const holdsName = (text: string) => text.includes('Zq. ')

/** The clock advances before each call: otherwise they would be throttled. */
let ahead = 0
let server: TestServer
let tokens: Map<string, string>
const viewers = ['user', 'kiosk', 'tablet', 'engineer', 'clientadmin'] as const
type Viewer = (typeof viewers)[number]

const cleaning: Reason = {
  ...{ id: randomUUID(), parent: null, name: { en: 'Cleaning' }, icon: 'film', planned: true },
  ...{ cause: 'machine', rank: 1, overrunSeconds: null, alarms: [], states: [], retired: false },
}
const begin = Date.now() - 50 * 60_000
const iso = (minutes: number) => new Date(begin + minutes * 60_000).toISOString()
const label = {
  ...{ clientId: 1, machineId: 'FW-101' },
  change: { action: 'label', reason: cleaning.id, from: iso(10), to: iso(19), replaces: [] },
}

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
  tokens = await server.people('admin', 'clientadmin', 'engineer', 'user')
  // Runs, and stands for ten minutes.
  for (const serialNo of ['FW-101', 'FW-511']) {
    const samples = Array.from({ length: 80 }, (_, step) =>
      factory.at(begin + step * 30_000).sample(serialNo, {
        seq: step,
        state: step >= 20 && step < 40 ? 21 : 10,
        product: 'Milk Bar 45 g',
        tool: 'Former 45',
        user: machineUser,
        speed: 100,
        packs: 1_000 + step * 50,
      }),
    )
    expect((await server.send(serialNo, samples)).status).toBe(200)
  }
  const reasons = { method: 'PUT', body: { reasons: [cleaning] } } as const
  expect(await statusOf('admin', setReasons.path.replace(':clientId', '1'), reasons)).toBe(200)
  tokens.set('kiosk', await link({ kind: 'board' }))
  const bare = await link({ kind: 'operator', machines: ['FW-101'], names: [labelAuthor] })
  const { names } = operatorLink.answer.parse(
    await (await server.ask(operatorLink.path, { token: bare })).json(),
  )
  const body = { nameId: names[0]?.id }
  const chosen = await server.ask(chooseOperator.path, { token: bare, body })
  tokens.set('tablet', bare + chooseOperator.answer.parse(await chosen.json()).pass)
  const stored = { body: { ...label, key: randomUUID() } }
  expect(await statusOf('tablet', labelStop.path, stored)).toBe(200)
})
afterAll(() => server?.close())

async function link(form: object) {
  const body = { clientId: 1, label: 'Line 1', ...form }
  const answer = await server.ask(addKioskLink.path, { token: tokens.get('admin'), body })
  const { address } = addKioskLink.answer.parse(await answer.json())
  return kioskTokenPrefix + address.slice(address.indexOf('#') + 1)
}

async function ask(who: string, path: string, sent: Parameters<TestServer['ask']>[1] = {}) {
  ahead += 2_000
  return server.ask(path, { ...sent, token: tokens.get(who) })
}
const statusOf = async (...of: Parameters<typeof ask>) => (await ask(...of)).status

async function set(setting: OperatorSetting) {
  const body = { method: 'PUT', body: { setting } } as const
  const path = setOperatorRows.path.replace(':clientId', '1')
  expect(await statusOf('clientadmin', path, body)).toBe(200)
}

/** The cells of an XLSX file as one text; any other answer as it is. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.includes('spreadsheetml')) {
    return (await reported(answer)).text
  }
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  return JSON.stringify(sheets)
}

const query = (more: Record<string, string>) => {
  const [address = ''] = [aimAtClient(stopList.path, 1).path]
  return `${new URLSearchParams([...new URLSearchParams(address.slice(address.indexOf('?'))), ...Object.entries(more)])}`
}

/** What has a call for each of several choices: files, rows of a comparison, intervals of a figure, orders of stops. */
const choices = [
  ...exportTables.flatMap((table) =>
    ['csv', 'xlsx'].map((format) => [
      `${table}.${format}`,
      `${exportFile.path.replace(':table', table).replace(':format', format)}?${query(table === 'line-losses' ? { line: 'Line 1' } : {})}`,
    ]),
  ),
  ...compareBys.map((by) => [`compare by ${by}`, `${compare.path}?${query({ by })}`]),
  ...['oeee', 'availability', 'run', 'idle', 'product'].map((figure) => [
    `intervals of ${figure}`,
    `${explainIntervals.path}?${query({ figure, part: figure === 'product' ? 'Milk Bar 45 g' : '' })}`,
  ]),
  ['stops by user', `${stopList.path}?${query({ sort: 'user' })}`],
] as const

/** The card of a machine has its user by the specification, whatever the client says. */
const ofCards = ['POST /api/admin/machinesData', 'GET /api/admin/machines-live/:clientId']

/** In which answers of the calls this viewer reads a name. */
async function namesInCalls(who: Viewer): Promise<string[]> {
  const found: string[] = []
  for (const { call } of clientRows.filter(({ call: each }) => isRead(each))) {
    const { path, ask: sent } = aimAtClient(call.path, 1, undefined, call.method)
    const answer = await ask(who, path, { ...sent, method: call.method })
    if (holdsName((await reported(answer)).text)) found.push(`${call.method} ${call.path}`)
  }
  return found.filter((call) => !ofCards.includes(call))
}

/** The same of the choices, and of a reason where another person was first. */
async function namesInChoices(who: Viewer): Promise<string[]> {
  const found: string[] = []
  for (const [what = '', path = ''] of choices) {
    if (holdsName(await textOf(await ask(who, path)))) found.push(what)
  }
  const taken = await ask(who, labelStop.path, { body: { ...label, key: randomUUID() } })
  expect([401, 409]).toContain(taken.status)
  if (holdsName(await taken.text())) found.push('label taken')
  return found
}

/** Apart, so that no test has to read all of them. */
const parts = { calls: namesInCalls, choices: namesInChoices }
const bothParts = ['calls', 'choices'] as const

const isRead = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'GET' || path === machinesData.path

/** Where names stand as long as nobody forbids them. */
const everywhere = {
  calls: [
    ...[`GET ${explainIntervals.path}`, `GET ${stopList.path}`, `GET ${labelHistory.path}`],
    ...['GET /api/admin/day-summary', 'GET /api/admin/compare'],
  ],
  choices: [
    ...['stops.csv', 'stops.xlsx', 'compare.csv', 'compare.xlsx', 'stops by user', 'label taken'],
    ...['compare by machine', 'compare by product', 'intervals of run', 'intervals of oeee'],
  ],
}
const onTablets = {
  calls: [`GET ${stopList.path}`, `GET ${labelHistory.path}`],
  choices: ['stops by user', 'label taken'],
}

test.each(bothParts)(
  'while the client says nothing, users read names of operators (%s)',
  async (part) => {
    await set('notSet')
    expect(await parts[part]('user')).toEqual(expect.arrayContaining(everywhere[part]))
  },
)

test.each(bothParts)('and links those that a tablet needs (%s)', async (part) => {
  await set('notSet')
  // The page of the running shift has a name where the stop lies in that shift.
  const found = (await parts[part]('tablet')).filter((call) => call !== `GET ${shiftPage.path}`)
  expect(found.sort()).toEqual([...onTablets[part]].sort())
  expect(await parts[part]('kiosk')).toEqual([])
})

const readNone = ['user', 'kiosk', 'tablet'] as const
test.each(readNone.flatMap((who) => bothParts.map((part) => [who, part] as const)))(
  'where they are forbidden, %s reads none of them in any answer (%s)',
  async (who, part) => {
    await set('forbidden')
    expect(await parts[part](who)).toEqual([])
  },
)

test.each(readNone)('the card of a machine shows its user to %s also then', async (who) => {
  await set('forbidden')
  const { path, ask: sent } = aimAtClient(machinesData.path, 1)
  const card = await ask(who, path, { ...sent, method: 'POST' })
  expect(await card.text()).toContain(machineUser)
})

const readAll = ['engineer', 'clientadmin'] as const
test.each(readAll.flatMap((who) => bothParts.map((part) => [who, part] as const)))(
  '%s reads them also then (%s)',
  async (who, part) => {
    await set('forbidden')
    expect(await parts[part](who)).toEqual(expect.arrayContaining(everywhere[part]))
  },
)

test('figures by operator are refused where names are forbidden, and given where they are allowed', async () => {
  const path = `${compare.path}?${query({ by: 'operator' })}`
  await set('forbidden')
  expect(await statusOf('user', path)).toBe(403)
  expect(await statusOf('clientadmin', path)).toBe(403)
  await set('allowed')
  expect(await statusOf('user', path)).toBe(200)
})
