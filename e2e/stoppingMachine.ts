import { setReasons } from '@packboard/contract'
import { expect } from '@playwright/test'
import { address, ask } from './people.ts'

/** The client of the journeys of the stop book; the plant does not play its machines. */
export const stopBookClient = 81

const idOf = (number: number) => `81000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Ids of its reasons. */
export const reasonIds = {
  film: idOf(1),
  filmBreak: idOf(2),
  filmChange: idOf(3),
  cleaning: idOf(4),
  noProduct: idOf(5),
} as const

const reason = (id: string, rank: number, en: string, over: object = {}) => ({
  ...{ id, rank, parent: null, name: { en }, icon: 'film', planned: false, cause: 'machine' },
  ...{ overrunSeconds: null, alarms: [], states: [], retired: false },
  ...over,
})

/** Gives the client its reasons; the same again changes nothing. */
export async function prepareReasons() {
  const reasons = [
    reason(reasonIds.film, 1, 'Film'),
    reason(reasonIds.filmBreak, 1, 'Film break', {
      ...{ parent: reasonIds.film, icon: 'scissors', states: [21] },
    }),
    reason(reasonIds.filmChange, 2, 'Film change', {
      ...{ parent: reasonIds.film, planned: true, overrunSeconds: 600 },
    }),
    reason(reasonIds.cleaning, 2, 'Cleaning', {
      ...{ icon: 'washer', planned: true, cause: 'operator' },
    }),
    reason(reasonIds.noProduct, 3, 'No product', { icon: 'noProduct', cause: 'external' }),
  ]
  await ask('admin', setReasons, { id: stopBookClient, body: { reasons } })
}

/** A sample each 30 s keeps a machine in sight. */
const everyMs = 30_000
const run = 'Execute'
const filmSnap = 'Film Snap'

/** Sends samples of a machine of the stop book; a later call has to go on after an earlier one. */
export async function sendSamples(
  serialNo: string,
  samples: readonly {
    readonly time: number
    readonly state: string
    readonly packs?: number
    readonly product?: string
  }[],
) {
  const answer = await fetch(`${address()}/api/ingest/records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'x-access-token': `${serialNo}:packboard`,
    },
    body: samples
      .map((sample) => JSON.stringify({ kind: 'sample', serialNo, speed: 0, ...sample }))
      .join('\n'),
  })
  expect(await answer.json()).toMatchObject({ accepted: samples.length })
}

/**
 * Stops of three minutes with two minutes of running between them, the last one over a minute before `until`; then the
 * machine runs, or stops again where `open` is set. It packs while it runs.
 */
export async function sendStops(serialNo: string, count: number, until: number, open: boolean) {
  const stopMs = 180_000
  const runMs = 120_000
  const first = until - 60_000 - count * (stopMs + runMs) - runMs
  const samples: { time: number; state: string; packs: number; product: string }[] = []
  let packs = 0
  for (let time = first; time < until - 60_000; time += everyMs) {
    const within = (time - first) % (stopMs + runMs)
    const isBeforeLast = time - first < count * (stopMs + runMs)
    const state = isBeforeLast && within >= runMs ? filmSnap : run
    samples.push({ time, state, packs, product: 'Oat Biscuits' })
    if (state === run) packs += 20
  }
  const last = open ? [filmSnap, filmSnap] : [run, run]
  const ends = [until - 30_000, until - 1_000]
  await sendSamples(serialNo, [
    ...samples,
    ...last.map((state, index) => ({ time: ends[index] ?? until, state })),
  ])
}
