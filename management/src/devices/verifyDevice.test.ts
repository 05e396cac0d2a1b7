import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { openManagement } from '../store.ts'
import { deviceCacheMs, deviceGraceMs, deviceRefusalMs, verifyDevice } from './verifyDevice.ts'

const start = Date.UTC(2026, 10, 21, 6)
let opened: TestManagement
let now = start

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())

const verify = (username: string, token = 'packboard') =>
  verifyDevice(opened.management, { username, token })
const run = (text: string) => runSql(opened.management, text)

/** A change as another process makes it, and the refresh that finds it. */
async function change(text: string) {
  await run(text)
  await (await machineDirectory(opened.management)).refresh()
}

async function serialsOf(machineIds: readonly number[] = []) {
  const directory = await machineDirectory(opened.management)
  return machineIds.map((id) => directory.byId(id)?.serialNo)
}

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

test('a disabled or deleted device, a new token and a lost binding count at once', async () => {
  expect(await verify('VF-712')).not.toBeNull()
  await change(`update user_account set enabled = false where username = 'VF-712'`)
  expect(await verify('VF-712')).toBeNull()
  await change(`update user_account set enabled = true where username = 'VF-712'`)
  expect(await verify('VF-712')).not.toBeNull()
  await change(`update user_account set deleted_at = now() where username = 'VF-712'`)
  expect(await verify('VF-712')).toBeNull()
  await change(`update user_account set deleted_at = null where username = 'VF-712'`)

  await change(
    `delete from device_machine where machine_id = (select id from machine where serial_no = 'VF-712')`,
  )
  expect(await verify('VF-712')).toMatchObject({ machineIds: [] })
  expect(await serialsOf((await verify('gateway-nonna-biscotti'))?.machineIds)).toEqual(['FW-711'])

  await change(`update user_account set password_hash = null where username = 'VF-712'`)
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

test('a right token is asked for again after a minute, a wrong one after ten seconds', async () => {
  // The trigger is off, so that only the age of the cache entry can reveal the change.
  await run('alter table user_account disable trigger directory_changed')
  now = start
  expect(await verify('FW-512')).not.toBeNull()
  expect(await verify('FW-512', 'new-token')).toBeNull()
  await run(`update user_account set password_hash = null where username = 'FW-512'`)
  now = start + deviceCacheMs - 1
  expect(await verify('FW-512')).not.toBeNull()
  now = start + deviceCacheMs
  expect(await verify('FW-512')).toBeNull()

  await run(`update user_account set password_hash =
    (select password_hash from user_account where username = 'FW-511') where username = 'FW-512'`)
  now += deviceRefusalMs - 1
  expect(await verify('FW-512')).toBeNull()
  now += 1
  expect(await verify('FW-512')).not.toBeNull()
  await run('alter table user_account enable trigger directory_changed')
})

test('a hundred devices at the same moment are all told who they are', async () => {
  const directory = await machineDirectory(opened.management)
  const names = directory.machines().map(({ serialNo }) => serialNo)
  const requested = Array.from({ length: 100 }, (_, index) => names[index % names.length] ?? '')
  const devices = await Promise.all(requested.map((name) => verify(name)))
  const known = requested.map((name) => name !== 'VF-712')
  expect(devices.map((device) => device !== null)).toEqual(known)
})

test('while the store is away, a token that was right lately stays right, for a day', async () => {
  now = start
  const way = await openWay(opened.url ?? '')
  const management = await openManagement({
    dataDir: opened.dataDir,
    url: way.url,
    now: () => now,
  })
  const verify = (username: string) => verifyDevice(management, { username, token: 'packboard' })
  try {
    expect(await verify('FW-101')).not.toBeNull()
    await way.cut()
    now = start + deviceCacheMs
    expect(await verify('FW-101')).not.toBeNull()
    now = start + deviceGraceMs
    await expect(verify('FW-101')).rejects.toMatchObject({ code: 'store.busy' })
    await way.mend()
    now = start
    expect(await verify('FW-101')).not.toBeNull()
  } finally {
    await management.close()
    await way.cut()
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
