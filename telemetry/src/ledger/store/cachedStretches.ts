import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { LedgerSample } from '../fold/ledgerRecords.ts'
import { minuteMs } from '../fold/minute.ts'
import type { BackfillStretch } from './backfills.ts'
import type { MinutePlace } from './minutePlaces.ts'
import { blockLists, type RoundStretch, type StretchSamples } from './roundStretch.ts'
import { samplesOfMinutes } from './samplesOfMinutes.ts'
import { byMachine } from './stretchesByMachine.ts'

/** Of more minutes than this share the samples are read from the store, and then of all. */
const mostReadShare = 1 / 4

const countSql = `
  SELECT machine_id AS machineId, toUInt32(intDiv(toUnixTimestamp(at), 60)) AS minute, toUInt32(count()) AS records
  FROM sample
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(at), {blockSeconds:UInt32}))) IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({blockMachines:Array(UInt32)}, {blocks:Array(UInt32)})) AS pair)
    )
    AND batch <= {revision:UInt64}
  GROUP BY machineId, minute
`

/**
 * Of the wanted stretches those whose samples are mostly cached since their back-fill came. How many there are of each minute the store
 * says, which costs it a third of reading them; a minute of which it holds another number is read.
 */
export async function cachedStretches(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  isWanted: (index: number) => boolean,
  revision: bigint,
  backfills = context.records.backfills,
): Promise<Map<number, StretchSamples>> {
  const cached = new Map<number, BackfillStretch>()
  stretches.forEach((stretch, index) => {
    const backfill = isWanted(index) ? backfills.within(stretch, revision) : null
    if (backfill) cached.set(index, backfill)
  })
  if (cached.size === 0) return new Map()
  const stored = await readCounts(context, stretches, (index) => cached.has(index), revision)
  const instead = new Map<number, Map<number, LedgerSample[]>>()
  for (const [index, { counts }] of cached) {
    const storedCounts = stored.get(index) ?? new Map<number, number>()
    const minutes = new Set([...counts.keys(), ...storedCounts.keys()])
    const mustRead = [...minutes].filter(
      (minute) => counts.get(minute) !== storedCounts.get(minute),
    )
    if (mustRead.length > minutes.size * mostReadShare) cached.delete(index)
    else instead.set(index, new Map(mustRead.map((minute) => [minute, []])))
  }
  await readInstead(context, stretches, instead, revision)
  return new Map(
    [...cached].map(([index, { counts, samples }]) => {
      const count = [...counts.values()].reduce((sum, records) => sum + records, 0)
      return [index, { count, samples: samples(instead.get(index) ?? new Map()) }]
    }),
  )
}

/** How many samples the store holds of each minute of some stretches. */
async function readCounts(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  isWanted: (index: number) => boolean,
  revision: bigint,
): Promise<Map<number, Map<number, number>>> {
  const stored = byMachine(stretches, isWanted)
  const counts = new Map<number, Map<number, number>>()
  await selectRows(
    context,
    {
      name: 'ledger.countsOfStretches',
      sql: countSql,
      params: { ...blockLists(stored.stretches), revision },
      columns: { machineId: 'UInt32', minute: 'UInt32', records: 'UInt32' },
    },
    (rows) => {
      for (const { machineId, minute, records } of rows) {
        const at = minute * minuteMs
        for (const index of stored.at(machineId, at)) {
          const minutes = counts.get(index)
          if (minutes) minutes.set(at, records)
          else counts.set(index, new Map([[at, records]]))
        }
      }
    },
  )
  return counts
}

/** Reads the samples of the minutes that are not cached whole. */
async function readInstead(
  context: TelemetryContext,
  stretches: readonly RoundStretch[],
  instead: ReadonlyMap<number, Map<number, LedgerSample[]>>,
  revision: bigint,
): Promise<void> {
  const clients = new Map<number, MinutePlace[]>()
  for (const [index, minutes] of instead) {
    const stretch = stretches[index]
    if (!stretch) continue
    const places = clients.get(stretch.clientId) ?? []
    clients.set(stretch.clientId, places)
    for (const minute of minutes.keys()) places.push({ machineId: stretch.machineId, minute })
  }
  for (const [clientId, places] of clients) {
    if (places.length === 0) continue
    const found = await samplesOfMinutes(context, clientId, places, revision)
    for (const [index, minutes] of instead) {
      const stretch = stretches[index]
      if (stretch?.clientId !== clientId) continue
      for (const minute of minutes.keys()) {
        minutes.set(minute, found.get({ machineId: stretch.machineId, minute }) ?? [])
      }
    }
  }
}
