// @slow

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { silentLog, startEngine } from '@packboard/engines/postgres'
import { atDepth, partOf } from '@packboard/model/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openManagement } from '../store.ts'
import { migrate, migrations } from './migrate.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-killed-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

const cuts = migrations.slice(1).map(({ version, name }) => ({ version, name }))
const script = fileURLToPath(new URL('../../testing/stepProcess.ts', import.meta.url))
const kept = `select 'client', id, name, null as owner from client
  union all select 'machine', id, serial_no, client_id from machine
  union all select 'user', id, username, client_id from user_account
  order by 1, 2`

test.each(partOf(cuts, atDepth({ deep: cuts.length, daily: 2 })))(
  'Packboard and its PostgreSQL killed in step $version, $name: the next start has what was entered before',
  async ({ version }) => {
    const before = await withPool(async (pool) => {
      await pool.query('drop schema public cascade; create schema public')
      await migrate(pool, migrations.slice(0, version - 1))
      await pool.query(`
        insert into client (id, name, subscription_id) values (1, 'One', 1), (2, 'Two', 1);
        insert into machine_type (id, label) values (1, 'T');
        insert into machine (id, client_id, machine_type_id, serial_no) values (1, 1, 1, 'FW-1'), (2, 2, 1, 'FW-2');
        insert into user_account (id, username, group_id, client_id, password_hash)
        values (1, 'admin', 1, null, 'p'), (2, 'engineer', 4, 1, 'q')`)
      return (await pool.query(kept)).rows
    })
    expect(before).toHaveLength(6)
    await killInStep(version)
    const management = await openManagement({ dataDir })
    expect((await management.health()).ok).toBe(true)
    await management.close()
    await withPool(async (pool) => {
      expect((await pool.query(kept)).rows).toEqual(before)
      expect(await migrate(pool)).toEqual([])
    })
  },
  60_000,
)

async function killInStep(version: number) {
  const child = spawn(process.execPath, [script, join(dataDir, 'management'), `${version}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'close')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line === 'in the step') break
  }
  expect(lines).toEqual([expect.stringMatching(/^engine \d+$/), 'in the step'])
  child.kill('SIGKILL')
  kill(Number(lines[0]?.slice('engine '.length)), 'SIGKILL')
  await gone
}

async function withPool<T>(use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const engine = await startEngine(join(dataDir, 'management'), silentLog)
  const pool = new pg.Pool(engine.connection)
  // The engine may end before a connection that the pool has closed is gone.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    return await use(pool)
  } finally {
    await pool.end()
    await engine.close()
  }
}
