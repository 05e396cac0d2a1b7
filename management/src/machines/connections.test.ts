import { grantClientScope, grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import {
  type ConnectionFields,
  changeConnection,
  confirmDictionary,
  trustCertificate,
} from './changeConnection.ts'
import { machineConnection, machineConnectors } from './machineConnection.ts'

let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const idOf = async (serialNo: string) => {
  const [row] = await runSql<{ id: number }>(
    opened.management,
    'select id from machine where serial_no = $1',
    [serialNo],
  )
  return row?.id ?? 0
}
const fields: ConnectionFields = {
  connector: 'packmlTags',
  address: 'hall/1',
  dictionary: 'tmc',
  holdMs: null,
  designPpm: null,
}

test('outside the scope a machine is not found, and whose address is taken is not said', async () => {
  const { management } = opened
  const all = grantPanelScope({ reach: 'all' })
  const own = grantPanelScope({ reach: 'client', clientId: 1 })
  const [mine, theirs] = [await idOf('FW-101'), await idOf('FW-511')]
  await changeConnection(management, editor, all, theirs, fields)
  const notFound = { code: 'machine.notFound', message: 'Machine not found.' }
  for (const id of [theirs, 999_999]) {
    await expect(machineConnection(management, own, id)).rejects.toMatchObject(notFound)
    await expect(changeConnection(management, editor, own, id, fields)).rejects.toMatchObject(
      notFound,
    )
  }
  await expect(changeConnection(management, editor, own, mine, fields)).rejects.toMatchObject({
    code: 'machine.addressTaken',
    message: 'Another machine sends under this address already.',
  })
  await expect(changeConnection(management, editor, all, mine, fields)).rejects.toMatchObject({
    message: 'FW-511 sends under this address already.',
  })
  expect(await machineConnection(management, own, mine)).toMatchObject({ address: null })
})

test('a dictionary is confirmed by a person for one machine, and outside the scope it is not found', async () => {
  const { management } = opened
  const all = grantPanelScope({ reach: 'all' })
  const own = grantPanelScope({ reach: 'client', clientId: 1 })
  const [mine, theirs] = [await idOf('FW-102'), await idOf('FW-512')]
  await changeConnection(management, editor, all, mine, { ...fields, address: 'hall/2' })
  await changeConnection(management, editor, all, theirs, { ...fields, address: 'hall/3' })
  await expect(
    confirmDictionary(management, editor, own, theirs, { dictionary: 'tmc' }),
  ).rejects.toMatchObject({ code: 'machine.notFound' })
  await confirmDictionary(management, editor, own, mine, { dictionary: 'libremfg' })
  expect(await machineConnection(management, all, mine)).toMatchObject({
    ...{ dictionary: 'libremfg', confirmedBy: 'admin', confirmedAt: expect.any(Date) },
  })
  expect(await machineConnection(management, all, theirs)).toMatchObject({
    ...{ dictionary: 'tmc', confirmedBy: null, confirmedAt: null },
  })
})

test('a certificate is trusted for one machine that is read by OPC UA, and outside the scope it is not found', async () => {
  const { management } = opened
  const all = grantPanelScope({ reach: 'all' })
  const own = grantPanelScope({ reach: 'client', clientId: 1 })
  const [mine, theirs] = [await idOf('FW-301'), await idOf('FW-511')]
  const read: ConnectionFields = {
    ...fields,
    ...{ connector: 'opcua', dictionary: null, opcUa: { security: 'strongest' } },
  }
  const certificate = {
    ...{ fingerprint: '0a'.repeat(32), subject: 'CN=Wrapper 7' },
    ...{ validFrom: '2026-01-01T00:00:00.000Z', validTo: '2036-01-01T00:00:00.000Z' },
  }
  await expect(trustCertificate(management, editor, all, mine, certificate)).rejects.toMatchObject({
    message: 'Only OPC UA has a server whose certificate is trusted.',
  })
  await changeConnection(management, editor, all, mine, { ...read, address: 'opc.tcp://a' })
  await changeConnection(management, editor, all, theirs, { ...read, address: 'opc.tcp://b' })
  await expect(
    trustCertificate(management, editor, own, theirs, certificate),
  ).rejects.toMatchObject({ code: 'machine.notFound' })
  await trustCertificate(management, editor, own, mine, certificate)
  const trusted = async (id: number) =>
    (await machineConnection(management, all, id)).opcUa?.trusted
  expect(await trusted(mine)).toEqual({
    ...certificate,
    ...{ validFrom: new Date(certificate.validFrom), validTo: new Date(certificate.validTo) },
  })
  expect(await trusted(theirs)).toBeNull()
  await changeConnection(management, editor, all, mine, { ...read, address: 'opc.tcp://c' })
  expect(await trusted(mine)).toBeNull()
})

test('how machines are read is answered for those of one client, without deleted ones', async () => {
  const { management } = opened
  const all = grantPanelScope({ reach: 'all' })
  const [mine, gone, theirs] = [await idOf('FW-201'), await idOf('FW-202'), await idOf('FW-521')]
  for (const [index, id] of [mine, gone, theirs].entries()) {
    await changeConnection(management, editor, all, id, { ...fields, address: `hall/9${index}` })
  }
  await confirmDictionary(management, editor, all, mine, { dictionary: 'tmc' })
  await runSql(management, 'update machine set deleted_at = now() where id = $1', [gone])
  const own = await machineConnectors(management, grantClientScope(1))
  expect(own.get(mine)).toEqual({
    ...{ connector: 'packmlTags', dictionary: 'tmc', confirmedBy: 'admin' },
    confirmedAt: expect.any(Date),
  })
  expect([own.has(gone), own.has(theirs)]).toEqual([false, false])
})
