import type { Batch, BatchMessage, Quarantined, StoredAudit, StoredSample } from '../records.ts'
import type { ErasedNames } from './erasedNames.ts'
import { erasedRaw, textsOf } from './quarantineText.ts'

/**
 * Records on their way into the store, without the names that were erased: what a machine held back, or still sends,
 * gets the same pseudonym as what was there before, so a repeat stays a repeat (D7).
 */
export function eraseInBatch(batch: Batch, erased: ErasedNames): Batch {
  if (erased.clientIds.length === 0) return batch
  const clients = new Set(erased.clientIds)
  const reported = <Rec extends { readonly clientId: number | null }>(
    records: readonly Rec[],
    change: (record: Rec) => Rec,
  ) =>
    records.map((record) =>
      record.clientId !== null && clients.has(record.clientId) ? change(record) : record,
    )
  const sample = (record: StoredSample): StoredSample => {
    const { user, clientId } = record
    const pseudonym = user === undefined ? undefined : erased.pseudonymOf(clientId, user)
    return pseudonym === undefined ? record : { ...record, user: pseudonym }
  }
  const audit = (record: StoredAudit): StoredAudit => {
    const plain = (text: string) => erased.pseudonymOf(record.clientId, text) ?? text
    return {
      ...record,
      userGroup: plain(record.userGroup),
      description: plain(record.description),
      valueBefore: plain(record.valueBefore),
      valueAfter: plain(record.valueAfter),
    }
  }
  const aside = (record: Quarantined): Quarantined => {
    const holds = textsOf(record.raw).some(
      (text) => erased.pseudonymOf(record.clientId ?? 0, text) !== undefined,
    )
    return holds ? { ...record, raw: erasedRaw } : record
  }
  /** A name may stand where the name of a field should. */
  const fields = batch.unknownFields?.map(({ names, ...place }) => ({
    ...place,
    names: new Map(
      [...names].filter(([name]) => erased.pseudonymOf(place.clientId, name) === undefined),
    ),
  }))
  const plain = {
    ...(fields && { unknownFields: fields }),
    // Numbers hold no name.
    ...(batch.rawStates && { rawStates: batch.rawStates }),
    ...(batch.missingNumbers && { missingNumbers: batch.missingNumbers }),
    samples: reported(batch.samples, sample),
    alarms: batch.alarms,
    audits: reported(batch.audits, audit),
    quarantined: reported(batch.quarantined, aside),
  }
  if (batch.messages === undefined) return plain
  /** A name may also stand in a field that is not read. */
  const message = (one: BatchMessage): BatchMessage => {
    const raw = one.raw()
    const holds =
      plain[one.of][one.index] !== batch[one.of][one.index] ||
      [raw, ...textsOf(raw)].some((text) => erased.pseudonymOf(one.clientId, text) !== undefined)
    return holds ? { ...one, raw: () => erasedRaw } : one
  }
  return { ...plain, messages: reported(batch.messages, message) }
}
