import {
  type ClientScope,
  chooseTarget,
  nextMinute,
  type Period,
  type RuleEdition,
  type SettingKind,
  type StopThresholds,
  type Target,
} from '@packboard/model'
import { type Db, inside, type Management } from '../store.ts'
import {
  type DatedRule,
  DatedSettings,
  type SettingsPlace,
  type TargetInForce,
} from './machineSettings.ts'
import { ownerOf, type StoredSetting, settingFrom, storedSettings } from './storedSettings.ts'

/** The settings with a date of one client's machines, as figures need them; a machine that the client does not have has none. */
export type ClientSettings = {
  /** The target speed of a product on a machine at an instant, ms since 1970, without the estimate (D22, D98). */
  target(machineId: number, product: string, at: number): TargetInForce
  /** The design speed of a machine at an instant, else that of its type. */
  nameplate(machineId: number, at: number): Target
  /** The instants inside a window at which a target or the line of a machine may change, in order. */
  edges(machineId: number, period: Period): readonly number[]
  thresholds(machineId: number): StopThresholds
  /** By which rules the figures of the client are at an instant, ms since 1970 (D111, D114). */
  rules(at: number): RuleEdition
  /** What the ledger must know of a machine, by time. */
  rule(machineId: number): DatedRule
  /** The name of the line of a machine at an instant; undefined: the one that it has at present, it never moved. */
  lineName(machineId: number, at: number): string | undefined
  /** When a machine moved to another line inside a window, in order. */
  lineEdges(machineId: number, period: Period): readonly number[]
  /** The entries that were applied to the past of a machine and to a window, in the order in which they were entered. */
  pastChanges(machineId: number, period: Period): readonly PastChange[]
  /** The same settings as if nothing had been applied to the past: each entry from when it was entered; undefined: nothing was. */
  readonly asEntered: ClientSettings | undefined
}

/** An entry that was applied to the past. */
export type PastChange = {
  readonly id: number
  readonly kind: SettingKind
  readonly product: string | null
  readonly code: number | null
  readonly value: number | string | null
  /** Since when it holds, ms since 1970. */
  readonly from: number
  readonly at: Date
  /** null: the account is gone. */
  readonly by: string | null
  readonly reason: string
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

async function readClientSettings(db: Db, scope: ClientScope): Promise<ClientSettings> {
  const { places, entries, nameOf } = await readPlaces(db, scope)
  return settingsOfPlaces(places, entries, nameOf)
}

/** The machines of a client, deleted ones too, with all entries that are about them. */
export async function readPlaces(db: Db, { clientId }: Pick<ClientScope, 'clientId'>) {
  const places: SettingsPlace[] = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select(['m.id', 'm.client_id as clientId', 'm.machine_type_id as machineTypeId', 'c.zone'])
    .where('m.client_id', '=', clientId)
    .execute()
  const typeIds = [...new Set(places.map(({ machineTypeId }) => machineTypeId))]
  const entries = await storedSettings(db, { clientIds: [clientId], machineTypeIds: typeIds })
  const hasMoved = entries.some(({ kind }) => kind === 'line')
  const lines = hasMoved
    ? await db.selectFrom('line').select(['id', 'name']).where('client_id', '=', clientId).execute()
    : []
  const names = new Map(lines.map(({ id, name }) => [id, name]))
  return { places, entries, nameOf: (line: number) => names.get(line) ?? '' }
}

/** The settings of the machines of one client, by entries in the order in which they were entered. */
export function settingsOfPlaces(
  places: readonly SettingsPlace[],
  entries: readonly StoredSetting[],
  nameOf: (line: number) => string,
): ClientSettings {
  const settings = new DatedSettings(entries)
  const placeOf = new Map<number, SettingsPlace>(places.map((one) => [one.id, one]))
  const place = (id: number): SettingsPlace =>
    placeOf.get(id) ?? { id: 0, clientId: places[0]?.clientId ?? 0, machineTypeId: 0, zone: 'UTC' }
  const inWindow = (edges: readonly number[], { from, to }: Period) =>
    edges.filter((edge) => from.getTime() < edge && edge < to.getTime())
  const applied = entries.filter(({ changeId }) => changeId !== null)
  const asEntered =
    applied.length === 0
      ? undefined
      : settingsOfPlaces(places, entries.map(fromWhenEntered), nameOf)
  return {
    target: (machineId, product, at) => settings.target(place(machineId), product, at),
    nameplate: (machineId, at) =>
      chooseTarget({ machineType: settings.design(place(machineId), at)?.value ?? null }),
    edges(machineId, period) {
      const own = inWindow(settings.edges(place(machineId)), period)
      if (asEntered === undefined) return own
      const before = asEntered.edges(machineId, period)
      return before.every((edge) => own.includes(edge))
        ? own
        : [...new Set([...own, ...before])].sort((a, b) => a - b)
    },
    thresholds: (machineId) => settings.thresholds(place(machineId)),
    rules: (at) => settings.rules({ clientId: places[0]?.clientId ?? 0 }, at),
    rule: (machineId) => settings.rule(place(machineId)),
    lineName(machineId, at) {
      const line = settings.line({ id: machineId }, at)
      return line === undefined ? undefined : line === null ? '' : nameOf(line)
    },
    lineEdges: (machineId, period) => inWindow(settings.lineEdges({ id: machineId }), period),
    pastChanges(machineId, { from, to }) {
      const { id, clientId, machineTypeId, zone } = place(machineId)
      const owners = [
        `machine ${id}`,
        `client ${clientId} ${machineTypeId}`,
        `client ${clientId}`,
        `machineType ${machineTypeId}`,
      ]
      return applied
        .filter((entry) => owners.includes(ownerOf(entry)))
        .map((entry) => pastChange(entry, zone))
        .filter((one) => one.from < to.getTime() && nextMinute(one.at.getTime()) > from.getTime())
    },
    asEntered,
  }
}

function pastChange({ value, ...entry }: StoredSetting, zone: string): PastChange {
  const { id, kind, product, code, enteredAt, enteredBy, reason } = entry
  return {
    ...{ id, kind, product, code, reason, at: enteredAt, by: enteredBy },
    value: typeof value === 'number' || typeof value === 'string' ? value : null,
    from: settingFrom(entry, zone),
  }
}

/** An entry of the past holds from the minute after it was entered, others when they do. */
function fromWhenEntered(entry: StoredSetting): StoredSetting {
  if (entry.changeId === null) return entry
  const from = new Date(nextMinute(entry.enteredAt.getTime()))
  return { ...entry, changeId: null, validFrom: from, validWall: null }
}
