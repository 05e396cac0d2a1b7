import * as contract from '@packboard/contract'
import {
  acknowledgeAlert,
  addKioskLink,
  addRecordFile,
  addRecordFilePiece,
  addShiftNote,
  alertDetails,
  auditLog,
  callForHelp,
  cancelRecordFile,
  chooseOperator,
  clientNames,
  clientPlan,
  clientTimes,
  countName,
  dataSources,
  dayDetails,
  type Endpoint,
  eraseName,
  exportFile,
  handOverShift,
  helpDone,
  helpOnMyWay,
  kioskTokenPrefix,
  labelStop,
  lookAtRecordFile,
  machinesData,
  nameLineRoot,
  operatorLink,
  setShifts,
  startRecordFile,
  timeline,
  verifyAuditLog,
} from '@packboard/contract'
import { addProgramKey } from '@packboard/management'
import { runSql } from '@packboard/management/testing'
import { grantPanelScope, programGroups } from '@packboard/model'
import { atDepth, partOf, testSeed } from '@packboard/model/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { factory } from '../../testing/factory.ts'
import { absentClient, addNeighbours, type Neighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import {
  aimAtClient,
  overviewPaths,
  reported,
  takesMachineId,
  windowOf,
} from '../../testing/rights/aimAtClient.ts'
import { clientRows, machineIn } from '../../testing/rights/clientRows.ts'
import { type DeclaredRoute, declaredRoutes } from '../../testing/rights/declaredRoutes.ts'
import { type PanelRow, panelRows } from '../../testing/rights/panelRows.ts'
import { seedStopBook } from '../../testing/rights/seedStopBook.ts'

/**
 * Every route × every caller × own, foreign, deleted and absent clients and machines. The expectations are repeated
 * here by hand, so that a mistake in the guard cannot also be in its test.
 */
let server: TestServer
let neighbours: Neighbours
const tokens = new Map<string, string>()

/** Which of the demo's clients each caller may see (D34). */
const sees: Record<string, readonly number[]> = {
  admin: [1, 2, 3, 4],
  distributor: [1, 3],
  distributor2: [2, 4],
  clientadmin: [1],
  engineer: [1],
  user: [1],
  neighbour: [2],
}
const choosers = ['admin', 'distributor', 'distributor2']
/** Who may set up products; the others are refused before the client is looked up. */
const editors = ['admin', 'engineer']
/** Who may read the audit log and the outcomes of records, and erase names. */
const auditors = ['admin', 'clientadmin']
/** Who may set the rules of alerts, and see where messages go. */
const informed = ['admin', 'clientadmin', 'engineer']
/** Who may set when shifts begin and when a client means to produce. */
const shiftSetters = ['admin', 'distributor', 'distributor2', 'clientadmin']
/** Who may name the root of a stop. */
const namers = ['clientadmin', 'engineer']
/** Who may open the panel: neither of these. */
const withoutPanel = ['user', 'neighbour']
const people = Object.keys(sees)
const strangers = ['nobody', 'garbage', 'revoked', 'device', 'deviceName'] as const

/**
 * The clock advances half a minute before each test: otherwise the refused calls of one address would be throttled. Only the right to a call
 * counts here, not when a person was confirmed.
 */
let ahead = 0
beforeEach(async () => {
  ahead += 30_000
  await confirmEverybody()
})

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  neighbours = await addNeighbours(server.deps.management)
  await seedStopBook(server.deps.management)
  for (const name of people) tokens.set(name, (await server.signIn(name)).accessToken)
  const { accessToken } = await server.signIn('user')
  await server.ask('/api/auth/signout', { method: 'POST', token: accessToken })
  tokens.set('revoked', accessToken)
  tokens.set('garbage', 'g'.repeat(43))
  tokens.set('device', 'FW-101:packboard')
  tokens.set('deviceName', 'FW-101')
})
afterAll(() => server.close())

/** Calls a route of the table, for one client and, where it takes one, for one machine. */
function aim(
  path: string,
  clientId: unknown,
  token: string | undefined,
  machine?: string,
  method?: string,
) {
  const aimed = aimAtClient(path, clientId, machine, method)
  return server.ask(aimed.path, { token, ...aimed.ask })
}

const routes = await declaredRoutes()
/** Of these, `rights.test.ts` says that an alert of others is as one that never was. */
const ofOneAlert: readonly Endpoint[] = [
  ...[alertDetails, acknowledgeAlert],
  ...[callForHelp, helpOnMyWay, helpDone],
]
const rowsOfClients = clientRows.filter(({ call }) => !ofOneAlert.includes(call))
const tenantRoutes = routes.filter(({ method, path }) =>
  rowsOfClients.some(({ call }) => call.method === method && call.path === path),
)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'answer' in value

/** Does a call name a client in its path or query? */
function namesClient({ path, query }: Endpoint): boolean {
  if (path.includes(':clientId')) return true
  const shape = query && z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return shape?.properties?.clientId !== undefined
}

test('every call with a client in it is among the rows of clients, and is declared', () => {
  const inBody = [machinesData, dayDetails, labelStop]
  const exported: readonly unknown[] = Object.values(contract)
  const calls = exported.filter(isEndpoint)
  const titles = (endpoints: readonly Endpoint[]) =>
    endpoints.map(({ method, path }) => `${method} ${path}`).sort()
  const rows = rowsOfClients.map(({ call }) => call)
  const named = calls.filter((call) => namesClient(call) && !ofOneAlert.includes(call))
  expect(titles(rows)).toEqual(titles([...named, ...inBody]))
  expect(tenantRoutes).toHaveLength(rows.length)
})

const machineRoutes = tenantRoutes.filter(
  ({ path }) =>
    !overviewPaths.includes(path) &&
    !path.endsWith('/import') &&
    path !== machinesData.path &&
    path !== timeline.path &&
    path !== setShifts.path &&
    path !== countName.path &&
    path !== eraseName.path &&
    path !== dataSources.path &&
    path !== auditLog.path &&
    path !== verifyAuditLog.path,
)

test.each(machineRoutes.map(({ path }) => path))(
  '%s cannot tell a machine of another client from one that was never built',
  async (path) => {
    const token = tokens.get('user')
    const [foreign, absent] = [
      await reported(await aim(path, 1, token, 'FW-511')),
      await reported(await aim(path, 1, token, 'ZZ-000')),
    ]
    expect(foreign).toEqual(absent)
    // Named as the object of the call it is not found; chosen in the filter it matches nothing.
    const isObject = takesMachineId(path) || path.includes(':machineId')
    expect(absent.status).toBe(isObject ? 404 : 200)
    if (isObject) expect(absent.text).toContain('machine.notFound')
    expect(absent.text).not.toMatch(/FW-511|ZZ-000/)
  },
)

const mayAsk = ({ policy: { caller } }: DeclaredRoute, name: string) =>
  caller === 'editProducts'
    ? editors.includes(name)
    : caller === 'setShifts'
      ? shiftSetters.includes(name)
      : caller === 'signShifts'
        ? !choosers.includes(name)
        : caller === 'nameRoots'
          ? namers.includes(name)
          : caller === 'openPanel' || caller === 'importRecords'
            ? !withoutPanel.includes(name)
            : ['readHooks', 'editAlertRules', 'setLineFlow', 'setDefinitions'].includes(caller)
              ? informed.includes(name)
              : ![
                  'readAuditLog',
                  'eraseNames',
                  'readQuarantine',
                  'setHooks',
                  'setReports',
                  'setRules',
                ].includes(caller) || auditors.includes(name)

/** What those who may call are answered where it is no 200. */
const ownStatus = new Map(
  [addRecordFilePiece, lookAtRecordFile, startRecordFile, cancelRecordFile]
    .map(({ method, path }): [string, number] => [`${method} ${path}`, 409])
    .concat([[`${addRecordFile.method} ${addRecordFile.path}`, 413]])
    .concat(
      [addShiftNote, handOverShift, nameLineRoot].map(({ method, path }): [string, number] => [
        `${method} ${path}`,
        400,
      ]),
    ),
)

/** Three of the seven people for each route a day, and each of them on some route. */
const peopleTaken = atDepth({ deep: 7, daily: 3 })
/** Of the clients that a person sees a daily run takes one for each route, every client on some route. */
const ownTaken = atDepth({ deep: 4, daily: 1 })

test.each(
  tenantRoutes.flatMap((row, index) =>
    partOf(
      people.filter((name) => mayAsk(row, name)),
      peopleTaken,
      testSeed + index,
    ).map((name) => [row.path, name, index, row.method] as const),
  ),
)(
  '%s shows %s its own clients, and others as if they were not there',
  async (path, name, index, method) => {
    const token = tokens.get(name)
    const absent = await reported(await aim(path, absentClient, token, undefined, method))
    expect(absent.status).toBe(404)
    expect(JSON.parse(absent.text.replace(',}', '}'))).toEqual({
      message: 'Client not found.',
      code: 'client.notFound',
    })
    const isOwn = (clientId: number) => sees[name]?.includes(clientId) === true
    const ask = async (clientId: number) => {
      const answer = await reported(await aim(path, clientId, token, undefined, method))
      if (isOwn(clientId)) {
        // D51: clients 3 and 4 do not pay for days. The file of records is too large, or its import has ended; no shift begins then.
        const own = ownStatus.get(`${method} ${path}`) ?? 200
        const status = path === dayDetails.path && clientId > 2 ? 403 : own
        expect([clientId, answer.status]).toEqual([clientId, status])
      }
      // Foreign, deleted and absent: the same status and the same words.
      else expect([clientId, answer]).toEqual([clientId, absent])
    }
    const others = [1, 2, 3, 4, neighbours.deletedClient].filter((clientId) => !isOwn(clientId))
    const clients = [...partOf(sees[name] ?? [], ownTaken, testSeed + index), ...others]
    // One person may export only a few files at one time.
    if (path === exportFile.path) for (const clientId of clients) await ask(clientId)
    else await Promise.all(clients.map(ask))
  },
)

test.each(
  tenantRoutes.flatMap((row) =>
    people
      .filter((name) => !mayAsk(row, name))
      .map((name) => [row.path, name, row.method] as const),
  ),
)('%s refuses %s in the same words for every client', async (path, name, method) => {
  for (const clientId of [1, 2, 3, 4, neighbours.deletedClient, absentClient]) {
    const answer = await reported(await aim(path, clientId, tokens.get(name), undefined, method))
    expect([clientId, answer.status]).toEqual([clientId, 403])
    expect(answer.text).toContain('request.notAllowed')
  }
})

test.each(
  routes
    .filter(({ policy }) => !['everybody', 'loopback', 'peer'].includes(policy.caller))
    .flatMap(({ method, path }) => strangers.map((name) => [method, path, name] as const)),
)('%s %s answers 401 to %s', async (method, path, name) => {
  // A device's own token is accepted by the device's own endpoints, and by no other.
  const ofDevices = ['/api/ingest/records', '/api/ingest/heartbeat']
  if (ofDevices.includes(path) && name === 'device') return
  const answer = await server.ask(path.replace(':clientId', '1'), {
    method,
    token: tokens.get(name),
    ...(method === 'POST' ? { body: {} } : {}),
  })
  expect(answer.status).toBe(401)
  const code = ofDevices.includes(path) ? 'device.unknown' : 'session.required'
  expect(await answer.json()).toMatchObject({ code })
})

test.each(people)('%s cannot send records with the token of a screen', async (name) => {
  const token = tokens.get(name) ?? ''
  for (const tried of [token, `${name}:packboard`, `${name}:${token}`]) {
    const answer = await server.ask('/api/ingest/records', { token: tried, body: [] })
    expect(answer.status).toBe(401)
  }
})

test('only the named header carries a token', async () => {
  const token = tokens.get('admin') ?? ''
  const path = '/api/admin/client-names'
  const answers = await Promise.all([
    server.ask(path, { headers: { authorization: `Bearer ${token}` } }),
    server.ask(path, { headers: { cookie: `x-access-token=${token}` } }),
    server.ask(`${path}?x-access-token=${token}&token=${token}`),
    server.ask(path, { token: `${token} `.slice(0, -2) }),
    server.ask(path, { token: `${token}, ${token}` }),
    server.ask(path, { token: token.toLowerCase() }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
})

test.each(people)('%s in the client picker', async (name) => {
  const answer = await server.ask('/api/admin/client-names', { token: tokens.get(name) })
  if (!choosers.includes(name)) {
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      message: 'Not Allowed',
      code: 'request.notAllowed',
    })
    return
  }
  const { clients } = clientNames.answer.parse(await answer.json())
  const ids = clients.map(({ id }) => id).filter((id) => id <= 4)
  expect(ids.sort()).toEqual(sees[name])
  expect(JSON.stringify(clients)).not.toContain('Gone Foods')
  // The disabled client is distributor 1's: staff still see it (D41).
  expect(JSON.stringify(clients).includes('Unpaid Foods')).toBe(name !== 'distributor2')
})

test.each(['0', '-1', '1.5', '1e99', 'null', 'All', '', ' ', '1 OR 1=1', '٣', '9007199254740993'])(
  'the client "%s" is nobody',
  async (clientId) => {
    const token = tokens.get('user')
    const path = await server.ask(`/api/admin/client_machines/${encodeURIComponent(clientId)}`, {
      token,
    })
    expect([400, 404]).toContain(path.status)
    const body = await server.ask('/api/admin/machinesData', {
      token,
      body: windowOf(clientId, ['FW-101']),
    })
    expect(body.status).toBe(400)
  },
)

test('machines of others are left out as if they did not exist, and the attempt is in the log', async () => {
  const token = tokens.get('user')
  const ask = async (serialNos: string[]) => {
    const answer = await server.ask('/api/admin/machinesData', {
      token,
      body: windowOf(1, serialNos),
    })
    expect(answer.status).toBe(200)
    const { revision: _, ...body } = machinesData.answer.parse(await answer.json())
    return body
  }
  const own = await ask(['FW-101'])
  expect(own.dataArray).toHaveLength(1)
  expect(await ask(['FW-101', 'FW-511', 'FW-101'])).toEqual(own)
  expect(await ask(['FW-101', 'ZZ-000', 'VF-623'])).toEqual(own)
  expect((await ask(['FW-511'])).dataArray).toEqual((await ask(['ZZ-000'])).dataArray)
  expect((await ask([])).dataArray).toEqual([])
  expect(server.lines.some((line) => line.includes('scope.violation'))).toBe(true)
})

test.each([
  ['more machines than a client may have', Array.from({ length: 2_001 }, (_, i) => `M-${i}`)],
  ['a nested list', [['FW-101']]],
  ['an object', [{ machineId: 'FW-101' }]],
  ['a number', [1]],
  ['an empty name', ['']],
  ['a wildcard', ['%']],
])('machinesIdArray with %s is refused', async (_what, list) => {
  const answer = await server.ask('/api/admin/machinesData', {
    token: tokens.get('user'),
    body: windowOf(1, list),
  })
  expect(answer.status).toBe(400)
})

test('no answer to a client names anything of another', async () => {
  const token = tokens.get('user')
  const answers = [
    await aim('/api/admin/client_machines/:clientId', 1, token),
    await aim(machinesData.path, 1, token),
    await aim('/api/admin/machines-live/:clientId', 1, token),
    await aim('/api/admin/recipes/:clientId', 1, token),
    await aim(clientTimes.path, 1, token),
    await aim(clientPlan.path, 1, token, undefined, 'GET'),
    ...(await Promise.all(machineRoutes.map(({ path }) => aim(path, 1, token)))),
    await aim('/api/admin/client_machines/:clientId', 2, token),
  ]
  for (const answer of answers) {
    const { text } = await reported(answer)
    expect(text).not.toMatch(/[FV][WF]-[567]\d\d|Norsk|Nova|Nonna/)
  }
})

test('a device stores records of its own machine only, and cannot tell foreign from absent', async () => {
  const record = (serialNo: string) => factory.at(Date.now()).sample(serialNo, { state: 10 })
  const counts = async (serialNo: string) =>
    (await server.send('FW-101', [record(serialNo)])).json()
  const quarantined = (serialNo: string, reason: string, detail: string) => ({
    ...{ accepted: 0, duplicate: 0, late: 0, quarantined: 1, unknownFields: {}, rejected: 'all' },
    errors: [{ index: 0, serialNo, reason, detail }],
  })
  const unknown = ['unknownMachine', 'no machine has this serial number'] as const
  expect(await counts('FW-101')).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(await counts('FW-102')).toEqual(
    quarantined('FW-102', 'notBound', 'FW-101 is not bound to this machine'),
  )
  expect(await counts('FW-511')).toEqual(quarantined('FW-511', ...unknown))
  expect(await counts('ZZ-000')).toEqual(quarantined('ZZ-000', ...unknown))
})

/** A caller: with what credential, and of which clients it may read a word. */
type Caller = {
  readonly name: string
  readonly headers: Record<string, string>
  readonly clients: readonly number[]
}

/** A link of client 1: of a television, and of a tablet on which a name was chosen. */
async function linkOf(kind: 'board' | 'operator'): Promise<string> {
  await confirmEverybody()
  const made = await server.ask(addKioskLink.path, {
    token: tokens.get('admin'),
    body: {
      ...{ clientId: 1, label: 'Hall', kind },
      ...(kind === 'operator' && { machines: ['FW-101'], names: ['P. Nowak'] }),
    },
  })
  const { address } = addKioskLink.answer.parse(await made.json())
  const token = kioskTokenPrefix + address.slice(address.indexOf('#') + 1)
  if (kind === 'board') return token
  const { names } = operatorLink.answer.parse(
    await (await server.ask(operatorLink.path, { token })).json(),
  )
  const chosen = await server.ask(chooseOperator.path, { token, body: { nameId: names[0]?.id } })
  return token + chooseOperator.answer.parse(await chosen.json()).pass
}

const confirmEverybody = () =>
  runSql(server.deps.management, 'update session set confirmed_at = $1', [
    new Date(Date.now() + ahead),
  ])

/** People, links, and keys of every owner with one group each and with all. */
async function everyCaller(): Promise<Caller[]> {
  const byToken = (name: string, token: string, clients: readonly number[]): Caller => ({
    ...{ name, clients, headers: { 'x-access-token': token } },
  })
  const owners = [
    ...[1, 2, 3, 4].map((clientId) => ({ of: { clientId }, clients: [clientId] })),
    { of: { distributorId: 1 }, clients: [1, 3] },
    { of: { distributorId: 2 }, clients: [2, 4] },
    { of: {}, clients: [1, 2, 3, 4] },
  ]
  const keys: Caller[] = []
  const editor = { userId: 1, username: 'admin' }
  const scope = grantPanelScope({ reach: 'all' })
  for (const { of, clients } of owners) {
    for (const groups of [...programGroups.map((group) => [group]), [...programGroups]]) {
      const name = `key ${JSON.stringify(of)} ${groups.join()}`
      const wanted = { ...of, name: name.slice(0, 80), groups }
      const { key } = await addProgramKey(server.deps.management, editor, scope, wanted)
      keys.push({ name, clients, headers: { authorization: `Bearer ${key}` } })
    }
  }
  return [
    ...people.map((name) => byToken(name, tokens.get(name) ?? '', sees[name] ?? [])),
    byToken('television', await linkOf('board'), [1]),
    byToken('tablet', await linkOf('operator'), [1]),
    byToken('device', 'FW-101:packboard', []),
    ...keys,
  ]
}

/** Words that stand at one client alone: who reads one of another client has seen what is not its own. */
async function plantCanaries(): Promise<Map<number, RegExp>> {
  const { management } = server.deps
  const run = (text: string) => runSql(management, text)
  await run(`update client set contact_name = 'canary-' || id || '-contact' where id <= 4`)
  await run(`update user_account set last_name = 'canary-' || client_id where client_id <= 4`)
  await run(`update line set name = 'canary-' || client_id || '-' || id where client_id <= 4`)
  await run(`insert into device (name, client_id)
    select 'canary-' || id || '-device', id from client where id <= 4`)
  await run(`insert into kiosk_link (token_hash, client_id, label, created_by, created_at)
    select sha256(('canary-' || id)::bytea), id, 'canary-' || id || '-wall', 1, now() from client where id <= 4`)
  await run(`insert into product_recipe (client_id, product, tare)
    select id, 'canary-' || id || '-product', 60 from client where id <= 4`)
  await run(`insert into audit_log (actor_name, action, entity, client_id)
    select 'canary-' || id || '-actor', 'update', 'machine', id from client where id <= 4`)
  const machines = await runSql<{ serial_no: string; client_id: number }>(
    management,
    'select serial_no, client_id from machine where client_id <= 4',
  )
  const words = (clientId: number) => [
    `canary-${clientId}\\b`,
    ...machines.flatMap((row) => (row.client_id === clientId ? `${row.serial_no}\\b` : [])),
  ]
  return new Map([1, 2, 3, 4].map((id) => [id, new RegExp(words(id).join('|'))]))
}

type Case = {
  readonly caller: Caller
  readonly call: string
  /** The client that it names; undefined: none, as a list of the panel. */
  readonly clientId: number | undefined
  readonly send: () => Promise<Response>
}

/** Every call with every client for every caller; what would change an own client is left to other tests. */
function everyCase(callers: readonly Caller[], panel: readonly PanelRow[]): Case[] {
  const clients = [1, 2, 3, 4, neighbours.deletedClient, absentClient]
  const ofClients = callers.flatMap((caller) =>
    clientRows.flatMap(({ call: { method, path } }) =>
      clients
        .filter((clientId) => method === 'GET' || !caller.clients.includes(clientId))
        // It names a machine and no client: for one without machines it would be the same as for client 1.
        .filter((clientId) => path !== callForHelp.path || clientId <= 4)
        .map((clientId): Case => {
          const aimed = aimAtClient(path, clientId, machineIn(clientId), method)
          const { headers } = caller
          return {
            ...{ caller, call: `${method} ${path}`, clientId },
            send: () => server.ask(aimed.path, { ...aimed.ask, method, headers }),
          }
        }),
    ),
  )
  const ofPanel = callers.flatMap((caller) =>
    panel.flatMap(({ call: { method, path }, ask }) =>
      path.includes(':id')
        ? (['one', 'two'] as const)
            .filter((place) => !caller.clients.includes(place === 'one' ? 1 : 2))
            .map(
              (place): Case => ({
                ...{ caller, call: `${method} ${path}`, clientId: place === 'one' ? 1 : 2 },
                async send() {
                  const { id, body } = await ask(place)
                  return server.ask(path.replace(':kind', 'user').replace(':id', String(id)), {
                    ...{ method, body, headers: caller.headers },
                  })
                },
              }),
            )
        : method === 'GET'
          ? [
              {
                ...{ caller, call: `${method} ${path}`, clientId: undefined },
                send: () => server.ask(path, { headers: caller.headers }),
              },
            ]
          : [],
    ),
  )
  return [...ofClients, ...ofPanel]
}

/** Another test here sends one record for a machine of a neighbour, which stands in the quarantine of its sender as it was sent. */
const sentByOwnDevice = /serialNo[\\":]+FW-511/g

/** A daily run takes a twelfth, another one each day. */
const casesTaken = (all: number) => atDepth({ deep: all, daily: Math.ceil(all / 12) })
const casesAtOnce = 6

test('nobody reads a word of a client that is not its own: callers × calls × groups of keys × clients', async () => {
  const canaries = await plantCanaries()
  const panel = panelRows(
    () => server.deps.management,
    () => new Blob([]),
  )
  const all = everyCase(await everyCaller(), panel)
  expect(all.length).toBeGreaterThan(6_000)
  const cases = partOf(all, casesTaken(all.length))
  const counts = { tried: 0, refused: 0, leaked: 0 }
  let own = 0
  const leaks: unknown[] = []
  async function look({ caller, call, clientId, send }: Case) {
    const { status, text } = await reported(await send())
    counts.tried += 1
    if ([401, 403, 404].includes(status)) counts.refused += 1
    const isForeign = clientId !== undefined && !caller.clients.includes(clientId)
    const isOwnQuarantine = !isForeign && call.includes('/quarantine')
    const others = isOwnQuarantine ? text.replaceAll(sentByOwnDevice, '') : text
    const seen = [...canaries].filter(
      ([owner, words]) => !caller.clients.includes(owner) && words.test(others),
    )
    if (
      [...canaries].some(([owner, words]) => caller.clients.includes(owner) && words.test(text))
    ) {
      own += 1
    }
    // A wrong request may be refused as such before its client is looked up, in the same words for all.
    const isAnswered = isForeign && status < 400
    if (!isAnswered && seen.length === 0 && status !== 429 && status < 500) return
    counts.leaked += 1
    const where = Math.max(0, ...seen.map(([, words]) => others.search(words) - 120))
    leaks.push([caller.name, call, clientId, status, others.slice(where, where + 240)])
  }
  for (let from = 0; from < cases.length; from += casesAtOnce) {
    // The calls of a key, refused calls of an address and the confirmation of people are limited by time.
    ahead += 6_000
    if (from % 120 === 0) await confirmEverybody()
    await Promise.all(cases.slice(from, from + casesAtOnce).map(look))
  }
  process.stdout.write(`isolation: ${JSON.stringify(counts)} of ${all.length} cases\n`)
  expect(leaks).toEqual([])
  expect(counts.tried).toBe(cases.length)
  expect(counts.refused).toBeGreaterThan(cases.length / 2)
  // What is looked for is found where it belongs.
  expect(own).toBeGreaterThan(cases.length / 200)
}, 900_000)
