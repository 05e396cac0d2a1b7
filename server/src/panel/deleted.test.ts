// @slow

import * as contract from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { aimAtClient, reported } from '../../testing/rights/aimAtClient.ts'
import { clientRows } from '../../testing/rights/clientRows.ts'

/**
 * A deleted row that is still referred to breaks no page (D41): an admin calls every endpoint that shows data while a
 * machine with records, a machine type, a user, a distributor and then a whole client are deleted, and after they are
 * restored.
 */
let server: TestServer
let token: string
let ahead = 0
beforeEach(async () => {
  ahead += 60_000
  // Restoring and erasing want a person who was confirmed within ten minutes.
  token = (await server.signIn('admin')).accessToken
})

const person = { username: 'leaver', firstName: 'Lee', email: 'lee@gone.example', role: 3 }
const made = { machine: 0, user: 0, distributor: 0 }

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  token = (await server.signIn('admin')).accessToken
  const now = Date.now()
  const sample = (serialNo: string, minutesAgo: number, packs: number) =>
    factory
      .at(now - minutesAgo * 60_000)
      .sample(serialNo, { state: 10, product: 'Milk Bar 45 g', tool: 'Former 45', packs })
  for (const serialNo of ['FW-101', 'FW-102', 'FW-511']) {
    const records = [3, 2, 1].map((minutesAgo) => sample(serialNo, minutesAgo, 100 - minutesAgo))
    expect((await server.send(serialNo, records)).status).toBe(200)
  }
  const db = tables(server.deps.management)
  const { id } = await db
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', 'FW-101')
    .executeTakeFirstOrThrow()
  made.machine = id
  const body = { ...person, clientId: 1, password: 'packboard' }
  made.user = (await change('POST', '/api/admin/user', body)).id ?? 0
  const contact = { contactName: 'A', contactEmail: 'a@b.example', contactNumber: '1' }
  const added = await change('POST', '/api/admin/distributor', { name: 'Leaving', ...contact })
  made.distributor = added.id ?? 0
  const leaver = await server.signIn('leaver')
  await server.ask('/api/auth/signout', { method: 'POST', token: leaver.accessToken })
})
afterAll(() => server?.close())

async function change(method: string, path: string, body?: unknown) {
  const answer = await server.ask(path, { method, token, ...(body !== undefined && { body }) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${text}`)
  const reported: { id?: number } = JSON.parse(text)
  return reported
}

/** Made by persons of the client alone: an admin is refused before it is looked for. */
const ofClientAlone = new Set<object>([
  ...[contract.addShiftNote, contract.handOverShift, contract.nameLineRoot],
])
const forAdmins = clientRows.filter(({ call }) => !ofClientAlone.has(call))
/** These take no machine. */
const withoutMachine = new Set<object>([
  ...[contract.auditLog, contract.verifyAuditLog, contract.dataSources],
])
/** These are about one stop, file, alert, call or webhook, of which there is none here. */
const ofOneThing = new Set<object>([
  ...[contract.labelStop, contract.addRecordFile, contract.addRecordFilePiece],
  ...[contract.recordFile, contract.lookAtRecordFile, contract.startRecordFile],
  ...[contract.cancelRecordFile, contract.refusedRecordLines],
  ...[contract.alertDetails, contract.acknowledgeAlert, contract.muteAlerts],
  ...[contract.callForHelp, contract.helpOnMyWay, contract.helpDone],
  ...[contract.setHooks, contract.sendDelivery, contract.testHook],
])
const shown: typeof clientRows = forAdmins.filter(({ call }) => !ofOneThing.has(call))

/** Every call that shows data of a client, for all its machines or for one that exists. */
async function pages(clientId: number, rows = shown) {
  const statuses: string[] = []
  for (const { call } of rows) {
    ahead += 1_000
    const wantsOne = call === contract.dayDetails || call === contract.changeList
    const machine = wantsOne ? (clientId === 1 ? 'FW-102' : 'FW-511') : 'All'
    const { path, ask } = aimAtClient(call.path, clientId, machine, call.method)
    const { status, text } = await reported(await server.ask(path, { token, ...ask }))
    statuses.push(`${status} ${call.method} ${call.path}`)
    // No record was quarantined here: its file is the only empty answer.
    const isEmpty = call === contract.quarantineFile
    if (status === 200) expect([call.path, text === '']).toEqual([call.path, isEmpty])
  }
  return statuses
}
const all = (status: number, rows = shown) =>
  rows.map(({ call }) => `${status} ${call.method} ${call.path}`)

/** The lists of the panel, and the log of who did what. */
async function lists() {
  const requested = [
    contract.distributors,
    contract.managedClients,
    contract.managedMachines,
    contract.machineTypes,
    contract.users,
    contract.deletedRows,
    contract.clientNames,
  ]
  const texts: string[] = []
  for (const call of [...requested.map(({ path }) => path), '/api/admin/audit-log/1/200']) {
    const answer = await server.ask(call, { token })
    expect([call, answer.status]).toEqual([call, 200])
    texts.push(await answer.text())
  }
  return texts.join('\n')
}

const oneMachine = (serialNo: string) =>
  clientRows.filter(({ call }) => {
    // The timeline shows all machines of a client, or of a line.
    if (call === contract.timeline) return false
    const { path, ask } = aimAtClient(call.path, 1, serialNo)
    return (
      path.includes(`machineId=${serialNo}`) ||
      JSON.stringify(ask).includes(`"Machine":"${serialNo}"`)
    )
  })

test('a deleted machine, machine type, user and distributor break no page of their client', async () => {
  await change('DELETE', `/api/admin/machine/${made.machine}`)
  await change('DELETE', `/api/admin/user/${made.user}`)
  await change('DELETE', `/api/admin/distributor/${made.distributor}`)
  // The panel does not delete a type in use; an older store may hold one all the same.
  const db = tables(server.deps.management)
  await db.updateTable('machine_type').set({ deleted_at: new Date() }).where('id', '=', 1).execute()
  await db
    .updateTable('client')
    .set({ distributor_id: made.distributor })
    .where('id', '=', 1)
    .execute()

  expect(await pages(1)).toEqual(all(200))
  const listed = await lists()
  expect(listed).toContain('(deleted)')
  expect(listed).toContain('leaver')

  // Named as the object of a call the machine is not found, like one that never existed.
  const aimed = oneMachine('FW-101')
  expect(aimed.length).toBeGreaterThan(10)
  for (const { call } of aimed) {
    ahead += 1_000
    const { path, ask } = aimAtClient(call.path, 1, 'FW-101')
    const { status, text } = await reported(await server.ask(path, { token, ...ask }))
    if (withoutMachine.has(call)) continue
    expect([call.path, status, text]).toEqual([
      call.path,
      404,
      expect.stringContaining('machine.notFound'),
    ])
  }
})

test('who was deleted is still named in the log of what was done', async () => {
  const answer = await server.ask('/api/admin/audit-log/1/200?search=leaver', { token })
  const { rows } = contract.auditLog.answer.parse(await answer.json())
  expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual(
    expect.arrayContaining(['admin create', 'leaver signIn', 'leaver signOut', 'admin delete']),
  )
})

test('they come back, and their pages with them', async () => {
  await change('POST', `/api/admin/deleted/machine/${made.machine}/restore`).catch(
    (error: Error) => {
      // Its type is deleted first.
      expect(error.message).toContain('Its machine type must be restored first.')
    },
  )
  for (const [kind, id] of [
    ['machineType', 1],
    ['distributor', made.distributor],
    ['machine', made.machine],
    ['user', made.user],
  ]) {
    await change('POST', `/api/admin/deleted/${kind}/${id}/restore`)
  }
  expect(await pages(1)).toEqual(all(200))
  const { path, ask } = aimAtClient(contract.machineStatusPie.path, 1, 'FW-101')
  expect((await server.ask(path, { token, ...ask })).status).toBe(200)
  expect(await lists()).not.toContain('(deleted)')
})

test('a deleted client is nowhere but in the log, and comes back whole', async () => {
  const machine = async () => {
    const { path, ask } = aimAtClient(contract.machineStatusPie.path, 2, 'FW-511')
    const answer = await server.ask(path, { token, ...ask })
    return { status: answer.status, body: await answer.text() }
  }
  const before = await machine()
  expect(before.status).toBe(200)
  await change('DELETE', '/api/admin/client/2')
  expect(await pages(2, forAdmins)).toEqual(all(404, forAdmins))
  const log = await server.ask('/api/admin/audit-log/1/200?search=Norsk', { token })
  expect(await log.text()).toMatch(/"action":"delete"[^}]*"clientName":"Norsk/)
  await lists()
  await change('POST', '/api/admin/deleted/client/2/restore')
  expect(await pages(2)).toEqual(all(200))
  expect((await machine()).status).toBe(200)
})
