import { grantPanelScope, type PanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { addKioskLink, revokeKioskLink, updateKioskLink } from '../kioskLinks/changeKioskLinks.ts'
import { kioskLinks } from '../kioskLinks/kioskLinks.ts'
import { changeMachine, deleteMachine, nameLine } from '../machines/changeMachines.ts'
import { managedMachines } from '../machines/machines.ts'
import { addUser, changeUser, deleteUser } from './changeUsers.ts'
import { managedUsers } from './users.ts'

/**
 * Whose rows each reach of the panel touches (D34, D35). Clients 1 and 3 are distributor 1's, clients 2 and 4 are
 * distributor 2's; client 5 is distributor 1's and was deleted with a user and a machine that were not.
 */
let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
  await run(`
    insert into client (id, name, subscription_id, distributor_id, deleted_at)
      values (5, 'Gone Foods', 1, 1, now());
    insert into user_account (id, username, group_id, client_id) values
      (901, 'one', 3, 1), (902, 'two', 3, 2), (903, 'three', 3, 3), (905, 'five', 3, 5);
    insert into user_account (id, username, group_id, distributor_id) values
      (911, 'of distributor 1', 6, 1), (912, 'of distributor 2', 6, 2);
    insert into user_account (id, username, group_id) values (920, 'awaits', null), (921, 'rules', 1);
    insert into user_account (id, username, group_id, client_id, deleted_at)
      values (931, 'deleted', 3, 1, now());
    insert into machine (id, client_id, machine_type_id, serial_no, deleted_at) values
      (901, 1, 1, 'AA-1', null), (902, 2, 1, 'AA-2', null), (903, 3, 1, 'AA-3', null),
      (905, 5, 1, 'AA-5', null), (931, 1, 1, 'AA-9', now())`)
})
afterAll(() => opened?.close())

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const reaches = {
  everything: grantPanelScope({ reach: 'all' }),
  'client 1': grantPanelScope({ reach: 'client', clientId: 1 }),
  'distributor 1': grantPanelScope({ reach: 'distributor', distributorId: 1 }),
}
type Reach = keyof typeof reaches
const within = (reach: Reach): PanelScope => reaches[reach]

const usersWithin: Record<Reach, number[]> = {
  everything: [901, 902, 903, 911, 912, 920, 921],
  'client 1': [901],
  'distributor 1': [901, 903, 911],
}
const machinesWithin: Record<Reach, number[]> = {
  everything: [901, 902, 903],
  'client 1': [901],
  'distributor 1': [901, 903],
}
const reachNames = ['everything', 'client 1', 'distributor 1'] as const
const users = [901, 902, 903, 905, 911, 912, 920, 921, 931, 999_999]
const machines = [901, 902, 903, 905, 931, 999_999]

beforeEach(() =>
  run(`
    update user_account set deleted_at = null where id > 900 and id <> 931;
    update machine set deleted_at = null where id > 900 and id <> 931`),
)

test.each(reachNames)('%s lists its own users and machines and no other', async (reach) => {
  const shown = await managedUsers(opened.management, within(reach))
  expect(shown.map(({ id }) => id).filter((id) => id > 900)).toEqual(
    expect.arrayContaining(usersWithin[reach]),
  )
  expect(shown.filter(({ id }) => id > 900)).toHaveLength(usersWithin[reach].length)
  const rows = await managedMachines(opened.management, within(reach))
  const machineIds = rows.map(({ id }) => id).filter((id) => id > 900)
  expect(machineIds.sort((a, b) => a - b)).toEqual(machinesWithin[reach])
})

/** Which of the numbers the change is made to; every other one is not found. */
async function done(
  ids: readonly number[],
  code: string,
  change: (id: number) => Promise<unknown>,
) {
  const reached: number[] = []
  for (const id of ids) {
    const outcome = await change(id).then(
      () => 'done',
      (error: { code?: string; status?: number }) => `${error.code} ${error.status}`,
    )
    if (outcome === 'done') reached.push(id)
    else expect([id, outcome]).toEqual([id, `${code} 404`])
  }
  return reached
}

test.each(reachNames)('%s edits and deletes its own users and no other', async (reach) => {
  const rights = { scope: within(reach), mayActOn: () => true, mayChangeEmail: () => true }
  const change = (id: number) =>
    changeUser(opened.management, editor, rights, id, {
      firstName: 'A',
      email: `${id}@made.example`,
    })
  expect(await done(users, 'user.notFound', change)).toEqual(usersWithin[reach])
  const remove = (id: number) => deleteUser(opened.management, editor, rights, id)
  expect(await done(users, 'user.notFound', remove)).toEqual(usersWithin[reach])
})

/** Each reach that a person can have, with the clients and the distributor's own people that it touches. */
const walls = [
  ['an admin', grantPanelScope({ reach: 'all' }), [1, 2, 3], [911, 912]],
  ...[1, 2, 3].map((clientId) => {
    const scope = grantPanelScope({ reach: 'client', clientId })
    return [`client ${clientId}`, scope, [clientId], []] as const
  }),
  ['distributor 1', grantPanelScope({ reach: 'distributor', distributorId: 1 }), [1, 3], [911]],
  ['distributor 2', grantPanelScope({ reach: 'distributor', distributorId: 2 }), [2], [912]],
] as const

const hall = (clientId: number) => ({
  ...{ clientId, kind: 'board' as const, label: 'Hall', machines: [], names: [] },
  ...{ pin: undefined, expiresAt: null },
})

test.each(walls)('every list and every change of %s has the same wall', async (...wall) => {
  const [, scope, clients, ownPeople] = wall
  const { management } = opened
  await run('delete from kiosk_link')
  const everybody = grantPanelScope({ reach: 'all' })
  const linkOf = new Map<number, number>()
  for (const clientId of [1, 2, 3]) {
    linkOf.set(clientId, (await addKioskLink(management, editor, everybody, hall(clientId))).id)
  }
  const made = (id: number) => id > 900
  const users = (await managedUsers(management, scope)).map(({ id }) => id).filter(made)
  const nowhere = scope.reach === 'all' ? [920, 921] : []
  expect(users.sort()).toEqual([...clients.map((id) => 900 + id), ...ownPeople, ...nowhere])
  const machines = (await managedMachines(management, scope)).map(({ id }) => id).filter(made)
  expect(machines.sort()).toEqual(clients.map((id) => 900 + id))
  const links = (await kioskLinks(management, scope)).map(({ clientId }) => clientId)
  expect(links.sort()).toEqual(clients)

  const add = async (clientId: number) => {
    await addKioskLink(management, editor, scope, hall(clientId))
  }
  expect(await done([1, 2, 3, 5, 999_999], 'client.notFound', add)).toEqual(clients)
  const rename = (clientId: number) =>
    updateKioskLink(management, editor, scope, linkOf.get(clientId) ?? 999_999, hall(clientId))
  expect(await done([1, 2, 3, 5], 'kioskLink.notFound', rename)).toEqual(clients)
  const revoke = (clientId: number) =>
    revokeKioskLink(management, editor, scope, linkOf.get(clientId) ?? 999_999)
  expect(await done([1, 2, 3, 5], 'kioskLink.notFound', revoke)).toEqual(clients)
  const change = (clientId: number) =>
    changeMachine(management, editor, scope, 900 + clientId, {
      machineTypeId: 1,
      serialNo: `AA-${900 + clientId}`,
    })
  expect(await done([1, 2, 3, 5], 'machine.notFound', change)).toEqual(clients)
  const rights = { scope, mayActOn: () => true, mayChangeEmail: () => true }
  const edit = (id: number) =>
    changeUser(management, editor, rights, id, { firstName: 'A', email: `${id}@made.example` })
  expect(await done([901, 902, 903, 905, 911, 912], 'user.notFound', edit)).toEqual([
    ...clients.map((id) => 900 + id),
    ...ownPeople,
  ])
})

test('whom nobody may act on stays as it is', async () => {
  const rights = { scope: within('everything'), mayActOn: () => false, mayChangeEmail: () => true }
  await expect(deleteUser(opened.management, editor, rights, 901)).rejects.toMatchObject({
    code: 'request.notAllowed',
    status: 403,
  })
  expect(
    await run('select id from user_account where id = 901 and deleted_at is null'),
  ).toHaveLength(1)
})

test.each(reachNames)(
  '%s edits, lines up and deletes its own machines and no other',
  async (reach) => {
    const scope = within(reach)
    const { management } = opened
    const change = (id: number) =>
      changeMachine(management, editor, scope, id, { machineTypeId: 1, serialNo: `AA-${id}` })
    expect(await done(machines, 'machine.notFound', change)).toEqual(machinesWithin[reach])
    const line = (id: number) => nameLine(management, editor, scope, id, { lineName: 'Hall 9' })
    expect(await done(machines, 'machine.notFound', line)).toEqual(machinesWithin[reach])
    const remove = (id: number) => deleteMachine(management, editor, scope, id)
    expect(await done(machines, 'machine.notFound', remove)).toEqual(machinesWithin[reach])
  },
)

test('a line is named for the machine that the person saw', async () => {
  const name = (requested: { clientId?: number; serialNo?: string }) =>
    nameLine(opened.management, editor, within('everything'), 902, {
      lineName: 'Hall 9',
      ...requested,
    })
  await expect(name({ clientId: 1 })).rejects.toMatchObject({ code: 'machine.notFound' })
  await expect(name({ serialNo: 'other' })).rejects.toMatchObject({ code: 'edit.conflict' })
  await expect(name({ clientId: 2 })).resolves.toBeUndefined()
  const lines = await run<{ client_id: number }>(
    `select l.client_id from line l join machine m on m.line_id = l.id where m.id = 902`,
  )
  expect(lines).toEqual([{ client_id: 2 }])
})

/** A user of group 3 placed somewhere, by each reach: 200, or the code of the refusal. */
test.each([
  ['everything', 1, null, 'added'],
  ['everything', 2, 2, 'added'],
  ['everything', 2, 1, 'request.invalid'],
  ['everything', 5, null, 'client.notFound'],
  ['everything', 999_999, null, 'client.notFound'],
  ['everything', null, null, 'request.invalid'],
  ['client 1', null, null, 'added'],
  ['client 1', 1, null, 'added'],
  ['client 1', 2, null, 'client.notFound'],
  ['client 1', 3, null, 'client.notFound'],
  ['client 1', 999_999, null, 'client.notFound'],
  ['distributor 1', 1, null, 'added'],
  ['distributor 1', 3, 1, 'added'],
  ['distributor 1', 2, null, 'client.notFound'],
  ['distributor 1', 3, 2, 'distributor.notFound'],
  ['distributor 1', 5, null, 'client.notFound'],
  ['distributor 1', null, null, 'request.invalid'],
] as const)('%s adds a user to client %s, distributor %s: %s', async (...row) => {
  const [reach, clientId, distributorId, wanted] = row
  const username = `placed ${Math.random()}`
  const outcome = await addUser(opened.management, editor, within(reach), {
    username,
    firstName: 'A',
    email: `${Math.random()}@made.example`,
    groupId: 3,
    clientId,
    distributorId,
  }).then(
    () => 'added',
    (error: { code?: string }) => error.code,
  )
  expect(outcome).toBe(wanted)
  const rows = await run('select id from user_account where username = $1', [username])
  expect(rows).toHaveLength(wanted === 'added' ? 1 : 0)
})
