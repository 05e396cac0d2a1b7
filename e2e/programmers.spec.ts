import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { address, card, enter, openOverview } from './people.ts'

const run = promisify(execFile)

test('the three lines for programmers connect a machine as they stand there', async ({ page }) => {
  const document = await readFile(new URL('../docs/programmers.md', import.meta.url), 'utf8')
  const lines = /## Connect in three lines\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(document)?.[1] ?? ''
  expect(lines.trim().split('\n')).toHaveLength(3)
  const { host } = new URL(address())
  const { stdout } = await run('bash', ['-c', lines.replaceAll('localhost:8080', host)])
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, quarantined: 0 })

  await enter(page, 'admin')
  await openOverview(page, 'Nova Snacks')
  await expect(card(page, 'VF-700')).toContainText('Execute')
})
