import { warnings } from '@packboard/contract'
import { afterAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { factory } from '../../testing/factory.ts'
import { openTestServer } from '../../testing/openTestServer.ts'
import { type DiskSpace, diskStateOf, watchDisk } from './diskSpace.ts'
import { exitOf } from './exits.ts'

const gigabyte = 1e9
const opened: { close(): Promise<void> }[] = []
afterAll(async () => {
  for (const server of opened) await server.close()
})

test.each([
  // Of a large disk the bytes decide, of a small one the share.
  [5.1, 500, 'ok'],
  [4.9, 500, 'low'],
  [1.1, 500, 'low'],
  [0.9, 500, 'full'],
  [2.1, 20, 'ok'],
  [1.9, 20, 'low'],
  [0.61, 20, 'low'],
  [0.59, 20, 'full'],
  [0, 20, 'full'],
])('%d GB free of %d GB: %s', (free, total, state) => {
  expect(diskStateOf({ freeBytes: free * gigabyte, totalBytes: total * gigabyte })).toBe(state)
})

test('each change of the disk is logged once, and a look that fails changes nothing', async () => {
  const { log, lines } = capturedLog()
  let freeBytes: number | undefined = 50 * gigabyte
  const look = async (): Promise<DiskSpace> => {
    if (freeBytes === undefined) throw new Error('the disk does not answer')
    return { freeBytes, totalBytes: 500 * gigabyte }
  }
  const disk = await watchDisk(look, log, 5)
  expect(disk.state()).toBe('ok')
  freeBytes = 3 * gigabyte
  await expect.poll(() => disk.state()).toBe('low')
  freeBytes = undefined
  await expect.poll(() => lines.join()).toContain('the disk does not answer')
  expect(disk.state()).toBe('low')
  freeBytes = 0.2 * gigabyte
  await expect.poll(() => disk.state()).toBe('full')
  freeBytes = 50 * gigabyte
  await expect.poll(() => disk.state()).toBe('ok')
  disk.stop()
  const changes = lines.filter((line) => line.includes('the disk ') && !line.includes('answer'))
  expect(changes.map((line) => JSON.parse(line).msg)).toEqual([
    'the disk is almost full',
    'the disk is full; records are refused until it has space',
    'the disk has space again',
  ])
})

test('a full disk refuses records and says so everywhere, while reading goes on', async () => {
  const space = { freeBytes: 0.5 * gigabyte, totalBytes: 100 * gigabyte }
  const server = await openTestServer({ diskSpace: async () => space })
  opened.push(server)
  const sample = factory.at(Date.now()).sample('FW-101', { state: 10 })
  const refused = await server.send('FW-101', [sample])
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await refused.json()).toMatchObject({ code: 'ingest.busy' })

  const ready = await server.ask('/health/ready')
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { ready: false, parts: { telemetry: 'ok', disk: 'full' } },
  ])
  expect(await (await server.ask('/metrics')).text()).toContain(
    'packboard_disk_bytes{part="free"} 500000000',
  )
  const { accessToken: token } = await server.signIn('admin')
  expect(await (await server.ask(warnings.path, { token })).json()).toEqual({
    warnings: [{ code: 'disk.full', ...space }],
  })
  expect((await server.ask('/api/admin/client_machines/1', { token })).status).toBe(200)
})

test.each([
  Object.assign(new Error('write failed'), { code: 'ENOSPC' }),
  new Error(
    'PostgreSQL could not start: FATAL: could not write lock file: No space left on device',
  ),
])('a start on a full disk is told by its name: %s', (error) => {
  expect(exitOf(error, '/data')).toEqual({
    code: 3,
    sentence: expect.stringContaining('The disk of the data directory /data is full'),
  })
})

test('management data that PostgreSQL cannot open have an exit code of their own', () => {
  const reason = 'could not locate a valid checkpoint record'
  const error = Object.assign(new Error('PostgreSQL did not open /data/management/cluster'), {
    name: 'ClusterNotOpened',
    reason,
  })
  expect(exitOf(error, '/data')).toEqual({
    code: 8,
    sentence: expect.stringContaining(`in /data (${reason}); if its files are damaged, restore`),
  })
  const full = Object.assign(new Error('FATAL: No space left on device'), { name: error.name })
  expect(exitOf(full, '/data')?.code).toBe(3)
})
