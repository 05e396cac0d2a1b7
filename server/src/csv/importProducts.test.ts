import { importRecipes, products } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

const now = Date.parse('2026-11-10T10:30:20Z')
let server: TestServer
let token: string
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  token = (await server.signIn('engineer')).accessToken
})
afterAll(() => server?.close())

async function importing(csv: string, dryRun = false) {
  const path = importRecipes.path.replace(':clientId', '1')
  const answer = await server.ask(path, { token, body: { csv, dryRun } })
  expect(answer.status).toBe(200)
  return importRecipes.answer.parse(await answer.json())
}

async function targets() {
  const answer = await server.ask(products.path.replace(':clientId', '1'), { token })
  return products.answer.parse(await answer.json())
}

const head = 'Product_e;ProductTargetSpeed;Machine;MachineType;ValidFrom'

test('a line is of a machine, of a machine type or of all, each from its day on', async () => {
  const { machineTypes } = await targets()
  const [type] = machineTypes
  const csv = [
    head,
    'Nut Bar;100;;;',
    'Nut Bar;110;FW-101;;2026-12-07',
    'Nut Bar;115;FW-101;;2026-12-08 06:30',
    `Nut Bar;120;;${type?.label};2026-12-07`,
    'Nut Bar;;;;2027-01-01',
  ].join('\n')
  const known = await targets()
  expect(await importing(csv, true)).toEqual({ added: 1, changed: 4, unchanged: 0, refused: [] })
  expect(await targets()).toEqual(known)
  expect(await importing(csv)).toEqual({ added: 1, changed: 4, unchanged: 0, refused: [] })
  const found = (await targets()).targets.filter(({ product }) => product === 'Nut Bar')
  expect(found).toMatchObject([
    { ppm: 100, machineId: null, machineTypeId: null, validFrom: expect.stringMatching(/10:31$/) },
    { ppm: 110, machineId: 'FW-101', validFrom: '2026-12-07 00:00', reason: 'CSV' },
    { ppm: 115, machineId: 'FW-101', validFrom: '2026-12-08 06:30' },
    { ppm: 120, machineTypeId: type?.id, validFrom: '2026-12-07 00:00' },
    { ppm: null, machineId: null, machineTypeId: null, validFrom: '2027-01-01 00:00' },
  ])
  expect(await importing(csv)).toMatchObject({ added: 0, changed: 0, refused: [] })
})

test('a line that cannot be is named, and nothing is stored', async () => {
  const known = await targets()
  const csv = [
    head,
    'Bag;10;FW-101;;2026-12-07',
    'Bag;11;FW-101;;2026-12-07 12:00',
    'Bag;12;FW-511;;',
    'Bag;13;;No such type;',
    'Bag;14;FW-101;A type;',
    'Bag;15;FW-102;;2026-02-30',
    'Bag;16;FW-102;;tomorrow',
  ].join('\n')
  const { refused } = await importing(csv)
  expect(
    refused.map(({ line, code, values }) => [line, code, values.first ?? values.cell]),
  ).toEqual([
    [3, 'twice', 2],
    // A machine of another client is none of this one.
    [4, 'notHere', 'FW-511'],
    [5, 'notHere', 'No such type'],
    [6, 'twoKeys', undefined],
    [7, 'noDay', '2026-02-30'],
    [8, 'noDay', 'tomorrow'],
  ])
  const past = [head, 'Bag;10;FW-101;;2026-12-07', 'Bag;11;FW-102;;2026-11-01'].join('\n')
  for (const dryRun of [true, false]) {
    expect((await importing(past, dryRun)).refused).toMatchObject([
      { line: 3, code: 'previewNeeded', message: expect.stringContaining('begins in the past') },
    ])
  }
  expect(await targets()).toEqual(known)
})
