import { defaultHoldMs, nextMinute } from '@packboard/model'
import type { Db } from '../store.ts'
import { DatedSettings, type SettingsPlace } from './machineSettings.ts'
import { storedSettings } from './storedSettings.ts'

/** What a machine has of its own; null: as its machine type, or as its products say. */
export type OwnSettings = {
  readonly holdMs: number | null
  readonly designPpm: number | null
  readonly targetPpm: number | null
}

export const noOwnSettings: OwnSettings = { holdMs: null, designPpm: null, targetPpm: null }

/** What forms show of machines: what was entered holds from the next minute on, and is shown at once. */
export async function presentSettings(
  db: Db,
  places: readonly SettingsPlace[],
  now: number,
): Promise<
  ReadonlyMap<
    number,
    OwnSettings & {
      readonly ofType: { readonly holdMs: number; readonly designPpm: number | null }
    }
  >
> {
  const settings = new DatedSettings(
    await storedSettings(db, {
      machineIds: places.map(({ id }) => id),
      machineTypeIds: [...new Set(places.map(({ machineTypeId }) => machineTypeId))],
      kinds: ['holdLimit', 'designSpeed', 'targetSpeed'],
    }),
  )
  const at = nextMinute(now)
  return new Map(
    places.map((place) => {
      // No machine has the number 0: what is left is that of its type.
      const type = { ...place, id: 0 }
      const hold = settings.hold(place, at)
      const design = settings.design(place, at)
      return [
        place.id,
        {
          holdMs: hold?.layer === 0 ? hold.value : null,
          designPpm: design?.layer === 0 ? design.value : null,
          targetPpm: settings.ownTarget(place, at)?.value ?? null,
          ofType: {
            holdMs: settings.hold(type, at)?.value ?? defaultHoldMs,
            designPpm: settings.design(type, at)?.value ?? null,
          },
        },
      ]
    }),
  )
}

/** The same of one machine. */
export async function ownSettings(
  db: Db,
  { id, client_id: clientId }: { readonly id: number; readonly client_id: number },
  now: number,
): Promise<OwnSettings> {
  // Its type says nothing here, so no clock is needed.
  const place = { id, clientId, machineTypeId: 0, zone: 'UTC' }
  return (await presentSettings(db, [place], now)).get(id) ?? noOwnSettings
}
