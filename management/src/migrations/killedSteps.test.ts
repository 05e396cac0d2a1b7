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
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tinySteps } from '../../testing/tinySteps.ts'
import { migrate } from './migrate.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-killed-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))

const script = fileURLToPath(new URL('../../testing/stepProcess.ts', import.meta.url))

test('Packboard and its PostgreSQL killed in a step: the next start has what was entered before, and takes the step', async () => {
  const [first, second] = tinySteps
  const before = await withPool(async (pool) => {
    await migrate(pool, tinySteps.slice(0, 1))
    await pool.query('insert into reading select n, n * 3 from generate_series(1, 1000) n')
    return (await pool.query('select * from reading order by id')).rows
  })
  expect(before).toHaveLength(1_000)
  await killInStep()
  await withPool(async (pool) => {
    expect((await pool.query('select * from reading order by id')).rows).toEqual(before)
    expect(await migrate(pool, tinySteps)).toEqual([second])
    expect((await pool.query('select * from reading order by id')).rows).toEqual(
      before.map((row) => ({ ...row, doubled: row.value * 2 })),
    )
    expect(await migrate(pool, tinySteps)).toEqual([])
    expect((await pool.query('select name from kysely_migration order by name')).rows).toEqual([
      { name: `0001 ${first?.name}` },
      { name: `0002 ${second?.name}` },
    ])
  })
}, 60_000)

async function killInStep() {
  const child = spawn(process.execPath, [script, join(dataDir, 'management')], {
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
