import { grantClientScope, grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor, people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { clientSettings } from '../datedSettings/clientSettings.ts'
import {
  type Applied,
  endRebuild,
  keepPreview,
  noteRebuild,
  openRebuilds,
  previewName,
  rebuiltUntil,
} from '../datedSettings/settingChanges.ts'
import {
  ownerOfMachine,
  ownerOfProducts,
  setMachineSettings,
  setProductTargets,
} from './changeSettings.ts'
import { previewSettings } from './previewSettings.ts'
import { machineSettings, productTargets } from './readSettings.ts'

const start = Date.parse('2026-11-10T10:30:20Z')
const minute = 60_000
let now = start
let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
beforeEach(() => {
  now = start
})
afterAll(() => opened?.close())

const own = grantClientScope(1)
const panel = grantPanelScope({ reach: 'all' })
const applyFrom = '2026-10-01 08:00'
const rows = [{ product: 'Bar', ppm: 60, validFrom: applyFrom, reason: 'Sheet was wrong' }]
const idOf = async (serialNo: string) =>
  (
    await runSql<{ id: number }>(opened.management, 'select id from machine where serial_no = $1', [
      serialNo,
    ])
  )[0]?.id ?? 0

/** A preview that is complete, as the server keeps it. */
async function previewed(more: Partial<Parameters<typeof keepPreview>[2]> = {}) {
  const change = await previewSettings(opened.management, ownerOfProducts(own, { targets: rows }))
  const { version, newestEntry } = change
  const id = previewName()
  await keepPreview(opened.management, id, {
    ...{ userId: editor.userId, entriesHash: 'hash', version, newestEntry, applyFrom },
    ...{ rebuilds: [], ...more },
  })
  return { previewId: id, applyFrom, entriesHash: 'hash' }
}

const set = (applied?: Applied, targets = rows) =>
  setProductTargets(opened.management, editor, own, { targets }, applied)

test('a change of the past needs its own preview, of the same entries, by the same person, in time', async () => {
  const applied = await previewed()
  const refused: [string, Applied | undefined][] = [
    ['settings.previewNeeded', undefined],
    ['settings.previewNeeded', { entriesHash: 'hash', previewId: applied.previewId }],
    ['settings.previewNeeded', { entriesHash: 'hash', applyFrom }],
    ['settings.previewUnknown', { ...applied, previewId: previewName() }],
    ['settings.previewOther', { ...applied, entriesHash: 'another' }],
    ['settings.previewOther', { ...applied, applyFrom: '2026-10-01 08:01' }],
  ]
  for (const [code, one] of refused) await expect(set(one)).rejects.toMatchObject({ code })
  const other = (await people(opened.management)).get('engineer') ?? 0
  const ofOther = await previewed({ userId: other })
  await expect(set(ofOther)).rejects.toMatchObject({ code: 'settings.previewUnknown' })
  now = start + 30 * minute + 1
  await expect(set(applied)).rejects.toMatchObject({ code: 'settings.previewOld' })
  now = start
  const [row] = rows
  await expect(set(applied, [{ ...row, reason: ' ' } as never])).rejects.toMatchObject({
    code: 'settings.reasonNeeded',
    fields: [{ field: '0.reason' }],
  })
  // Refusals leave the preview as it is.
  await set(applied)
  await expect(set(applied)).rejects.toMatchObject({ code: 'settings.previewUnknown' })
})

test('an entry that came after the preview makes it outdated, also one of a machine type', async () => {
  const applied = await previewed()
  await set(undefined, [{ product: 'Bag', ppm: 5, validFrom: '2026-12-01 00:00', reason: '' }])
  await expect(set(applied)).rejects.toMatchObject({ code: 'settings.previewOutdated' })
  const again = await previewed()
  await runSql(
    opened.management,
    `insert into dated_setting (machine_type_id, kind, value, entered_at)
      select machine_type_id, 'designSpeed', '77', now() from machine where client_id = 1 limit 1`,
  )
  await expect(set(again)).rejects.toMatchObject({ code: 'settings.previewOutdated' })
})

test('a preview says which machines it is about, and what holds before and after', async () => {
  const id = await idOf('FW-101')
  const settings = [{ kind: 'holdLimit', value: 5_000, validFrom: applyFrom, reason: 'x' }] as const
  const change = await previewSettings(opened.management, ownerOfMachine(panel, id, { settings }))
  expect(change).toMatchObject({ applyFrom, clients: [{ clientId: 1, machines: [{ id }] }] })
  const [client] = change.clients
  expect(client?.before.rule(id).later.map(({ holdMs }) => holdMs)).not.toContain(5_000)
  expect(client?.after.rule(id).later.map(({ holdMs }) => holdMs)).toContain(5_000)
  const future = [{ kind: 'holdLimit', value: 5_000, validFrom: '2026-12-01 00:00' }] as const
  await expect(
    previewSettings(opened.management, ownerOfMachine(panel, id, { settings: future })),
  ).rejects.toMatchObject({ code: 'request.invalid' })
  const foreign = grantPanelScope({ reach: 'client', clientId: 2 })
  await expect(
    previewSettings(opened.management, ownerOfMachine(foreign, id, { settings })),
  ).rejects.toMatchObject({ code: 'machine.notFound' })
})

test('what was applied to the past holds from then on, and as it was entered from the minute after', async () => {
  now = start + minute
  const id = await idOf('FW-101')
  const machineRows = [
    { kind: 'targetSpeed', value: 44, validFrom: applyFrom, reason: 'y' },
  ] as const
  const change = await previewSettings(
    opened.management,
    ownerOfMachine(panel, id, { settings: machineRows }),
  )
  const { version, newestEntry } = change
  const previewId = previewName()
  const rebuilds = [{ machineId: id, firstDay: '2026-10-01', lastDay: '2026-11-10' }]
  await keepPreview(opened.management, previewId, {
    ...{ userId: editor.userId, entriesHash: 'm', version, newestEntry, applyFrom, rebuilds },
  })
  const applied = { previewId, applyFrom, entriesHash: 'm' }
  await setMachineSettings(opened.management, editor, panel, id, { settings: machineRows }, applied)
  const settings = await clientSettings(opened.management, own)
  const from = Date.parse('2026-10-01T07:00:00Z')
  const at = (instant: number) => [
    settings.target(id, 'Unknown', instant).ppm,
    settings.asEntered?.target(id, 'Unknown', instant).ppm,
  ]
  const entered = Math.ceil(now / minute) * minute
  expect(at(from - 1)).toEqual([at(from - 1)[1], at(from - 1)[1]])
  expect(at(from)[0]).toBe(44)
  expect(at(from)[1]).not.toBe(44)
  expect(at(entered - 1)[1]).not.toBe(44)
  expect(at(entered)).toEqual([44, 44])
  const period = { from: new Date(from), to: new Date(from + minute) }
  expect(settings.pastChanges(id, period)).toMatchObject([
    { kind: 'targetSpeed', product: 'Bar', reason: 'Sheet was wrong', by: 'admin' },
    { kind: 'targetSpeed', value: 44, from, reason: 'y', by: 'admin' },
  ])
  const earlier = { from: new Date(from - minute), to: new Date(from) }
  expect(settings.pastChanges(id, earlier)).toEqual([])
  const neighbour = await clientSettings(opened.management, grantClientScope(2))
  expect(neighbour.asEntered).toBeUndefined()
  expect(neighbour.pastChanges(id, period)).toEqual([])

  // What is to be computed of it, and how far that is.
  const [open] = await openRebuilds(opened.management)
  expect(open).toMatchObject({
    machineId: id,
    firstDay: '2026-10-01',
    lastDay: '2026-11-10',
    done: 0,
  })
  expect(await openRebuilds(opened.management, 999)).toEqual([])
  const until = Math.floor(now / minute) * minute
  expect([...(await rebuiltUntil(opened.management, [id, id + 1]))]).toEqual([[id, until]])
  if (!open) return
  await noteRebuild(opened.management, open, 7)
  await noteRebuild(opened.management, open, 3)
  const [shown] = (await machineSettings(opened.management, panel, id)).applying
  expect(shown).toEqual({ by: 'admin', at: new Date(now), reason: 'y', days: 41, done: 7 })
  // It is of the machine, not of the products.
  expect((await productTargets(opened.management, own)).applying).toEqual([])
  await endRebuild(opened.management, open)
  expect((await machineSettings(opened.management, panel, id)).applying).toEqual([])
  expect(await openRebuilds(opened.management)).toEqual([])
})
