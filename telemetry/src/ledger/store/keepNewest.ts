import type { LedgerSample } from '../fold/ledgerRecords.ts'

/** Versions of one sample follow each other, oldest first. */
export function keepNewest(samples: LedgerSample[], sample: LedgerSample): void {
  const last = samples.at(-1)
  const same =
    last !== undefined &&
    last.at === sample.at &&
    last.sourceAt === sample.sourceAt &&
    last.sequence === sample.sequence
  if (same) samples[samples.length - 1] = sample
  else samples.push(sample)
}
