import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { opcUaTrust } from './0003-opcua-trust.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

test('a certificate is known by its whole fingerprint; nothing else is stored', async () => {
  expect(opcUaTrust.name).toBe('trust in opc ua servers')
  const trusting = (fingerprint: string) =>
    runSql(
      opened.management,
      `insert into machine_opcua (machine_id, security, trusted) values (1, 'strongest', $1)
        on conflict (machine_id) do update set trusted = excluded.trusted`,
      [JSON.stringify({ fingerprint })],
    )
  await trusting('0a'.repeat(32))
  for (const wrong of ['', '0a'.repeat(31), '0A'.repeat(32), `${'0a'.repeat(32)}0`]) {
    await expect(trusting(wrong)).rejects.toMatchObject({ code: '23514' })
  }
})
