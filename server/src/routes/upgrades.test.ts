// @slow

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upgrades } from '@packboard/contract'
import { managementSteps } from '@packboard/management'
import { telemetrySteps } from '@packboard/telemetry/backup'
import { storeBeforeSteps } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnServer, openOwnServer } from '../../testing/busyInstallation.ts'
import { copyDays } from '../backup/copyBeforeUpgrade.ts'
import { thisVersion } from '../program/version.ts'

let dataDir: string
let server: OwnServer
const begun = Date.now()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-upgrades-'))
  await storeBeforeSteps(dataDir)
  server = await openOwnServer(dataDir)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('after an upgrade an admin reads the steps of both stores, the copy and the room for the next one', async () => {
  const { accessToken } = await server.signIn('admin')
  const answer = await server.ask(upgrades.path, { token: accessToken })
  expect(answer.status).toBe(200)
  const { copy, room, steps, ...rest } = upgrades.answer.parse(await answer.json())
  expect(rest).toEqual({ ...thisVersion, copyDays })

  const named = (all: readonly { version: number; name: string }[]) =>
    all.map(({ version, name }) => ({ version, name, takenAt: expect.any(Date) })).reverse()
  expect(steps).toEqual({ records: named(telemetrySteps), management: named(managementSteps) })
  const newest = [steps.records, steps.management].map(([step]) => step?.takenAt?.getTime())
  for (const at of newest) expect(at).toBeGreaterThan(begun)

  const [name = ''] = await readdir(join(dataDir, 'before-upgrade'))
  expect(copy).toMatchObject({
    ...{ folder: join(dataDir, 'before-upgrade', name), by: thisVersion.version, schemas: null },
    keptUntil: new Date(Number(copy?.madeAt) + copyDays * 86_400_000),
  })
  expect(copy?.bytes).toBeGreaterThan(0)
  expect(room?.bytes).toBeGreaterThan(Number(copy?.bytes))
  expect(room?.isEnough).toBe(Number(room?.bytes) + 1e9 <= Number(room?.freeBytes))
})
