import { limitRanges } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'

/** The constraints of the database. Each one is tested with plain SQL that bypasses every function. */
let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)

/** SQLSTATEs: check, unique and foreign key; PB… are the rules of our triggers. */
const check = '23514'
const unique = '23505'
const foreignKey = '23503'

async function refused(text: string, code: string) {
  await expect(run(text)).rejects.toMatchObject({ code })
}

describe('client 1', () => {
  test('cannot be disabled, deleted softly, deleted at all, or given another number', async () => {
    await refused('update client set enabled = false where id = 1', 'PB001')
    await refused('update client set deleted_at = now() where id = 1', 'PB001')
    await refused('delete from client where id = 1', 'PB001')
    await refused('update client set id = 99 where id = 1', 'PB001')
    await refused('update client set enabled = false', 'PB001')
  })

  test('may be renamed, and its neighbours may be disabled and deleted', async () => {
    await run(`update client set name = 'Northfield Sweets' where id = 1`)
    await run('update client set enabled = false, deleted_at = now() where id = 4')
    await run('update client set enabled = true, deleted_at = null where id = 4')
    await run(`update client set name = 'Northfield Confectionery' where id = 1`)
  })
})

describe('the last admin', () => {
  test('cannot be disabled, deleted, or made something else', async () => {
    await refused(`update user_account set enabled = false where username = 'admin'`, 'PB002')
    await refused(`update user_account set deleted_at = now() where username = 'admin'`, 'PB002')
    await refused(
      `update user_account set group_id = 3, client_id = 2 where username = 'admin'`,
      'PB002',
    )
    await refused(`delete from user_account where username = 'admin'`, 'PB002')
  })

  test('a second admin frees the first, but not both in one statement', async () => {
    await run(`insert into user_account (username, group_id) values ('second-admin', 1)`)
    await refused('update user_account set enabled = false where group_id = 1', 'PB002')
    await run(`update user_account set enabled = false where username = 'admin'`)
    await refused(
      `update user_account set enabled = false where username = 'second-admin'`,
      'PB002',
    )
    await run(`update user_account set enabled = true where username = 'admin'`)
    await run(`delete from user_account where username = 'second-admin'`)
  })

  test('two admins who remove each other at the same moment do not both succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      await run(`insert into user_account (username, group_id) values ('rival', 1)`)
      const outcomes = await Promise.allSettled([
        run(`update user_account set enabled = false where username = 'admin'`),
        run(`update user_account set enabled = false where username = 'rival'`),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await run('update user_account set enabled = true where group_id = 1')
      await run(`delete from user_account where username = 'rival'`)
    }
  })
})

describe('who belongs where (D33, D36)', () => {
  const add = (groupId: number | null, clientId: number | null, distributorId: number | null) =>
    run(
      `insert into user_account (username, group_id, client_id, distributor_id)
       values ('placed', $1, $2, $3)`,
      [groupId, clientId, distributorId],
    )
  beforeEach(() => run(`delete from user_account where username = 'placed'`))

  test.each([
    [1, null, null],
    [2, 2, null],
    [3, 2, null],
    [3, 2, 2],
    [4, 2, null],
    [6, null, 2],
    [null, null, null],
  ])(
    'group %s with client %s and distributor %s is a place',
    async (group, client, distributor) => {
      await add(group, client, distributor)
    },
  )

  test.each([
    [1, 2, null],
    [1, null, 2],
    [2, null, null],
    [3, null, null],
    [4, null, null],
    // A device is no person.
    [5, 2, null],
    [5, null, null],
    [3, null, 2],
    [6, 2, 2],
    [6, null, null],
    [null, 2, null],
    [null, null, 2],
    [0, null, null],
    [7, 2, null],
  ])('group %s with client %s and distributor %s is none', async (group, client, distributor) => {
    await expect(add(group, client, distributor)).rejects.toMatchObject({ code: check })
  })
})

describe('names', () => {
  test('user names and addresses are one person’s, in any letter case', async () => {
    await refused(`insert into user_account (username) values ('ADMIN')`, unique)
    await refused(
      `insert into user_account (username, email) values ('other', 'Admin@Packboard.example')`,
      unique,
    )
  })

  test('nobody takes another person’s address as a user name', async () => {
    await refused(
      `insert into user_account (username) values ('engineer@packboard.example')`,
      check,
    )
    await refused(
      `insert into user_account (username, email) values ('engineer@packboard.example', 'me@here.example')`,
      check,
    )
  })

  test('the name of a deleted account is free again', async () => {
    await run(`insert into user_account (username, deleted_at) values ('again', now())`)
    await run(`insert into user_account (username) values ('again')`)
    await refused(`insert into user_account (username) values ('Again')`, unique)
    await run(`delete from user_account where lower(username) = 'again'`)
  })

  test('names are not blank', async () => {
    await refused(`insert into user_account (username) values (' ')`, check)
    await refused(`update client set name = '  ' where id = 2`, check)
    await refused(`update distributor set name = '' where id = 2`, check)
    await refused(`update machine_type set label = '' where id = 1`, check)
    await refused(`update line set name = ' ' where id = 1`, check)
    await refused(`update machine set serial_no = ' ' where serial_no = 'FW-101'`, check)
    await refused(`insert into subscription (label) values (' ')`, check)
    await refused(`insert into product_recipe (client_id, product) values (1, '')`, check)
  })

  test('clients, distributors, machine types, lines and subscriptions are called differently', async () => {
    await refused(`update client set name = 'NORSK KJEKS AS' where id = 3`, unique)
    await refused(`update distributor set name = 'baltic pack partners' where id = 1`, unique)
    await refused(`update machine_type set label = 'vffs v-240' where id = 1`, unique)
    await refused(`insert into line (client_id, name) values (1, 'LINE 1')`, unique)
    await refused(`insert into subscription (label) values ('premium')`, unique)
  })
})

describe('machines', () => {
  test('a serial number is one machine’s in the whole installation, until it is deleted', async () => {
    const add = `insert into machine (client_id, machine_type_id, serial_no) values (2, 1, 'FW-101')`
    await refused(add, unique)
    await run(`update machine set deleted_at = now() where serial_no = 'FW-101'`)
    await run(add)
    await refused(
      `update machine set deleted_at = null where serial_no = 'FW-101' and client_id = 1`,
      unique,
    )
    await run(`delete from machine where serial_no = 'FW-101' and client_id = 2`)
    await run(`update machine set deleted_at = null where serial_no = 'FW-101'`)
  })

  test('a machine stays with its client', async () => {
    await refused(
      `update machine set client_id = 2, line_id = null where serial_no = 'FW-102'`,
      'PB003',
    )
  })

  test('a machine stands on a line of its own client', async () => {
    await refused(
      `update machine set line_id = (select min(id) from line where client_id = 2) where serial_no = 'FW-101'`,
      foreignKey,
    )
  })

  const ofType = (kind: string, value: string) =>
    `insert into dated_setting (machine_type_id, kind, value, entered_at) values (1, '${kind}', '${value}', now())`
  const ofMachine = (kind: string, value: string) =>
    `insert into dated_setting (client_id, machine_id, kind, value, entered_at)
      select client_id, id, '${kind}', '${value}', now() from machine where serial_no = 'FW-101'`

  test('speeds are above nothing and below everything; hold limits are between a second and a day', async () => {
    for (const wrong of ['0', '-1', '"infinity"', 'true']) {
      await refused(ofType('designSpeed', wrong), check)
      await refused(ofMachine('targetSpeed', wrong), check)
      await refused(ofMachine('designSpeed', wrong), check)
    }
    for (const wrong of ['999', '86400001', '1000.5']) {
      await refused(ofType('holdLimit', wrong), check)
      await refused(ofMachine('holdLimit', wrong), check)
    }
  })

  test('connectors are known ones, dictionaries a name or a table, overrides a table', async () => {
    await refused(`update machine set connector = 'modbus' where serial_no = 'FW-101'`, check)
    await refused(`update machine set dictionary = '[1]' where serial_no = 'FW-101'`, check)
    await run(`update machine set dictionary = '"iso-tr88"' where serial_no = 'FW-101'`)
    await run(`update machine set dictionary = null where serial_no = 'FW-101'`)
  })

  test('an address belongs to one machine, also when a deleted one comes back', async () => {
    await run(`update machine set topic_prefix = 'a/b' where serial_no = 'FW-101'`)
    await refused(`update machine set topic_prefix = 'a/b' where serial_no = 'FW-511'`, unique)
    await run(`update machine set deleted_at = now() where serial_no = 'FW-101'`)
    await run(`update machine set topic_prefix = 'a/b' where serial_no = 'FW-511'`)
    await refused(`update machine set deleted_at = null where serial_no = 'FW-101'`, unique)
    await run(`update machine set topic_prefix = null where serial_no in ('FW-101', 'FW-511')`)
    await run(`update machine set deleted_at = null where serial_no = 'FW-101'`)
  })

  test('a device is bound to machines of its own client alone', async () => {
    const binding = (client: number) => `
      insert into device_machine (device_id, machine_id, client_id)
      select d.id, m.id, ${client} from device d, machine m
      where d.name = 'FW-101' and m.serial_no = 'FW-511'`
    await refused(binding(1), foreignKey)
    await refused(binding(2), foreignKey)
  })
})

describe('devices', () => {
  const add = (name: string, client: number) =>
    `insert into device (client_id, name) values (${client}, '${name}')`

  test('have a name of their own within their client, and a name is not blank', async () => {
    await refused(add('fw-101', 1), unique)
    await run(add('FW-101', 2))
    await run(`delete from device where name = 'FW-101' and client_id = 2`)
    await refused(add(' ', 2), check)
  })

  test('have one present token', async () => {
    await refused(
      `insert into device_token (hash, device_id, created_at)
       select sha256('second'), id, now() from device where name = 'FW-101' and client_id = 1`,
      unique,
    )
  })
})

describe('the administrative audit log (D42)', () => {
  test('is never changed', async () => {
    await refused(`update audit_log set actor_name = 'nobody'`, 'PB004')
  })
})

describe('sessions', () => {
  const open = () =>
    run(`
      insert into session (token_hash, user_id, created_at, last_seen_at, idle_ms, expires_at, browser_saved)
      select sha256(username::bytea), id, now(), now(), 1000, now() + interval '1 day', true
      from user_account where username in ('engineer', 'user', 'colleague')
      on conflict do nothing`)
  const whose = async () => {
    const rows = await run<{ username: string }>(
      'select u.username from session join user_account u on u.id = user_id order by 1',
    )
    return rows.map(({ username }) => username)
  }
  const everybody = ['colleague', 'engineer', 'user']

  beforeAll(() =>
    run(`insert into user_account (username, group_id, client_id) values ('colleague', 3, 2)`),
  )

  beforeEach(async () => {
    await open()
    expect(await whose()).toEqual(everybody)
  })

  test.each([
    `password_hash = 'another'`,
    'group_id = 3',
    'client_id = 2',
    'distributor_id = 1',
    'enabled = false',
    'deleted_at = now()',
  ])('end for the one person whose account gets %s', async (change) => {
    const [before] = await run<Record<string, unknown>>(
      `select password_hash, group_id, client_id, distributor_id from user_account where username = 'engineer'`,
    )
    await run(`update user_account set ${change} where username = 'engineer'`)
    expect(await whose()).toEqual(['colleague', 'user'])
    await run(
      `update user_account set password_hash = $1, group_id = $2, client_id = $3, distributor_id = $4,
         enabled = true, deleted_at = null where username = 'engineer'`,
      [before?.password_hash, before?.group_id, before?.client_id, before?.distributor_id],
    )
  })

  test('outlive a change of name or telephone number', async () => {
    await run(
      `update user_account set first_name = 'Tom', contact_number = '1' where username = 'engineer'`,
    )
    expect(await whose()).toEqual(everybody)
  })

  test('end for everybody of a client that is disabled or deleted, and for nobody else', async () => {
    await run('update client set enabled = false where id = 2')
    expect(await whose()).toEqual(['engineer', 'user'])
    await run('update client set enabled = true where id = 2')
    await open()
    await run('update client set deleted_at = now() where id = 2')
    expect(await whose()).toEqual(['engineer', 'user'])
    await run('update client set deleted_at = null where id = 2')
  })

  test('hold a hash of 32 bytes and end after they began', async () => {
    await refused(`update session set token_hash = 'abc'`, check)
    await refused('update session set expires_at = created_at', check)
    await refused('update session set idle_ms = 0', check)
  })
})

test('limits of the installation are one row, each between what may be set', async () => {
  const columns = {
    device_mb_per_day: limitRanges.deviceMegabytesPerDay,
    quarantine_records: limitRanges.quarantineRecords,
    quarantine_mb: limitRanges.quarantineMegabytes,
  }
  await run('insert into installation_limit default values')
  for (const [column, { min, max }] of Object.entries(columns)) {
    for (const good of [min, max, 'null'])
      await run(`update installation_limit set ${column} = ${good}`)
    for (const bad of [min - 1, max + 1]) {
      await refused(`update installation_limit set ${column} = ${bad}`, check)
    }
  }
  await refused('insert into installation_limit default values', unique)
  await refused('insert into installation_limit (only_row) values (false)', check)
  await run('delete from installation_limit')
})

describe('a machine of Sparkplug B', () => {
  const set = (prefix: string | null, dictionary: string | null) =>
    run(
      `update machine set connector = 'sparkplug', topic_prefix = $1, dictionary = $2
        where serial_no = 'FW-101'`,
      [prefix, dictionary],
    )

  test.each(['Plant/Edge', 'Plant/Edge/Line 1'])('has the address %s', async (prefix) => {
    await set(prefix, '"tmc"')
  })

  test.each([
    [null, '"tmc"'],
    ['Plant', '"tmc"'],
    ['Plant/', '"tmc"'],
    ['Plant/+', '"tmc"'],
    ['a/b/c/d', '"tmc"'],
    ['Plant/Edge', null],
  ])('has not the address %s with the dictionary %s', async (prefix, dictionary) => {
    await expect(set(prefix, dictionary)).rejects.toMatchObject({ code: check })
  })
})

describe('a plan', () => {
  const lineOf = (client: number) =>
    `(select min(id) from line where client_id = ${client} and name = 'Line 1')`
  const addWeek = (client: number, line: string, more = `'[]'`) =>
    `insert into plan_week (client_id, line_id, valid_from, entries, set_at)
     values (${client}, ${line}, '2027-01-01', ${more}, now())`
  const addException = (line: string, starts: string, ends: string, kind = 'closed') =>
    `insert into plan_exception (client_id, line_id, starts, ends, kind, note, set_at)
     values (1, ${line}, '${starts}', '${ends}', '${kind}', '', now())`

  beforeAll(() => run('insert into plan (client_id, changed_at) values (1, now()), (2, now())'))
  afterAll(() => run('delete from plan'))

  test('has weeks of lines of its own client alone', async () => {
    await run(addWeek(1, lineOf(1)))
    await refused(addWeek(1, lineOf(2)), foreignKey)
    await refused(addWeek(2, lineOf(1)), foreignKey)
    await refused(addException(lineOf(2), '2027-01-01', '2027-01-02'), foreignKey)
    // A client without a plan has no week.
    await refused(addWeek(3, 'null'), foreignKey)
  })

  test('has one week of a line, and of all lines, from a day on', async () => {
    await refused(addWeek(1, lineOf(1)), unique)
    await run(addWeek(1, 'null'))
    await refused(addWeek(1, 'null'), unique)
    await run(addWeek(2, 'null', 'null'))
  })

  test('has weeks that are lists, and exceptions of a known kind that end after their start', async () => {
    await refused(addWeek(1, lineOf(1), `'{}'`), check)
    await refused(addException('null', '2027-01-01', '2027-01-01'), check)
    await refused(addException('null', '2027-01-01', '2028-01-03'), check)
    await refused(addException('null', '2027-01-01', '2027-01-02', 'lunch'), check)
    await run(addException('null', '2027-01-01', '2027-01-02'))
  })

  test('raises its number with each change', async () => {
    const version = async () =>
      (await run<{ version: number }>('select version from plan where client_id = 1'))[0]?.version
    const before = (await version()) ?? 0
    await run(`update plan set changed_at = changed_at + interval '1 second' where client_id = 1`)
    expect(await version()).toBe(before + 1)
  })
})

describe('the stop book', () => {
  const reasonId = '00000000-0000-4000-8000-000000000001'
  const addReason = (client: number, more: { planned?: boolean; overrun?: number } = {}) =>
    `insert into reason (client_id, id, name, icon, planned, cause, rank, overrun_seconds, alarms, states)
     values (${client}, gen_random_uuid(), '{"en":"A"}', 'film', ${more.planned ?? true}, 'machine', 1,
       ${more.overrun ?? 'null'}, '[]', '[]')`
  const machineOf = (client: number) => `(select min(id) from machine where client_id = ${client})`
  const addLabel = (client: number, machine: string, reason: string, length = '1 minute') =>
    `insert into stop_label (client_id, machine_id, starts, ends, reason_id, replaces, key, set_at)
     values (${client}, ${machine}, now(), now() + interval '${length}', ${reason}, '{}', gen_random_uuid(), now())`

  beforeAll(async () => {
    await run('insert into reason_book (client_id, changed_at) values (1, now()), (2, now())')
    await run(
      `insert into reason (client_id, id, name, icon, planned, cause, rank, alarms, states)
       values (1, '${reasonId}', '{"en":"A"}', 'film', false, 'machine', 1, '[]', '[]')`,
    )
  })
  afterAll(async () => {
    await run('delete from stop_label')
    await run('delete from reason_book')
  })

  test('has labels on machines and with reasons of its own client alone', async () => {
    await run(addLabel(1, machineOf(1), `'${reasonId}'`))
    await run(addLabel(2, machineOf(2), 'null'))
    await refused(addLabel(1, machineOf(2), `'${reasonId}'`), foreignKey)
    await refused(addLabel(2, machineOf(2), `'${reasonId}'`), foreignKey)
  })

  test('has labels that end after their start, at most 31 days later, and are never changed', async () => {
    await refused(addLabel(1, machineOf(1), 'null', '0 minutes'), check)
    await refused(addLabel(1, machineOf(1), 'null', '32 days'), check)
    await refused('update stop_label set ends = ends', 'PB003')
  })

  test('has no reason without a name, none unplanned with an overrun, and deletes none that is used', async () => {
    await run(addReason(1, { overrun: 60 }))
    await refused(addReason(1, { planned: false, overrun: 60 }), check)
    await refused(addReason(3), foreignKey)
    await refused(`update reason set name = '{}'`, check)
    await refused(`delete from reason where id = '${reasonId}'`, foreignKey)
  })
})
