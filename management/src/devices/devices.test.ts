import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { tokenOverlapMs } from '../deviceCredentials/deviceIndex.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { type Management, openManagement } from '../store.ts'
import { addUser } from '../users/changeUsers.ts'
import { addDevice, changeDevice, deleteDevice, rotateDeviceToken } from './changeDevices.ts'
import { deviceDirectory, deviceGraceMs } from './deviceDirectory.ts'
import { managedDevices } from './devices.ts'

const start = Date.UTC(2026, 10, 21, 6)
let opened: TestManagement
let now = start

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())

const all = grantPanelScope({ reach: 'all' })
const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)

async function verifyAt(management: Management, name: string, token: string) {
  const directory = await deviceDirectory(management)
  return directory.known({ name, token })
}
const verify = (name: string, token = 'packboard') => verifyAt(opened.management, name, token)

/** A change as another process makes it, and the refresh that finds it. */
async function change(text: string) {
  await run(text)
  await (await machineDirectory(opened.management)).refresh()
}

async function serialsOf(machineIds: readonly number[] = []) {
  const directory = await machineDirectory(opened.management)
  return machineIds.map((id) => directory.byId(id)?.serialNo)
}
const idOf = async (name: string) =>
  (await run<{ id: number }>('select id from device where name = $1', [name]))[0]?.id ?? 0
const shown = async (id: number, scope = all) =>
  (await managedDevices(opened.management, scope)).find((device) => device.id === id)

test('a machine speaks for itself, a gateway for the machines of its client', async () => {
  const machine = await verify('FW-511')
  expect(machine).toMatchObject({ clientId: 2 })
  expect(await serialsOf(machine?.machineIds)).toEqual(['FW-511'])
  const gateway = await verify('gateway-nova-snacks')
  expect(gateway).toMatchObject({ clientId: 3 })
  expect(await serialsOf(gateway?.machineIds)).toEqual(['FW-611', 'VF-621', 'VF-622', 'VF-623'])
})

test('a wrong token, an unknown name, and a person are no device', async () => {
  expect(await verify('FW-511', 'guess')).toBeNull()
  expect(await verify('FW-999')).toBeNull()
  expect(await verify('user')).toBeNull()
  expect(await verify('admin')).toBeNull()
})

test('the devices of a disabled client still count, those of a deleted one do not (D41)', async () => {
  await change('update client set enabled = false where id = 4')
  expect(await verify('FW-711')).toMatchObject({ clientId: 4 })
  await change('update client set deleted_at = now() where id = 4')
  expect(await verify('FW-711')).toBeNull()
  await change('update client set enabled = true, deleted_at = null where id = 4')
  expect(await verify('FW-711')).toMatchObject({ clientId: 4 })
})

test('a disabled or deleted device, a revoked token and a lost binding count at once', async () => {
  const credential = (await verify('VF-712'))?.credential ?? ''
  const directory = await deviceDirectory(opened.management)
  await change(`update device set enabled = false where name = 'VF-712'`)
  expect(await verify('VF-712')).toBeNull()
  expect(directory.now(credential)).toBeNull()
  await change(`update device set enabled = true where name = 'VF-712'`)
  expect(directory.now(credential)).toEqual(await verify('VF-712'))
  await change(`update device set deleted_at = now() where name = 'VF-712'`)
  expect(await verify('VF-712')).toBeNull()
  await change(`update device set deleted_at = null where name = 'VF-712'`)

  await change(
    `delete from device_machine where machine_id = (select id from machine where serial_no = 'VF-712')`,
  )
  expect(await verify('VF-712')).toMatchObject({ machineIds: [] })
  expect(await serialsOf((await verify('gateway-nonna-biscotti'))?.machineIds)).toEqual(['FW-711'])

  await change(`delete from device_token where device_id = ${await idOf('VF-712')}`)
  expect(await verify('VF-712')).toBeNull()
})

test('a deleted machine is no longer spoken for', async () => {
  await change(`update machine set deleted_at = now() where serial_no = 'VF-621'`)
  expect(await serialsOf((await verify('gateway-nova-snacks'))?.machineIds)).toEqual([
    'FW-611',
    'VF-622',
    'VF-623',
  ])
  await change(`update machine set deleted_at = null where serial_no = 'VF-621'`)
})

test('a sign-in asks the store nothing: when a device was last seen changes no version and is shown', async () => {
  const directory = await machineDirectory(opened.management)
  const version = directory.version()
  now = start + 60_000
  await verify('FW-611')
  expect((await shown(await idOf('FW-611')))?.lastSeenAt).toEqual(new Date(now))
  await change(`update device set last_seen_at = now() where name = 'FW-611'`)
  expect(directory.version()).toBe(version)
})

test('a token is 256 random bits, shown once and stored as a keyed hash; the next one ends it after a day', async () => {
  const { management } = opened
  const made = { clientId: 2, name: ' Hall Gateway ', machines: ['FW-511', 'VF-531'] }
  const { id, token } = await addDevice(management, editor, all, made)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(await verify('hall gateway', token)).toMatchObject({ deviceId: id, clientId: 2 })
  expect(await serialsOf((await verify('Hall Gateway', token))?.machineIds)).toEqual([
    'FW-511',
    'VF-531',
  ])
  // The name is part of the credential.
  expect(await verify('FW-511', token)).toBeNull()
  const stored = await run<{ row: string }>(
    `select concat(d.*, t.*) as row from device d join device_token t on t.device_id = d.id where d.id = $1
     union all select concat(a.*) from audit_log a`,
    [id],
  )
  expect(stored.some(({ row }) => row.includes(token))).toBe(false)

  const next = await rotateDeviceToken(management, editor, all, id, { endOld: false })
  expect(next.oldUntil).toEqual(new Date(now + tokenOverlapMs))
  const old = (await verify('Hall Gateway', token))?.credential ?? ''
  expect(await verify('Hall Gateway', next.token)).toMatchObject({ deviceId: id })
  expect(await shown(id)).toMatchObject({ oldUntil: next.oldUntil, tokenMadeAt: new Date(now) })
  now += tokenOverlapMs
  const directory = await deviceDirectory(management)
  expect([await verify('Hall Gateway', token), directory.now(old)]).toEqual([null, null])
  expect((await shown(id))?.oldUntil).toBeNull()

  // The second before is over, whatever the overlap.
  const third = await rotateDeviceToken(management, editor, all, id, { endOld: false })
  const fourth = await rotateDeviceToken(management, editor, all, id, { endOld: false })
  expect(await verify('Hall Gateway', next.token)).toBeNull()
  expect(await verify('Hall Gateway', third.token)).not.toBeNull()
  const last = await rotateDeviceToken(management, editor, all, id, { endOld: true })
  expect(last.oldUntil).toBeNull()
  expect(await verify('Hall Gateway', third.token)).toBeNull()
  expect(await verify('Hall Gateway', fourth.token)).toBeNull()
  expect(await verify('Hall Gateway', last.token)).not.toBeNull()
  now = start
})

test('the machines of a device change at once; those of others, and others’ devices, are not found', async () => {
  const { management } = opened
  const made = { clientId: 2, name: 'changing', machines: 'all' } as const
  const { id, token } = await addDevice(management, editor, all, made)
  const ids = async () => serialsOf((await verify('changing', token))?.machineIds)
  expect((await ids()).length).toBeGreaterThan(2)
  const { version = 0 } = (await shown(id)) ?? {}
  await changeDevice(management, editor, all, id, { machines: ['FW-511'], version })
  expect(await ids()).toEqual(['FW-511'])
  await expect(
    changeDevice(management, editor, all, id, { machines: 'all', version }),
  ).rejects.toMatchObject({ code: 'edit.conflict' })
  for (const serialNo of ['FW-611', 'never']) {
    await expect(
      changeDevice(management, editor, all, id, { machines: [serialNo] }),
    ).rejects.toMatchObject({ fields: [{ field: 'machines', message: 'Machine not found.' }] })
  }
  expect(await ids()).toEqual(['FW-511'])

  const neighbour = grantPanelScope({ reach: 'client', clientId: 3 })
  const missing = { code: 'device.notFound' }
  const change = changeDevice(management, editor, neighbour, id, { machines: 'all' })
  await expect(change).rejects.toMatchObject(missing)
  const rotation = rotateDeviceToken(management, editor, neighbour, id, { endOld: true })
  await expect(rotation).rejects.toMatchObject(missing)
  await expect(deleteDevice(management, editor, neighbour, id)).rejects.toMatchObject(missing)
  await expect(addDevice(management, editor, neighbour, made)).rejects.toMatchObject({
    code: 'client.notFound',
  })
  expect(await shown(id, neighbour)).toBeUndefined()
  expect(await verify('changing', token)).not.toBeNull()
  await deleteDevice(management, editor, all, id)
  expect(await verify('changing', token)).toBeNull()
  expect(
    await run('select action from audit_log where entity = $1 and entity_id = $2 order by id', [
      'device',
      id,
    ]),
  ).toEqual([{ action: 'create' }, { action: 'update' }, { action: 'delete' }])
})

test('a name belongs to one device of a client, and to no person and no other client', async () => {
  const { management } = opened
  const add = (clientId: number, name: string) =>
    addDevice(management, editor, all, { clientId, name, machines: 'all' })
  // A person has taken the serial number of a machine of client 2, and so has a device of client 3.
  await addUser(management, editor, all, {
    username: 'VF-533',
    firstName: 'P',
    email: 'p@names.example',
    groupId: 3,
    clientId: 3,
    distributorId: null,
  })
  const theirs = await add(3, 'VF-533')
  const own = await add(2, 'VF-533')
  await expect(add(2, 'vf-533')).rejects.toMatchObject({
    code: 'name.taken',
    message: 'There is already a device of this name: vf-533.',
  })
  expect(await verify('VF-533', own.token)).toMatchObject({ clientId: 2 })
  expect(await verify('VF-533', theirs.token)).toMatchObject({ clientId: 3 })
})

test('a hundred devices at the same moment are all told who they are', async () => {
  const directory = await machineDirectory(opened.management)
  const names = directory.machines().map(({ serialNo }) => serialNo)
  // Its token was changed above.
  const changed = ['VF-712']
  const requested = Array.from({ length: 100 }, (_, index) => names[index % names.length] ?? '')
  const devices = await Promise.all(requested.map((name) => verify(name)))
  const known = requested.map((name) => !changed.includes(name))
  expect(devices.map((device) => device !== null)).toEqual(known)
})

test('while the store is away, its devices are known for a day', async () => {
  now = start
  const way = await openWay(opened.url ?? '')
  const management = await openManagement({
    dataDir: opened.dataDir,
    url: way.url,
    now: () => now,
  })
  const verify = (name: string) => verifyAt(management, name, 'packboard')
  try {
    expect(await verify('FW-101')).not.toBeNull()
    await way.cut()
    now = start + deviceGraceMs - 1
    expect(await verify('FW-101')).not.toBeNull()
    // Also one that did not sign in before.
    expect(await verify('FW-102')).not.toBeNull()
    now = start + deviceGraceMs
    await expect(verify('FW-101')).rejects.toMatchObject({ code: 'store.busy' })
    await way.mend()
    expect(await verify('FW-101')).not.toBeNull()
  } finally {
    await management.close()
    await way.cut()
    now = start
  }
})

/** A way of its own to the PostgreSQL of the tests: cut, the store is away; mended, it is back. */
async function openWay(url: string) {
  const target = new URL(url)
  const port = Number(target.port || 5432)
  const host = target.searchParams.get('host') ?? target.hostname
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(place)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.once('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return server.address() as AddressInfo
  }
  const own = await listen(0)
  target.searchParams.delete('host')
  target.host = `127.0.0.1:${own.port}`
  return {
    url: target.href,
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
      await closed
    },
    mend: () => listen(own.port),
  }
}
