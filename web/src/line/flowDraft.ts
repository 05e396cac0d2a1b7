import { type FlowFault, findFlowFault, type Station } from '@packboard/model'

export type DraftStation = Station<string>
/** The stations of a line while they are edited. */
export type FlowDraft = readonly DraftStation[]

/** Where a machine goes: onto a station, into a new one before the station of this place, or off the line. */
export type Place = { readonly onto: number } | { readonly before: number } | { readonly off: true }

const newStation = (machine: string): DraftStation => ({
  ...{ machines: [machine], needs: 1, bufferSeconds: 0, key: false },
})

export const stationOf = (draft: FlowDraft, machine: string) =>
  draft.findIndex(({ machines }) => machines.includes(machine))

/** The flow with a machine at another place. A station that has no machine left is gone; what it needs stays within its machines. */
export function moveMachine(draft: FlowDraft, machine: string, place: Place): FlowDraft {
  const without = draft.map((station) =>
    station.machines.includes(machine)
      ? { ...station, machines: station.machines.filter((each) => each !== machine) }
      : station,
  )
  const moved = without.flatMap((station, index): DraftStation[] => {
    const added = 'before' in place && place.before === index ? [newStation(machine)] : []
    if ('onto' in place && place.onto === index) {
      return [{ ...station, machines: [...station.machines, machine] }]
    }
    return [...added, station]
  })
  if ('before' in place && place.before >= draft.length) moved.push(newStation(machine))
  return moved
    .filter(({ machines }) => machines.length > 0)
    .map((station) => ({
      ...station,
      needs: Math.max(1, Math.min(station.needs, station.machines.length)),
    }))
}

/**
 * Alt and an arrow: out of a station with others a machine gets one of its own beside it; alone it joins the station beside it. null:
 * there is none.
 */
export function stepAside(draft: FlowDraft, machine: string, step: -1 | 1): Place | null {
  const at = stationOf(draft, machine)
  const station = draft[at]
  if (!station) return { before: step === 1 ? draft.length : 0 }
  if (station.machines.length > 1) return { before: step === 1 ? at + 1 : at }
  const beside = at + step
  return beside < 0 || beside >= draft.length ? null : { onto: beside }
}

export function changeStation(
  draft: FlowDraft,
  at: number,
  change: Partial<DraftStation>,
): FlowDraft {
  return draft.map((station, index) => (index === at ? { ...station, ...change } : station))
}

/** The line is counted at one station, or at none. */
export const chooseKey = (draft: FlowDraft, at: number | null): FlowDraft =>
  draft.map((station, index) => ({ ...station, key: index === at }))

export const sameFlow = (a: FlowDraft, b: FlowDraft) => JSON.stringify(a) === JSON.stringify(b)

/** Why a draft cannot be stored, with the places of both stations where two do not agree; null: it can. */
export function draftFault(
  draft: FlowDraft,
): { readonly kind: FlowFault['kind']; readonly station: number; readonly other: number } | null {
  const fault = findFlowFault([{ lineName: 'line', validFrom: null, stations: draft }])
  if (fault === null) return null
  const placeOf = (at: string | undefined) => Number(/stations\.(\d+)/.exec(at ?? '')?.[1] ?? 0)
  return { kind: fault.kind, station: placeOf(fault.at) + 1, other: placeOf(fault.other) + 1 }
}

/** The stations as a call takes them. */
export const sendable = (draft: FlowDraft) =>
  draft.map(({ machines, ...station }) => ({ ...station, machines: [...machines] }))
