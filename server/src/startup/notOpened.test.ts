import { expect, test } from 'vitest'
import { exitOf } from '../program/exits.ts'
import { managementFailure, recordsFailure } from './notOpened.ts'

const own = { dataDir: '/data', clickhouseUrls: [] }
const elsewhere = {
  dataDir: '/data',
  databaseUrl: 'postgres://packboard:secret@db:5432/packboard',
  clickhouseUrls: ['http://ch:8123'],
}
const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), {
  code: 'ECONNREFUSED',
})
const named = (name: string) => Object.assign(new Error('newer'), { name })
const exit = (error: unknown) => exitOf(error, '/data')

test('a PostgreSQL that is not reached has an exit code and a sentence, without its password', () => {
  const said = exit(managementFailure(refused, elsewhere))
  expect(said).toEqual({
    code: 15,
    sentence: expect.stringContaining('DATABASE_URL cannot be used (connect ECONNREFUSED 10.0.0.5'),
  })
  expect(said?.sentence).not.toContain('secret')
  const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND db'), { code: 'ENOTFOUND' })
  expect(exit(managementFailure(unknown, elsewhere))?.code).toBe(15)
  expect(exit(managementFailure(named('NewerDatabase'), elsewhere))?.code).toBe(6)
  expect(managementFailure(refused, own)).toBe(refused)
})

test('a page that PostgreSQL cannot read is management data that cannot be opened', () => {
  const page = Object.assign(new Error('invalid page in block 0 of relation base/5/16412'), {
    code: 'XX001',
  })
  expect(exit(page)).toEqual({
    code: 8,
    sentence: expect.stringContaining('invalid page in block 0'),
  })
})

test('records that cannot be opened have an exit code and a way out, and what has its own keeps it', () => {
  const broken = new Error('Syntax error: failed at position 1\nStack trace: 0. DB::Exception')
  expect(exit(recordsFailure(broken, own))).toEqual({
    code: 16,
    sentence:
      'ClickHouse cannot open the records in /data (Syntax error: failed at position 1); if their files are damaged, restore the whole data directory from a backup.',
  })
  expect(exit(recordsFailure(refused, elsewhere))).toMatchObject({
    code: 16,
    sentence: expect.stringContaining('correct CLICKHOUSE_URL'),
  })
  expect(exit(recordsFailure(named('StoreIsNewer'), elsewhere))?.code).toBe(6)
  expect(exit(recordsFailure(named('DataDirectoryInUse'), own))?.code).toBe(4)
})
