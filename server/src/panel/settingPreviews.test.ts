import { settingsPreview } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

const day = 86_400_000
const start = Date.parse('2026-11-10T10:30:20Z')
const first = start - 3 * day
let now = start
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  for (const serialNo of ['FW-101', 'FW-511']) {
    const records = Array.from({ length: 120 }, (_, index) =>
      factory.at(first + index * 60_000).sample(serialNo, {
        ...{ state: 10, product: 'Bar', packs: 30 * index },
      }),
    )
    expect((await server.send(serialNo, records)).status).toBe(200)
  }
})
afterAll(() => server?.close())

const path = '/api/admin/products/1'
const row = { product: 'Bar', ppm: 77, validFrom: '2026-11-07 00:00', reason: 'Sheet was wrong' }
const rows = (more: object = {}) => ({ targets: [{ ...row, ...more }] })

async function call(method: string, to: string, body: object, person = 'admin') {
  now += 100
  const { accessToken: token } = await server.signIn(person)
  const answer = await server.ask(to, { method, token, body })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const refusal = async (...asked: Parameters<typeof call>) => {
  const { status, body } = await call(...asked)
  return [status, body.code]
}
const preview = async (body: object, person?: string) => {
  const answer = await call('POST', `${path}/preview`, body, person)
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  return settingsPreview.parse(answer.body)
}

test('a preview is of its person and rows; it is continued, applied once, and says what it would move', async () => {
  const { previewId, applyFrom, ...found } = await preview(rows())
  expect(found).toMatchObject({
    ...{ done: found.of, days: 1, machines: [{ machineId: 'FW-101', days: 1 }] },
    clients: [{ clientId: 1, machines: 1, days: 1 }],
    weeks: [{ week: '2026-W45', from: '2026-11-02' }],
    // It begins before the first record; all records are there.
    ...{ beforeFirst: new Date(first), keptFrom: null },
  })
  expect(applyFrom).toBe(row.validFrom)
  // Another machine of the neighbour made the same product.
  expect(JSON.stringify(found)).not.toContain('FW-511')
  expect((await preview({ ...rows(), previewId })).previewId).toBe(previewId)
  const applied = { previewId, applyFrom }
  const put = (body: object, person?: string) => refusal('PUT', path, body, person)
  expect(await refusal('POST', `${path}/preview`, { ...rows(), previewId }, 'engineer')).toEqual([
    400,
    'settings.previewUnknown',
  ])
  expect(await refusal('POST', `${path}/preview`, { ...rows({ ppm: 78 }), previewId })).toEqual([
    400,
    'settings.previewOther',
  ])
  expect(await put(rows())).toEqual([400, 'settings.previewNeeded'])
  expect(await put({ ...rows(), previewId })).toEqual([400, 'settings.previewNeeded'])
  expect(await put({ ...rows(), ...applied }, 'engineer')).toEqual([400, 'settings.previewUnknown'])
  expect(await put({ ...rows({ ppm: 78 }), ...applied })).toEqual([400, 'settings.previewOther'])
  expect(await put({ ...rows(), ...applied })).toEqual([200, undefined])
  expect(await put({ ...rows(), ...applied })).toEqual([400, 'settings.previewUnknown'])
})

test('a preview that is old, or of settings that were changed since, is refused', async () => {
  const old = await preview(rows({ ppm: 66 }))
  now += 30 * 60_000
  const { previewId, applyFrom } = old
  const late = { ...rows({ ppm: 66 }), previewId, applyFrom }
  expect(await refusal('PUT', path, late)).toEqual([400, 'settings.previewOld'])
  const next = await preview(rows({ ppm: 66 }))
  const future = { targets: [{ product: 'Bag', ppm: 5 }] }
  expect((await call('PUT', path, future)).status).toBe(200)
  const body = { ...rows({ ppm: 66 }), previewId: next.previewId, applyFrom }
  expect(await refusal('PUT', path, body)).toEqual([409, 'settings.previewOutdated'])
})

test('what is no change of the past, has no reason or reaches too far has no preview', async () => {
  const post = (body: object, person?: string) => refusal('POST', `${path}/preview`, body, person)
  expect(await post(rows({ validFrom: undefined }))).toEqual([400, 'request.invalid'])
  expect(await post(rows({ validFrom: '2027-01-01 00:00' }))).toEqual([400, 'request.invalid'])
  expect(await post(rows({ reason: ' ' }))).toEqual([400, 'settings.reasonNeeded'])
  expect(await post({ ...rows(), version: 1 })).toEqual([409, 'edit.conflict'])
  expect(await post(rows({ machineId: 'FW-511' }))).toEqual([404, 'machine.notFound'])
  expect(await post(rows(), 'user')).toEqual([403, expect.any(String)])
  // What was applied before holds from its day on; years before the first record are none of records.
  const early = await preview(rows({ validFrom: '2020-01-01 00:00' }))
  expect(early).toMatchObject({ days: 0, beforeFirst: new Date(first) })
  now = start + 400 * day
  expect(await post(rows({ validFrom: '2026-11-07 00:00' }))).toEqual([
    400,
    'settings.previewTooLong',
  ])
})
