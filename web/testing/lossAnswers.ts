import { lossBridge, lossTree } from '@packboard/model'
import { serve } from './openPage.tsx'
import { wireStops } from './productionAnswers.ts'
import { wireCoverage } from './stopBookAnswers.ts'

/** The window of these answers. */
export const week = 'from=2026-11-09&to=2026-11-15&zone=UTC'
const cause = (key: string, seconds: number) =>
  ({ kind: 'cause', key, group: 'Film', seconds, lostPacks: seconds, stops: 2 }) as const
const micro = { kind: 'micro', key: '', group: '', seconds: 600, lostPacks: 9, stops: 4 } as const
const tree = (jaw: number) =>
  lossTree({
    ...{ planned: 100_000, run: 100_000 - jaw - 600, ideal: 80_000 - jaw, good: 79_000 - jaw },
    ...{ stood: [cause('Front jaw', jaw), micro], speedPacks: 40_000, rejects: 2_000 },
  })

function sideOf(of: ReturnType<typeof tree>, from: string, to: string, more: object = {}) {
  return {
    ...{ from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z`, none: null },
    ...{ plannedSeconds: of.planned, runSeconds: of.run, goodSeconds: of.good, oeee: of.oeee },
    ...{ coverage: 99.8, losses: of.losses, leftOverSeconds: of.leftOver, packsAfterGap: 0 },
    terms: [
      {
        ...{ machine: 'FW-102', product: 'Milk Bar 45 g', targetPpm: 120, packs: 1, rejects: 2 },
        ...{ runSeconds: of.run, idealSeconds: of.ideal, goodSeconds: of.good },
      },
    ],
    ...more,
  }
}

const [was, is] = [tree(1_000), tree(5_000)]
export const [nowSide, beforeSide] = [
  sideOf(is, '2026-11-09', '2026-11-16'),
  sideOf(was, '2026-11-02', '2026-11-09'),
]
const { bars, difference, leftOver } = lossBridge(was, is)
/** A bridge whose bars are those of the model. */
export const whole = {
  ...{ now: nowSide, before: beforeSide, none: null, bars },
  ...{ differencePoints: difference, leftOverPoints: leftOver },
}

export function serveBridge(answer: object = whole) {
  return serve((path) => {
    if (path.startsWith('/api/admin/bridge?')) return Response.json(answer)
    if (path.startsWith('/api/admin/losses?')) return Response.json(nowSide)
    if (path.startsWith('/api/admin/stops?')) {
      return Response.json({ stops: wireStops, count: 2, reasons: wireCoverage })
    }
    return undefined
  })
}

export const queriesOf = (requested: readonly { path: string }[], call: string) =>
  requested
    .filter(({ path }) => path.startsWith(call))
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://page').searchParams))
