import type {
  Batch,
  BatchMessage,
  Quarantined,
  StoredAudit,
  StoredSample,
  UnknownFields,
} from '../records.ts'
import type { ErasedNames } from './erasedNames.ts'
import { erasedRaw, textsOf } from './quarantineText.ts'

/** A record of more texts is no record of a machine: its text goes whole, because not all of it can be looked through. */
export const mostTexts = 1_000
/** A name is looked up in some microseconds; between so many the work can rest. */
const textsAtOnce = 50

/**
 * Records on their way into the store, without the names that were erased: what a machine held back, or still sends,
 * gets the same pseudonym as what was there before, so a repeat stays a repeat (D7). For `inSlices`.
 */
export function* eraseInBatch(batch: Batch, erased: ErasedNames): Generator<void, Batch> {
  const clients = new Set(erased.clientIds)
  function* reported<Rec extends { readonly clientId: number | null }>(
    records: readonly Rec[],
    change: (record: Rec) => Rec | Generator<void, Rec>,
  ): Generator<void, Rec[]> {
    const plain: Rec[] = []
    for (const [index, record] of records.entries()) {
      if (index % textsAtOnce === 0) yield
      if (record.clientId === null || !clients.has(record.clientId)) {
        plain.push(record)
        continue
      }
      const changed = change(record)
      plain.push(isSteps(changed) ? yield* changed : changed)
    }
    return plain
  }
  const sample = (record: StoredSample): StoredSample => {
    const { user, clientId } = record
    const pseudonym = user === undefined ? undefined : erased.pseudonymOf(clientId, user)
    return pseudonym === undefined ? record : { ...record, user: pseudonym }
  }
  const audit = (record: StoredAudit): StoredAudit => {
    const pseudonym = (text: string) => erased.pseudonymOf(record.clientId, text)
    const names = {
      userGroup: pseudonym(record.userGroup),
      description: pseudonym(record.description),
      valueBefore: pseudonym(record.valueBefore),
      valueAfter: pseudonym(record.valueAfter),
    }
    const found = Object.entries(names).filter(([, name]) => name !== undefined)
    return found.length === 0 ? record : { ...record, ...Object.fromEntries(found) }
  }
  function* holdsName(raw: string, clientId: number): Generator<void, boolean> {
    // A record may have nearly as many texts as are looked up at once.
    yield
    let texts = 0
    for (const text of textsOf(raw)) {
      texts += 1
      if (texts > mostTexts || erased.pseudonymOf(clientId, text) !== undefined) return true
      if (texts % textsAtOnce === 0) yield
    }
    return false
  }
  function* aside(record: Quarantined): Generator<void, Quarantined> {
    const holds = yield* holdsName(record.raw, record.clientId ?? 0)
    return holds ? { ...record, raw: erasedRaw } : record
  }
  /** A name may stand where the name of a field should. */
  function* fields({ names, ...place }: UnknownFields): Generator<void, UnknownFields> {
    const plain = new Map<string, number>()
    for (const [name, records] of names) {
      if (plain.size % textsAtOnce === 0) yield
      if (erased.pseudonymOf(place.clientId, name) === undefined) plain.set(name, records)
    }
    return { ...place, names: plain }
  }
  const plain = {
    ...(batch.unknownFields && { unknownFields: yield* reported(batch.unknownFields, fields) }),
    // Numbers hold no name.
    ...(batch.rawStates && { rawStates: batch.rawStates }),
    ...(batch.missingNumbers && { missingNumbers: batch.missingNumbers }),
    samples: yield* reported(batch.samples, sample),
    alarms: batch.alarms,
    audits: yield* reported(batch.audits, audit),
    quarantined: yield* reported(batch.quarantined, aside),
  }
  if (batch.messages === undefined) return plain
  /** A name may also stand in a field that is not read. */
  function* message(sent: BatchMessage): Generator<void, BatchMessage> {
    const raw = sent.raw()
    const holds =
      plain[sent.of][sent.index] !== batch[sent.of][sent.index] ||
      erased.pseudonymOf(sent.clientId, raw) !== undefined ||
      (yield* holdsName(raw, sent.clientId))
    return holds ? { ...sent, raw: () => erasedRaw } : sent
  }
  return { ...plain, messages: yield* reported(batch.messages, message) }
}

const isSteps = <Rec extends object>(
  changed: Rec | Generator<void, Rec>,
): changed is Generator<void, Rec> => Symbol.iterator in changed
