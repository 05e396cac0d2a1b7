import type { ClientScope } from '@packboard/model'
import { minuteFrom } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { momentsAt } from './momentsAt.ts'

/** The speed that one machine held at some instants, in packs per minute: at a sample the new one; null where none is known. */
export async function speedsAt(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineId, instants }: { readonly machineId: number; readonly instants: readonly Date[] },
): Promise<(number | null)[]> {
  if (instants.length === 0) return []
  const places = instants.map((at) => ({ machineId, at: at.getTime() }))
  const last = Math.max(...places.map(({ at }) => at))
  return context.ledger.read([machineId], minuteFrom(last + 1), async (view) => {
    const momentAt = await momentsAt(context, view, { clientId, instants: places, named: false })
    return places.map((place) => {
      const moment = momentAt(place)
      return moment?.speedKnown ? moment.speed : null
    })
  })
}
