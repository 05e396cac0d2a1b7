import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { openManagement } from '../store.ts'
import { byOneProcess } from './cells.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

test('of two processes one does it, and the next time either of them', async () => {
  const { url, dataDir } = opened
  const other = url === undefined ? opened.management : await openManagement({ dataDir, url })
  const done: string[] = []
  let end = () => {}
  const working = new Promise<void>((resolve) => {
    end = resolve
  })
  const task = 'send invitations again'
  const first = byOneProcess(opened.management, task, async () => {
    done.push('first')
    await working
  })
  await expect.poll(() => done).toEqual(['first'])
  await byOneProcess(other, task, async () => void done.push('second'))
  expect(done).toEqual(['first'])
  end()
  await first
  await byOneProcess(other, task, async () => void done.push('second'))
  expect(done).toEqual(['first', 'second'])
  if (other !== opened.management) await other.close()
})
