import type { LedgerSample } from '../fold/ledgerRecords.ts'

/** Versions of one sample follow each other, oldest first. */
export function keepNewest(samples: LedgerSample[], sample: LedgerSample): void {
  const last = samples.at(-1)
  if (last !== undefined && isSameSample(last, sample)) samples[samples.length - 1] = sample
  else samples.push(sample)
}

/** Whether two are versions of one sample, of a machine (D7). */
export function isSameSample(one: LedgerSample, other: LedgerSample): boolean {
  return one.at === other.at && one.sourceAt === other.sourceAt && one.sequence === other.sequence
}
