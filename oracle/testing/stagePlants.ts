import {
  addDevice,
  createSession,
  setEarlierDefinition,
  setPlan,
  setShifts,
} from '@packboard/management'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { grantClientScope, grantPanelScope, groupOfRole } from '@packboard/model'
import type { TestServer } from '@packboard/server/testing/openTestServer'
import { allowsOperators } from '../src/compareWire.ts'
import { earlierOf } from '../src/definitionsWire.ts'
import { requestedAt } from '../src/rawPlant.ts'
import type { RawRecord } from '../src/rawRecords.ts'
import type { RawMachineType, RawPlant } from '../src/referencePlant.ts'
import { lineAt, type RawChange } from '../src/referenceSettings.ts'
import { shiftStarts } from '../src/shiftsWire.ts'
import { askAgain } from './askAgain.ts'
import { writerOf } from './writeBook.ts'

/** The clients of the plants by seed, set up and with all their records sent. */
export type Stage = {
  readonly clientIds: ReadonlyMap<number, number>
  /** The ids of the labels of each plant, in the order of their places. */
  readonly labelIds: ReadonlyMap<number, number[]>
  /** Sends records of the first plant once more. */
  readonly sendAgain: (arrivals: RawPlant['arrivals']) => Promise<void>
}

const device = ({ seed }: RawPlant) => `reference-device-${seed}`

/**
 * Sets up each plant as a client of its own and sends its records to the API, each arrival at its time of receipt:
 * `setClock` moves the server's clock, forward only.
 */
export async function stagePlants(
  server: TestServer,
  plants: readonly RawPlant[],
  setClock: (now: number) => void,
  /** Awaited after the records of each receipt. */
  after?: (clientIds: ReadonlyMap<number, number>) => Promise<void>,
): Promise<Stage> {
  const { clientIds, tokens } = await setUp(server, plants)
  const receipts = [
    ...new Set(plants.flatMap(({ arrivals }) => arrivals.map(({ receivedAt }) => receivedAt))),
  ].sort((a, b) => a - b)
  const writers = await Promise.all(
    plants.map((plant) => writerOf(server, plant, clientIds.get(plant.seed) ?? 0)),
  )
  for (const receivedAt of receipts) {
    setClock(receivedAt)
    const due = plants.flatMap((plant) =>
      plant.arrivals
        .filter((arrival) => arrival.receivedAt === receivedAt && arrival.records.length > 0)
        .map(({ records }) => ({ plant, records })),
    )
    await sendAll(server, tokens, due)
    await Promise.all(writers.map((writer) => writer.write(receivedAt)))
    await after?.(clientIds)
  }
  await Promise.all(writers.map((writer) => writer.end()))
  return {
    clientIds,
    labelIds: new Map(writers.map(({ seed, ids }) => [seed, ids])),
    async sendAgain(arrivals) {
      const [plant] = plants
      if (plant === undefined) return
      const due = arrivals
        .filter(({ records }) => records.length > 0)
        .map(({ records }) => ({ plant, records }))
      await sendAll(server, tokens, due)
    },
  }
}

async function setUp(server: TestServer, plants: readonly RawPlant[]) {
  const { management, directory } = server.deps
  const db = tables(management)
  const cells = (await db.selectFrom('cell').select('id').execute()).length
  const clientIds = new Map<number, number>()
  const tokens = new Map<RawPlant, string>()
  for (const plant of plants) {
    const { id: subscription } = await db
      .selectFrom('subscription')
      .select('id')
      .where('label', '=', plant.premium ? 'premium' : 'standard')
      .executeTakeFirstOrThrow()
    const { id: clientId } = await db
      .insertInto('client')
      .values({
        name: plant.name,
        zone: plant.zone,
        subscription_id: subscription,
        cell_id: clientIds.size % cells,
        operator_rows: allowsOperators(plant) ? 'allowed' : 'notSet',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    clientIds.set(plant.seed, clientId)
    const types = [...new Set(plant.machines.map(({ type }) => type))]
    const typeRows = await db
      .insertInto('machine_type')
      .values(
        types.map((type) => ({
          label: type.label,
        })),
      )
      .returning('id')
      .execute()
    const moves = (plant.changes ?? []).filter(({ kind }) => kind === 'line')
    const named = [
      ...plant.machines.map(({ line }) => line),
      ...moves.map(({ value }) => String(value)),
    ]
    const lines = [...new Set(named)].filter((line) => line !== '')
    const lineIds = new Map<string, number>()
    for (const name of lines) {
      const { id } = await db
        .insertInto('line')
        .values({ client_id: clientId, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      lineIds.set(name, id)
    }
    await db
      .insertInto('machine')
      .values(
        plant.machines.map(({ type, ...machine }) => ({
          client_id: clientId,
          machine_type_id: typeRows[types.indexOf(type)]?.id ?? 0,
          serial_no: machine.serialNo,
          line_id: lineIds.get(lineAt(plant, machine, requestedAt)) ?? null,
        })),
      )
      .returning('id')
      .execute()
    const recipes = [...plant.recipes].map(([product]) => ({ client_id: clientId, product }))
    if (recipes.length > 0) await db.insertInto('product_recipe').values(recipes).execute()
    const everywhere = grantPanelScope({ reach: 'all' })
    const admin = { userId: 1, username: 'admin' }
    await setShifts(management, admin, grantClientScope(clientId), { starts: shiftStarts })
    await setEarlierDefinition(management, admin, grantClientScope(clientId), {
      earlier: earlierOf(plant),
    })
    const { plan = { weeks: [], exceptions: [] }, modes: unitModes } = plant
    if (plant.plan ?? unitModes) {
      const requested = { ...plan, ...(unitModes && { unitModes }) }
      await setPlan(management, admin, grantClientScope(clientId), requested)
    }
    await settingsFromBeginning(management, [
      ...types.flatMap((type, index) => settingsOfType(type, typeRows[index]?.id ?? 0)),
      ...plant.machines.map(({ serialNo, targetPpm: value }) => {
        return { clientId, serialNo, kind: 'targetSpeed', value } as const
      }),
      ...[...plant.recipes].map(([product, value]) => {
        return { clientId, kind: 'targetSpeed', product, value } as const
      }),
      // A machine that ever moved has its line from the beginning.
      ...plant.machines
        .filter(({ serialNo }) => moves.some((move) => move.serialNo === serialNo))
        .map(({ serialNo, line }) => {
          return { clientId, serialNo, kind: 'line', value: lineIds.get(line) ?? null } as const
        }),
      ...(plant.changes ?? []).map((change) => {
        const index = types.findIndex(({ label }) => label === change.type)
        const entry = settingOfChange(change, clientId, typeRows[index]?.id)
        return change.kind === 'line'
          ? { ...entry, value: lineIds.get(String(change.value)) ?? null }
          : entry
      }),
    ])
    const made = { clientId, name: device(plant), machines: 'all' } as const
    tokens.set(plant, (await addDevice(management, admin, everywhere, made)).token)
  }
  const last = plants.at(-1)?.machines.at(-1)?.serialNo ?? ''
  // Ingest learns of the change a moment later.
  while (directory.bySerial(last) === undefined) await pause(20)
  return { clientIds, tokens }
}

/** A change with its date, as the store has it. */
function settingOfChange(change: RawChange, clientId: number, machineTypeId?: number) {
  const { kind, serialNo, product, code, value, at } = change
  const when =
    typeof at === 'number' ? { validFrom: new Date(at) } : { validWall: `${at.date} ${at.time}` }
  const whose =
    serialNo !== undefined ? { serialNo } : machineTypeId === undefined ? {} : { machineTypeId }
  return {
    clientId: typeof at === 'number' ? clientId : null,
    ...{ ...whose, ...when, kind, product: product ?? null, code: code ?? null, value },
  }
}

/** What a machine type is set to, as the store has it. */
function settingsOfType(type: RawMachineType, machineTypeId: number) {
  const own = { clientId: null, machineTypeId }
  return [
    { ...own, kind: 'designSpeed' as const, value: type.designPpm },
    { ...own, kind: 'holdLimit' as const, value: type.holdMs },
    ...Object.entries(type.categories).map(([code, value]) => {
      return { ...own, kind: 'category' as const, code: Number(code), value }
    }),
    ...type.thresholds.map(({ validFrom, seconds: value }) => ({
      ...{ ...own, kind: 'stopThreshold' as const, value },
      ...(validFrom !== null && { validWall: `${validFrom} 00:00` }),
    })),
  ]
}

/** A user of a client with a session of its own: every case has its own rate limit. */
export async function newReader(
  server: TestServer,
  clientId: number,
  name: string,
): Promise<string> {
  const { management } = server.deps
  const { id: userId } = await tables(management)
    .insertInto('user_account')
    .values({ username: name, group_id: groupOfRole('user'), client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return createSession(management, {
    userId,
    role: 'user',
    browserSaved: true,
    way: 'password',
    confirmedAt: null,
  })
}

async function sendAll(
  server: TestServer,
  tokens: ReadonlyMap<RawPlant, string>,
  due: readonly { readonly plant: RawPlant; readonly records: readonly RawRecord[] }[],
) {
  const waiting = new Map<RawPlant, (readonly RawRecord[])[]>()
  for (const { plant, records } of due) {
    waiting.set(plant, [...(waiting.get(plant) ?? []), records])
  }
  const plants = [...waiting]
  const work = Array.from({ length: 8 }, async () => {
    for (let next = plants.pop(); next !== undefined; next = plants.pop()) {
      const [plant, batches] = next
      for (const records of batches) await send(server, tokens, plant, records)
    }
  })
  await Promise.all(work)
}

async function send(
  server: TestServer,
  tokens: ReadonlyMap<RawPlant, string>,
  plant: RawPlant,
  records: readonly RawRecord[],
) {
  const answer = await askAgain(server, '/api/ingest/records', {
    token: `${device(plant)}:${tokens.get(plant)}`,
    body: records.map(wireRecord),
  })
  const text = await answer.text()
  const counts: unknown = answer.status === 200 ? JSON.parse(text) : undefined
  const kept = typeof counts === 'object' && counts !== null && 'quarantined' in counts
  if (!kept || counts.quarantined !== 0) throw new Error(`${plant.name}: ${answer.status} ${text}`)
}

/** D64: what PackML calls states that have another name here, in any spelling. */
const packmlWords = new Map<number | undefined, string>([
  [13, 'Held'],
  [17, 'UN-SUSPENDING'],
  [10, 'execute'],
])

/** A record as a device writes it. */
function wireRecord(record: RawRecord): object {
  switch (record.kind) {
    case 'sample': {
      const { time, sequence: seq, ...rest } = record
      const word = time % 2 === 0 ? packmlWords.get(rest.state) : undefined
      return {
        ...rest,
        ...(word === undefined ? {} : { state: word }),
        time: new Date(time).toISOString(),
        ...(seq === 0 ? {} : { seq }),
      }
    }
    case 'alarm': {
      const { sequence: seq, ...rest } = record
      return seq === undefined ? rest : { ...rest, seq }
    }
    case 'audit': {
      const { before: valueBefore, after: valueAfter, ...rest } = record
      return { ...rest, valueBefore, valueAfter }
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
