import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteMs } from '../fold/minute.ts'
import { storedSamples } from './readRecords.ts'
import {
  blockLists,
  byMachine,
  isListed,
  type RoundStretch,
  type StretchSamples,
} from './roundStretch.ts'

/** Of more minutes than this share the samples are read from the store, and then of all. */
const mostReadShare = 1 / 4

const countSql = `
  SELECT machine_id AS machineId, toUInt32(intDiv(toUnixTimestamp(at), 60)) AS minute, toUInt32(count()) AS records
  FROM sample
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(at), {blockSeconds:UInt32}))) ${isListed}
    AND batch <= {revision:UInt64}
  GROUP BY machineId, minute
` as const

/**
 * The samples of those stretches that are mostly cached since their back-fill came; null for the others. How many there are of each
 * minute the store says, which costs it a third of reading them; a minute of which it holds another number is read.
 */
export async function backfilled(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  revision: bigint,
  backfills = context.records.backfills,
): Promise<(StretchSamples | null)[]> {
  const found = stretches.map((): StretchSamples | null => null)
  const cached = stretches.flatMap((stretch, index) => {
    const backfill = backfills.within(stretch, revision)
    return backfill ? [{ stretch, index, ...backfill }] : []
  })
  if (cached.length === 0) return found
  const stored = await storedCounts(
    context,
    cached.map(({ stretch }) => stretch),
    revision,
  )
  const parts = cached.flatMap((part, place) => {
    const storedOf = stored[place] ?? new Map<number, number>()
    const minutes = [...new Set([...part.counts.keys(), ...storedOf.keys()])]
    const mustRead = minutes.filter((minute) => part.counts.get(minute) !== storedOf.get(minute))
    return mustRead.length > minutes.length * mostReadShare ? [] : [{ ...part, mustRead }]
  })
  const read = await samplesOfMinutes(context, parts, revision)
  for (const [place, { index, counts, samples }] of parts.entries()) {
    const count = [...counts.values()].reduce((sum, records) => sum + records, 0)
    found[index] = { count, samples: samples(read[place] ?? new Map()) }
  }
  return found
}

/** How many samples the store holds of each minute of some stretches. */
async function storedCounts(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  revision: bigint,
): Promise<Map<number, number>[]> {
  const counts = stretches.map(() => new Map<number, number>())
  const places = byMachine(stretches)
  await selectRows(
    context,
    {
      name: 'ledger.countsOfStretches',
      sql: countSql,
      params: { ...blockLists(stretches), revision },
      columns: { machineId: 'UInt32', minute: 'UInt32', records: 'UInt32' },
    },
    (rows) => {
      for (const { machineId, minute, records } of rows) {
        const at = minute * minuteMs
        for (const index of places.at(machineId, at)) counts[index]?.set(at, records)
      }
    },
  )
  return counts
}

/** The samples of the minutes of each stretch that are not cached whole. */
async function samplesOfMinutes(
  context: TelemetryContext,
  parts: readonly { readonly stretch: RoundStretch; readonly mustRead: readonly number[] }[],
  revision: bigint,
): Promise<Map<number, readonly LedgerSample[]>[]> {
  const minutes = parts.flatMap(({ stretch, mustRead }, place) =>
    mustRead.map((minute) => {
      return { ...stretch, from: minute, to: minute + minuteMs, last: minute, place }
    }),
  )
  const samples = await storedSamples(context, 'ledger.samplesOfMinutes', minutes, revision)
  const found = parts.map(() => new Map<number, readonly LedgerSample[]>())
  for (const [index, { place, from }] of minutes.entries()) {
    found[place]?.set(from, samples[index] ?? [])
  }
  return found
}
