import { type LineStopWire, lineStops } from '@packboard/contract'
import { setFlow } from '@packboard/management'
import { tables } from '@packboard/management/testing'
import { grantClientScope } from '@packboard/model'
import { deliverDay } from '@packboard/plant/testing/deliverDay'
import type { PlayedLine } from '@packboard/plant/testing/playedLine'
import type { TestServer } from '@packboard/server/testing/openTestServer'
import { expect } from 'vitest'

type StagedLine = {
  readonly stops: readonly LineStopWire[]
  readonly serialOf: (serialNo: string) => string
}

/** Sets a line up as the only one of a client, with its flow, sends all that reached the product, and reads its stops with their roots. */
export async function stageLine(
  server: TestServer,
  { line, days, deliveries }: PlayedLine,
  {
    name,
    from,
    to,
    order,
  }: {
    /** Of the client, and a part of the serial numbers. */
    readonly name: string
    readonly from: Date
    readonly to: Date
    readonly order?: Parameters<typeof deliverDay>[2]
  },
): Promise<StagedLine> {
  const { management, telemetry } = server.deps
  const db = tables(management)
  const { id: clientId } = await db
    .insertInto('client')
    .values({ name, zone: line.zone, subscription_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: lineId } = await db
    .insertInto('line')
    .values({ client_id: clientId, name: 'Line' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const serialOf = (serialNo: string) => `${serialNo}-${name}`
  const rows = await db
    .insertInto('machine')
    .values(
      line.machines.map(({ serialNo }) => ({
        ...{ client_id: clientId, machine_type_id: 1, line_id: lineId },
        serial_no: serialOf(serialNo),
      })),
    )
    .returning(['id', 'serial_no'])
    .execute()
  const idOf = new Map(rows.map(({ id, serial_no }) => [serial_no, id]))
  await setFlow(management, { userId: 1, username: 'admin' }, grantClientScope(clientId), {
    lines: [
      {
        ...{ lineName: 'Line', validFrom: null },
        stations: line.flow.map(({ machines, needs, bufferMs }, index) => ({
          machines: machines.map(serialOf),
          ...{ needs, bufferSeconds: Math.round(bufferMs / 1_000), key: index === 1 },
        })),
      },
    ],
  })
  const machines = new Map(days.map(({ machine }) => [machine.serialNo, machine]))
  await deliverDay(
    telemetry,
    [...machines.values()].map((machine) => ({
      ...{ machineId: idOf.get(serialOf(machine.serialNo)) ?? 0, clientId },
      machine,
      deliveries: deliveries.filter(({ serialNo }) => serialNo === machine.serialNo),
    })),
    order,
  )
  const path = lineStops.path.replace(':clientId', String(clientId))
  const instants = { from: from.toISOString(), to: to.toISOString() }
  const { accessToken: token } = await server.signIn('admin')
  const answer = await server.ask(`${path}?${new URLSearchParams({ line: 'Line', ...instants })}`, {
    token,
  })
  const body = await answer.json()
  expect([answer.status, body]).toEqual([200, expect.anything()])
  return { stops: lineStops.answer.parse(body).stops, serialOf }
}
