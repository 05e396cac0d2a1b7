import type { Chance } from './chance.ts'
import type { RawAudit, RawSample } from './rawRecords.ts'

const minute = 60_000

/**
 * A machine that packs for hours, whose settings are changed now and then: after one of the changes it may stop and reject more. So
 * what came before and after a change has something to say.
 */
export function steadyRecords(serialNo: string, middle: number, chance: Chance) {
  const samples: RawSample[] = []
  const from = middle - chance.whole(4, 8) * 60 * minute
  const to = middle + chance.whole(4, 8) * 60 * minute
  const harmAt = chance.whole(from, to)
  const harms = chance.percent(60)
  let [packs, rejects, left] = [0, 0, 0]
  let stop = 21
  let product = 'Rye 500 g'
  for (let time = from; time < to; time += chance.whole(20, 40) * 1_000) {
    const isWorse = harms && time >= harmAt
    if (left === 0 && chance.percent(isWorse ? 12 : 2)) {
      left = chance.whole(1, 6)
      stop = chance.one([21, 5, 3, 19])
    }
    if (chance.percent(0.2)) product = product === 'Rye 500 g' ? 'Crisps' : 'Rye 500 g'
    const state = left > 0 ? stop : 10
    samples.push({
      ...{ kind: 'sample', serialNo, time, sequence: 0, state, product, packs, rejects },
      speed: state === 10 ? 60 : 0,
    })
    left = Math.max(0, left - 1)
    if (state !== 10) continue
    packs += chance.whole(18, 22)
    rejects += chance.percent(isWorse ? 60 : 10) ? 1 : 0
  }
  const others = Array.from({ length: chance.whole(2, 12) }, (_, index): RawAudit => {
    const time = index === 0 ? harmAt : chance.whole(from, to)
    return {
      ...{ kind: 'audit', serialNo, time, userGroup: 'Operator', before: '120', after: '125' },
      description: chance.one(['Seal temperature', 'Bag length', 'Speed']),
    }
  })
  return { samples, others }
}
