import type { ClientScope, Period, StopThresholds } from '@packboard/model'
import { type Db, inside, type Management } from '../store.ts'
import { DatedSettings, type SettingsPlace, type TargetInForce } from './machineSettings.ts'
import { storedSettings } from './storedSettings.ts'

/** The settings with a date of one client's machines, as figures need them; a machine that the client does not have has none. */
export type ClientSettings = {
  /** The target speed of a product on a machine at an instant, ms since 1970, without the estimate (D22, D98). */
  target(machineId: number, product: string, at: number): TargetInForce
  /** The instants inside a window at which a target or the line of a machine may change, in order. */
  edges(machineId: number, period: Period): readonly number[]
  thresholds(machineId: number): StopThresholds
  /** The name of the line of a machine at an instant; undefined: the one that it has at present, it never moved. */
  lineName(machineId: number, at: number): string | undefined
  /** When a machine moved to another line inside a window, in order. */
  lineEdges(machineId: number, period: Period): readonly number[]
}

/** What holds for the machines of a client, and held before. */
export function clientSettings(
  management: Management,
  scope: ClientScope,
): Promise<ClientSettings> {
  return inside(management).readShared(`clientSettings ${scope.clientId}`, (db) =>
    readClientSettings(db, scope),
  )
}

async function readClientSettings(db: Db, { clientId }: ClientScope): Promise<ClientSettings> {
  const machines = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select(['m.id', 'm.client_id as clientId', 'm.machine_type_id as machineTypeId', 'c.zone'])
    .where('m.client_id', '=', clientId)
    .execute()
  const typeIds = [...new Set(machines.map(({ machineTypeId }) => machineTypeId))]
  const entries = await storedSettings(db, { clientIds: [clientId], machineTypeIds: typeIds })
  const hasMoved = entries.some(({ kind }) => kind === 'line')
  const lines = hasMoved
    ? await db.selectFrom('line').select(['id', 'name']).where('client_id', '=', clientId).execute()
    : []
  const nameOf = new Map(lines.map(({ id, name }) => [id, name]))
  const settings = new DatedSettings(entries)
  const placeOf = new Map<number, SettingsPlace>(machines.map((machine) => [machine.id, machine]))
  const place = (id: number): SettingsPlace =>
    placeOf.get(id) ?? { id: 0, clientId, machineTypeId: 0, zone: 'UTC' }
  const inWindow = (edges: readonly number[], { from, to }: Period) =>
    edges.filter((edge) => from.getTime() < edge && edge < to.getTime())
  return {
    target: (machineId, product, at) => settings.target(place(machineId), product, at),
    edges: (machineId, period) => inWindow(settings.edges(place(machineId)), period),
    thresholds: (machineId) => settings.thresholds(place(machineId)),
    lineName(machineId, at) {
      const line = settings.line({ id: machineId }, at)
      return line === undefined ? undefined : line === null ? '' : (nameOf.get(line) ?? '')
    },
    lineEdges: (machineId, period) => inWindow(settings.lineEdges({ id: machineId }), period),
  }
}
