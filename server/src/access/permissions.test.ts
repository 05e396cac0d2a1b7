import { randomUUID } from 'node:crypto'
import * as contract from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { userGroups } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { aimAtClient } from '../../testing/rights/aimAtClient.ts'
import { freshName, rowMaker } from '../../testing/rights/rowMaker.ts'
import { seededReasons, seedStopBook } from '../../testing/rights/seedStopBook.ts'

/** The permissions in the sign-in answer are what the calls allow: screens offer nothing else and hide nothing else. */
const people = ['admin', 'distributor', 'clientadmin', 'engineer', 'user'] as const
type Person = (typeof people)[number]

let server: TestServer
const sessions = new Map<Person, contract.Session>()

/** FW-101 stood from then on for ten minutes. */
const oldStop = Date.now() - 3 * 86_400_000

/** The clock advances before each test: otherwise the requests of one person would be throttled. */
let ahead = 0
beforeEach(() => {
  ahead += 60_000
})

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
  await seedStopBook(server.deps.management)
  const sample = (minute: number, state: number) =>
    factory.at(oldStop + minute * 60_000).sample('FW-101', {
      seq: minute + 1,
      state,
      product: 'Milk Bar 45 g',
      tool: 'Former 45',
      user: 'P. Okafor',
      speed: 0,
      packs: 1,
    })
  await server.send(
    'FW-101',
    Array.from({ length: 12 }, (_, index) => sample(index - 1, index === 0 ? 10 : 5)),
  )
  for (const name of people) sessions.set(name, await server.signIn(name))
})
afterAll(() => server?.close())

const make = rowMaker(() => server.deps.management)
const db = () => tables(server.deps.management)
const fields = () => ({ firstName: 'A', email: `${freshName().replace(' ', '')}@made.example` })

async function send(
  who: Person,
  { method, path }: contract.Endpoint,
  { id, body }: { readonly id?: number; readonly body?: object } = {},
) {
  const aimed = aimAtClient(path, 1, undefined, method)
  const token = sessions.get(who)?.accessToken
  const to = aimed.path.replace(/:id\b/, String(id))
  const answer = await server.ask(to, { ...aimed.ask, method, token, ...(body && { body }) })
  return answer.status
}

async function pendingAccount() {
  const { id } = await db()
    .insertInto('user_account')
    .values({ username: freshName(), group_id: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const newUser = (role: number) => ({
  username: freshName(),
  ...fields(),
  ...(role === 5 ? {} : { password: 'abc' }),
  role,
  ...(role === 6 ? { distributorId: 1 } : role === 1 ? {} : { clientId: 1 }),
})

/** For each permission a call that needs it, for client 1 or a row of client 1. */
const calls: Record<keyof contract.Permissions, (who: Person) => Promise<number>> = {
  chooseClient: (who) => send(who, contract.clientNames),
  readDashboards: (who) => send(who, contract.clientMachines),
  editProducts: (who) => send(who, contract.importRecipes),
  eraseNames: (who) => send(who, contract.countName),
  importRecords: (who) => send(who, contract.recordFiles),
  setShifts: (who) => send(who, contract.setShifts),
  setRules: (who) => send(who, contract.setClientSettings),
  setLineFlow: (who) => send(who, contract.setLineFlow),
  setDefinitions: (who) => send(who, contract.setEarlierDefinition),
  // No machine of the tests stood, which is looked at after the right.
  nameRoots: async (who) => {
    const status = await send(who, contract.nameLineRoot)
    return status === 400 ? 200 : status
  },
  editAlertRules: (who) => send(who, contract.setAlertRules),
  labelStops: (who) => send(who, contract.labelStop),
  // Each person labels a second of its own of a stop that ended days ago.
  labelOldStops: (who) =>
    send(who, contract.labelStop, {
      body: {
        clientId: 1,
        machineId: 'FW-101',
        key: randomUUID(),
        change: {
          action: 'label',
          from: new Date(oldStop + people.indexOf(who) * 1_000).toISOString(),
          to: new Date(oldStop + (people.indexOf(who) + 1) * 1_000).toISOString(),
          replaces: [],
          reason: seededReasons(1)[0]?.id,
        },
      },
    }),
  signShifts: async (who) => {
    const page = await server.ask(contract.shiftPage.path.replace(':clientId', '1'), {
      token: sessions.get(who)?.accessToken,
    })
    const { from } = contract.shiftPage.answer.parse(await page.json()).shift
    const path = contract.addShiftNote.path
      .replace(':clientId', '1')
      .replace(':start', from.toISOString())
    const answer = await server.ask(path, {
      token: sessions.get(who)?.accessToken,
      body: { text: 'Cartridge 2 is old.' },
    })
    return answer.status
  },
  readAuditLog: (who) => send(who, contract.auditLog),
  readQuarantine: (who) => send(who, contract.receivedRecords),
  openPanel: (who) => send(who, contract.users),
  manageUsers: async (who) => {
    const id = await make.user('one')
    return send(who, contract.updateUser, { id, body: await make.sameEmail(id) })
  },
  approveUsers: async (who) =>
    send(who, contract.updateUser, {
      id: await pendingAccount(),
      body: { ...fields(), role: 3, clientId: 1 },
    }),
  manageKioskLinks: (who) =>
    send(who, contract.addKioskLink, { body: { clientId: 1, label: freshName() } }),
  manageCompanySignIn: (who) => send(who, contract.identityProviders),
  manageProgramKeys: (who) => send(who, contract.programKeys),
  readHooks: (who) => send(who, contract.hooks),
  // The change itself wants a confirmation besides.
  setReports: (who) => send(who, contract.reports),
  setHooks: (who) => send(who, contract.testHook),
  readDevices: (who) => send(who, contract.devices),
  manageDevices: (who) =>
    send(who, contract.addDevice, {
      body: { clientId: 1, name: freshName(), machines: 'all' },
    }),
  deleteDevices: async (who) => send(who, contract.deleteDevice, { id: await make.device('one') }),
  nameLines: async (who) =>
    send(who, contract.updateLine, {
      id: await make.machine('one'),
      body: { lineName: freshName() },
    }),
  manageInstallation: (who) => send(who, contract.managedClients),
  restoreDeleted: (who) => send(who, contract.deletedRows),
}

describe.each(people)('the sign-in answer of %s', (who) => {
  test.each(Object.entries(calls))(
    'says %s if and only if the call allows it',
    async (name, ask) => {
      const status = await ask(who)
      expect([200, 403, 404]).toContain(status)
      const permissions = new Map(Object.entries(sessions.get(who)?.permissions ?? {}))
      expect(permissions.get(name)).toBe(status === 200)
    },
  )

  test('lists the roles that this person can give, and no other', async () => {
    const given: number[] = []
    for (const { id } of userGroups) {
      const status = await send(who, contract.addUser, { body: newUser(id) })
      expect([200, 403]).toContain(status)
      if (status === 200) given.push(id)
    }
    expect(sessions.get(who)?.givableRoles).toEqual(given)
  })
})

test.each(['admin', 'distributor', 'clientadmin', 'engineer'] as const)(
  'the users of %s are marked editable, and their addresses, if and only if a change is accepted',
  async (who) => {
    const second = await db()
      .insertInto('user_account')
      .values({ username: freshName(), group_id: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = await server.ask(contract.users.path, {
      token: sessions.get(who)?.accessToken,
    })
    const { users } = contract.users.answer.parse(await answer.json())
    expect(users.some(({ id }) => id === second.id)).toBe(who === 'admin')
    // One of each role is enough, and the person's own row.
    const shown = [
      ...new Map(users.map((row) => [row.role, row])).values(),
      ...users.filter(({ id }) => id === sessions.get(who)?.id),
    ]
    expect(shown.length).toBeGreaterThan(1)
    for (const { id, editable, emailEditable } of shown) {
      const change = (body: object) => send(who, contract.updateUser, { id, body })
      const same = await change(await make.sameEmail(id))
      expect([id, same]).toEqual([id, editable || emailEditable ? 200 : 403])
      const other = await change(fields())
      expect([id, other]).toEqual([id, emailEditable ? 200 : 403])
    }
  },
)
