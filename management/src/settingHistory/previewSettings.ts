import { refusedField, type SettingKind } from '@packboard/model'
import {
  type ClientSettings,
  readPlaces,
  settingsOfPlaces,
} from '../datedSettings/clientSettings.ts'
import {
  ownersOf,
  type PlannedEntry,
  planSettings,
  wallOf,
} from '../datedSettings/enterSettings.ts'
import {
  clientsOfTypes,
  ownerOf,
  type StoredSetting,
  settingFrom,
} from '../datedSettings/storedSettings.ts'
import { type Db, inside, type Management } from '../store.ts'
import { newestEntryAround, type SettingsOwner } from './changeSettings.ts'

/** A client whose past a change would move. */
export type PreviewedClient = {
  readonly clientId: number
  readonly name: string
  readonly zone: string
  /** When the earliest entry begins on its clock, ms since 1970. */
  readonly from: number
  /** The machines that entries of the past are about, by serial number; deleted ones have no figures. */
  readonly machines: readonly { readonly id: number; readonly serialNo: string }[]
  /** What entries of the past are of. */
  readonly kinds: ReadonlySet<SettingKind>
  readonly before: ClientSettings
  /** As they would be with the entries. */
  readonly after: ClientSettings
}

/** What a change of the past would be. */
export type PreviewedChange = {
  readonly version: number
  readonly newestEntry: number
  /** `YYYY-MM-DD HH:mm`: the earliest beginning. */
  readonly applyFrom: string
  readonly clients: readonly PreviewedClient[]
}

/** What entries would do to the settings of clients; nothing is stored. Without one that begins in the past it is refused. */
export function previewSettings(
  management: Management,
  lockOwner: (db: Db) => Promise<SettingsOwner>,
): Promise<PreviewedChange> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const { of, version, entries } = await lockOwner(db)
    const planned = await planSettings(db, new Date(store.now()), entries)
    const past = planned.filter(({ isPast }) => isPast)
    const [applyFrom] = past
      .map(({ begins, zones }) => wallOf(begins, zones[0] ?? 'UTC') ?? '')
      .sort()
    if (applyFrom === undefined) throw refusedField('0.validFrom', 'Nothing begins in the past.')
    const clientIds =
      of.clientId === null ? await clientsOfTypes(db, [of.machineTypeId ?? 0]) : [of.clientId]
    const clients: PreviewedClient[] = []
    for (const clientId of clientIds) {
      clients.push(await previewedClient(db, clientId, planned, new Date(store.now())))
    }
    return { version, newestEntry: await newestEntryAround(db, of), applyFrom, clients }
  })
}

async function previewedClient(
  db: Db,
  clientId: number,
  planned: readonly PlannedEntry[],
  at: Date,
): Promise<PreviewedClient> {
  const { name, zone } = await db
    .selectFrom('client')
    .select(['name', 'zone'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const { places, entries, nameOf } = await readPlaces(db, { clientId })
  const machines = await db
    .selectFrom('machine')
    .select(['id', 'serial_no as serialNo', 'machine_type_id as typeId'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('serial_no')
    .execute()
  const past = planned.filter(({ isPast }) => isPast)
  const owners = new Set(past.map(({ entry }) => ownerOf(ownersOf(entry))))
  const begins = past.map((one) => settingFrom(one.begins, zone))
  const added = planned.filter(({ changes }) => changes).map((one) => asStored(one, at))
  return {
    ...{ clientId, name, zone, from: Math.min(...begins) },
    machines: machines
      .filter(({ id, typeId }) =>
        [
          `machine ${id}`,
          `client ${clientId} ${typeId}`,
          `client ${clientId}`,
          `machineType ${typeId}`,
        ].some((owner) => owners.has(owner)),
      )
      .map(({ id, serialNo }) => ({ id, serialNo })),
    kinds: new Set(past.map(({ entry }) => entry.kind)),
    before: settingsOfPlaces(places, entries, nameOf),
    after: settingsOfPlaces(places, [...entries, ...added], nameOf),
  }
}

/** An entry as if it had been entered. */
function asStored({ entry, begins }: PlannedEntry, at: Date): StoredSetting {
  return {
    ...{ ...ownersOf(entry), ...begins, value: entry.value, reason: entry.reason ?? '' },
    ...{ id: Number.MAX_SAFE_INTEGER, enteredAt: at, enteredBy: null, changeId: null },
  }
}
