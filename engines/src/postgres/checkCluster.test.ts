import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { silentLog } from '../engineLog.ts'
import { startEngine } from './startEngine.ts'

test('every page is read: a flipped byte of a table is found while PostgreSQL runs', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'packboard-check-'))
  const engine = await startEngine(directory, silentLog)
  const client = new pg.Client(engine.connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('create table word (id integer primary key, text text)')
    await client.query(`insert into word select i, 'word ' || i from generate_series(1, 20000) i`)
    // Twice: what the first one leaves in memory to be written would hide the flip.
    await engine.check()
    const whole = await engine.check()
    expect(whole.faults).toEqual([])
    expect(whole.tables).toBeGreaterThan(50)
    const extensions = await client.query('select extname from pg_extension order by 1')
    expect(extensions.rows.map(({ extname }) => extname)).toEqual(['plpgsql'])

    const { rows } = await client.query<{ path: string }>(
      `select pg_relation_filepath('word') as path`,
    )
    const file = await open(join(directory, 'cluster', rows[0]?.path ?? ''), 'r+')
    await file.write(Buffer.from('!'), 0, 1, 3 * 8_192 + 4_000)
    await file.close()
    const { faults } = await engine.check()
    expect(faults.join()).toMatch(/The table word.*invalid page in block 3/)
  } finally {
    await client.end()
    await engine.close()
    await rm(directory, { recursive: true, force: true })
  }
}, 60_000)
