import { microStopSeconds, proposalFor, type Reason } from '@packboard/model'
import { expect, test } from 'vitest'
import type { MachineDay, Piece } from '../machine/machineDay.ts'
import { poweredOff, State } from '../machine/states.ts'
import { factory } from '../plants/factory.ts'
import { play } from './fit.ts'

/** Monday to Sunday. */
const [from, until] = [Date.parse('2026-11-09T07:00:00Z'), Date.parse('2026-11-16T04:00:00Z')]

type Stop = {
  readonly machine: string
  readonly client: string
  readonly at: number
  readonly alarm: { readonly group: string; readonly text: string }
  /** What the plant played: a person who was there would say so. */
  readonly truth: string
}

/** Which story the plant played, from its states and the mode that its people chose; alarms have no say. */
function truthOf(pieces: readonly Piece[]): string {
  const has = (...states: number[]) => pieces.some(({ state }) => states.includes(state))
  if (pieces.some(({ unitMode }) => unitMode === 'Maintenance')) return 'repair'
  if (pieces.some(({ unitMode }) => unitMode === 'Setup')) return 'changeover'
  if (has(State.FilmSnap)) return 'film break'
  if (has(State.RegFilmAlarm)) return 'film tracking'
  if (has(State.PackBlock)) return 'jam'
  if (has(State.SealOverValue, State.SealUnderValue)) return 'seal'
  if (has(State.MinPack, State.MaxPack)) return 'weight'
  if (has(State.Downstream, State.Suspended)) return 'other machine'
  if (has(State.Aborted)) return 'cleared by hand'
  return 'waiting'
}

/** The stops of a day from the threshold on that an alarm names. */
function stopsOf(client: string, { machine, pieces, alarms, to }: MachineDay): Stop[] {
  const found: Stop[] = []
  let own: Piece[] = []
  const end = (at: number) => {
    const [first] = own
    const begin = first?.from ?? at
    const alarm =
      alarms.find(({ raisedAt }) => begin - 3_000 <= raisedAt && raisedAt < at) ??
      alarms.findLast(({ raisedAt, clearedAt }) => raisedAt < begin && begin < clearedAt)
    if (first !== undefined && alarm && at - begin >= microStopSeconds * 1000) {
      found.push({
        ...{ machine: machine.serialNo, client, at: begin, truth: truthOf(own) },
        alarm: { group: alarm.group, text: alarm.description },
      })
    }
    own = []
  }
  for (const piece of pieces) {
    if (piece.paceTenths > 0) end(piece.from)
    else if (piece.state !== poweredOff) own.push(piece)
  }
  end(to)
  return found
}

const played = play(factory(), { seed: 'packboard', from, until })
const stops = played
  .flatMap(({ line, day }) => stopsOf(line.client, day))
  .sort((a, b) => a.at - b.at)
const reasons = [...new Set(stops.map(({ truth }) => truth))].map(
  (id, index): Reason => ({
    ...{ id, parent: null, name: { en: id }, icon: 'more', planned: false, cause: 'machine' },
    ...{ rank: index + 1, overrunSeconds: null, alarms: [], states: [], retired: false },
  }),
)

/** The share of stops whose proposal is right, of each client's stops after its first 50; people confirm or correct each one. */
function rightShare(): { readonly share: number; readonly count: number } {
  const last = new Map<string, string>()
  const confirmed = new Map<string, number>()
  let [right, count] = [0, 0]
  for (const { machine, client, alarm, truth } of stops) {
    const key = JSON.stringify([machine, alarm])
    const known = confirmed.get(client) ?? 0
    if (known >= 50) {
      const lastConfirmed = last.get(key) ?? null
      const proposal = proposalFor(reasons, { alarm, state: null, lastConfirmed })
      count += 1
      if (proposal?.reason === truth) right += 1
    }
    last.set(key, truth)
    confirmed.set(client, known + 1)
  }
  return { share: right / count, count }
}

test('after 50 confirmed stops of a client proposals are right in four of five stops with an alarm', () => {
  const { share, count } = rightShare()
  console.info(`Proposals: ${(100 * share).toFixed(1)} % of ${count} stops are right.`)
  expect(count).toBeGreaterThan(200)
  expect(share).toBeGreaterThanOrEqual(0.8)
})
