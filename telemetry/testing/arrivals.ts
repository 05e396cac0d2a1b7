import fc from 'fast-check'
import type { LedgerAlarm, LedgerSample } from '../src/ledger/fold/ledgerRecords.ts'
import type { StoredAlarm, StoredSample } from '../src/records.ts'
import type { Telemetry } from '../src/store.ts'
import { commitBatch } from '../src/write.ts'
import { batchOf } from './records.ts'

/** Samples of the ledger as records of a machine. */
export function stored(
  place: { clientId: number; machineId: number },
  samples: readonly LedgerSample[],
) {
  return samples.map(({ death, ...reported }): StoredSample => {
    const plain = Object.entries(reported).filter(([, value]) => value !== undefined)
    return {
      ...place,
      ...(Object.fromEntries(plain) as Pick<StoredSample, 'at' | 'sourceAt' | 'sequence'>),
      receivedAt: reported.at,
      flagged: reported.sourceAt !== reported.at,
      ...(death ? { death: true } : {}),
    }
  })
}

export const raised = (
  place: { clientId: number; machineId: number },
  alarms: readonly LedgerAlarm[],
) => alarms.map((alarm): StoredAlarm => ({ ...place, ...alarm, receivedAt: alarm.raisedAt }))

/** How records come in: which batch each one is in, and whether the ledger catches up after a batch. */
export const anyArrival = fc.record({
  batches: fc.array(fc.nat(4), { minLength: 46, maxLength: 46 }),
  shuffle: fc.array(fc.nat(), { minLength: 46, maxLength: 46 }),
  settles: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  again: fc.array(fc.boolean(), { minLength: 46, maxLength: 46 }),
})

export type Arrival = typeof anyArrival extends fc.Arbitrary<infer Value> ? Value : never

/** Lets records come in, batch by batch. */
export async function arrive(
  telemetry: Telemetry,
  place: { clientId: number; machineId: number },
  samples: readonly LedgerSample[],
  alarms: readonly LedgerAlarm[],
  { batches, shuffle, settles, again }: Arrival,
) {
  const order = <T>(list: readonly T[]) =>
    list
      .map((value, i) => ({ value, i }))
      .sort((a, b) => shuffle[a.i]! - shuffle[b.i]! || a.i - b.i)
  for (let batch = 0; batch <= 4; batch++) {
    // What was sent before may come once more, in any later batch.
    const now = (i: number) => batches[i] === batch || (again[i] && batches[i]! < batch)
    await commitBatch(
      telemetry,
      batchOf({
        samples: stored(
          place,
          order(samples)
            .filter(({ i }) => now(i))
            .map(({ value }) => value),
        ),
        alarms: raised(
          place,
          order(alarms)
            .filter(({ i }) => now(45 - i))
            .map(({ value }) => value),
        ),
      }),
    )
    if (settles[batch]) await telemetry.settled()
  }
}
