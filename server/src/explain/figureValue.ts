import { addSeconds, notScheduledSeconds } from '@packboard/model'
import type { FigureBasis } from '../figures/figureBasis.ts'
import { metricsOf, type TargetOf } from '../figures/metricsOf.ts'
import { alarmGroupSlices, noProduct, productSlices, stateSlices } from '../figures/slices.ts'
import type { Explained } from './sliceFilter.ts'

/** What figures are computed from; alarms are counted apart from time. */
export type FigureParts = {
  readonly basis: FigureBasis
  readonly targetOf: TargetOf
  readonly alarms: readonly { readonly group: string; readonly count: number }[]
}

/** The value of a figure, computed by the same function as its card or pie. */
export function figureValue(
  { figure, part }: Explained,
  { basis, targetOf, alarms }: FigureParts,
): number | null {
  const { contexts } = basis
  switch (figure) {
    case 'packs':
      return metricsOf(basis, targetOf).packs
    case 'oeee':
      return metricsOf(basis, targetOf).oee.oee
    case 'run':
    case 'idle':
    case 'alarm':
    case 'ancillary':
    case 'unknown':
      return metricsOf(basis, targetOf).time[figure]
    case 'offline': {
      const { time } = metricsOf(basis, targetOf)
      return addSeconds(time.offline, -notScheduledSeconds(time))
    }
    case 'product': {
      const product = part === noProduct ? '' : part
      return productSlices(contexts).find((slice) => slice.product === product)?.packs ?? 0
    }
    case 'state':
      return stateSlices(contexts).find((slice) => slice.name === part)?.seconds ?? 0
    case 'alarmGroup':
      return alarmGroupSlices(contexts, alarms).find((slice) => slice.group === part)?.count ?? 0
  }
}
