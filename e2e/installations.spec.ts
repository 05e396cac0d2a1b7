// @slow form

import { heartbeat } from '@packboard/contract'
import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { address, enter } from './people.ts'

/** Unique, so that the demo of a run may be used twice. */
const name = `Hall ${Date.now() % 100_000}`

test('a client without an edge recorder reads how to install one; the first heartbeat lists it', async ({
  page,
}) => {
  // Nobody else of this run looks at the recorders of this client.
  await enter(page, 'clientadmin', '/admin/panel?view=installations')
  await settled(page)
  const steps = page.getByRole('region', { name: 'Install an Edge Recorder' })
  await expect(steps.getByRole('listitem')).toHaveCount(5)
  await expect(steps).toContainText(`EDGE_SERVER_URL=${address()}`)
  await expectAccessible(page, 'no installations')

  const answer = await fetch(address() + heartbeat.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': 'FW-101:packboard' },
    body: JSON.stringify({
      ...{ name, version: '0.1.0', sentAt: new Date().toISOString(), quarantined: 0 },
      ...{ queueRecords: 1_204, queueBytes: 240_800, maxBytes: 2_000_000_000, isFull: false },
      oldestAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
    }),
  })
  expect(answer.status).toBe(200)
  // The page follows what comes.
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Sending what waited', { timeout: 30_000 })
  await expect(row).toContainText('1,204')
  await expect(steps).toHaveCount(0)
  await expectAccessible(page, 'installations')
})
