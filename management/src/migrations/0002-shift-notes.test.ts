import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { shiftNotes } from './0002-shift-notes.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

test.each([
  [
    'a note without text',
    `insert into shift_note (client_id, shift_start, note, set_at) values (1, now(), '', now())`,
  ],
  [
    'a note of 2,001 characters',
    `insert into shift_note (client_id, shift_start, note, set_at) values (1, now(), repeat('x', 2001), now())`,
  ],
  [
    'a third side of a hand-over',
    `insert into shift_signature (client_id, shift_start, side, signed_at, received_at) values (1, now(), 'both', now(), now())`,
  ],
  [
    'a page of more than 4 MiB',
    `insert into shift_page (client_id, shift_start, fixed_at, content) values (1, now(), now(), repeat('x', 4194305))`,
  ],
])('%s is refused by the store itself', async (_what, text) => {
  expect(shiftNotes.version).toBe(2)
  await expect(runSql(opened.management, text)).rejects.toMatchObject({ code: '23514' })
})
