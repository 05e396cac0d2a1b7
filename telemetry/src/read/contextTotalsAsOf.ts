import type { ClientScope } from '@packboard/model'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { ContextSums, type ContextTotal } from './contextTotals.ts'
import { foldsAsOf, type QuestionAsOf } from './foldAsOf.ts'
import { type PlannedTotal, pieceOf } from './partTotals.ts'
import { SpanPlaces, type UnplannedSpans } from './unplannedSpans.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/**
 * The totals of a window as they were when only what had been received until then was known, divided by what takes time out of planned
 * time (D72, D73). Folded from raw (foldAsOf.ts).
 */
export async function contextTotalsAsOf(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & QuestionAsOf & { readonly spans?: UnplannedSpans },
): Promise<PlannedTotal<ContextTotal>[]> {
  const { machineIds, period, filter, spans = new Map() } = question
  const places = new SpanPlaces([minuteOf(period.from.getTime())], spans, [...new Set(machineIds)])
  const sums = Array.from({ length: places.size }, () => new ContextSums(filter))
  await foldsAsOf(telemetry, scope, question, (machineId, fold) => {
    for (const event of fold.events(null)) {
      if (event.ms === 0) sums[places.placeAt(machineId, event.to)]?.addEvent(event)
      else {
        for (const piece of places.piecesOf(machineId, event.from, event.to)) {
          sums[piece.place]?.addEvent(pieceOf(event, piece))
        }
      }
    }
  })
  return sums.flatMap((one, place) => {
    const { mark } = places.of(place)
    return one.totals().map((total) => ({ ...total, ...mark }))
  })
}
