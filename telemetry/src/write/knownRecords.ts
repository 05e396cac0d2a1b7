import type { TelemetryContext } from '../context.ts'
import type { Batch, StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import { CachedTexts } from './cachedTexts.ts'
import { CachedTimes } from './cachedTimes.ts'
import { alarmKind, auditKind, sampleKind } from './kinds.ts'
import { loadMarks, type Mark, noMark } from './marks.ts'
import { type Kind, type Sorted, type Store, sortOut } from './sortOut.ts'
import { storedAlarms, storedAudits, storedSamples } from './storedVersions.ts'

/**
 * What is known of the records that the store holds, so that most commits need no query to tell new records from repeats. It is
 * complete because all writes go through one queue; after a commit whose end is unclear it is read again.
 */
export class KnownRecords {
  readonly #context: TelemetryContext
  readonly #marks = new Map<number, Mark>()
  readonly #samples: CachedTimes
  readonly #alarms: CachedTimes
  readonly #audits: CachedTimes
  readonly #texts: CachedTexts

  constructor(context: TelemetryContext) {
    this.#context = context
    this.#samples = new CachedTimes(context, 'sample')
    this.#alarms = new CachedTimes(context, 'alarm')
    this.#audits = new CachedTimes(context, 'audit')
    this.#texts = new CachedTexts(context, this.#samples)
  }

  markOf(machineId: number): Mark {
    return this.#marks.get(machineId) ?? noMark()
  }

  /** Reads the marks of machines that send for the first time. */
  async meet(batch: Batch): Promise<void> {
    const unmet = new Map<number, { clientId: number; machineId: number }>()
    for (const records of [batch.samples, batch.alarms, batch.audits]) {
      for (const { clientId, machineId } of records) {
        if (!this.#marks.has(machineId)) unmet.set(machineId, { clientId, machineId })
      }
    }
    if (unmet.size === 0) return
    for (const [machineId, mark] of await loadMarks(this.#context, [...unmet.values()])) {
      this.#marks.set(machineId, mark)
    }
  }

  /** See `CachedTexts.limit`. */
  limitTexts(samples: readonly StoredSample[]): Promise<readonly StoredSample[]> {
    return this.#texts.limit(samples, (id) => this.markOf(id).sampleAt)
  }

  sortSamples(samples: readonly StoredSample[]): Promise<Sorted<StoredSample>[]> {
    return sorted(samples, sampleKind, this.#samples, {
      newest: (id) => this.markOf(id).sampleSourceAt,
      lookUp: (unsure) => storedSamples(this.#context, unsure),
    })
  }

  sortAlarms(alarms: readonly StoredAlarm[]): Promise<Sorted<StoredAlarm>[]> {
    return sorted(alarms, alarmKind, this.#alarms, {
      newest: (id) => this.markOf(id).alarmAt,
      lookUp: (unsure) => storedAlarms(this.#context, unsure),
    })
  }

  sortAudits(audits: readonly StoredAudit[]): Promise<Sorted<StoredAudit>[]> {
    return sorted(audits, auditKind, this.#audits, {
      newest: (id) => this.markOf(id).auditAt,
      lookUp: (unsure) => storedAudits(this.#context, unsure),
    })
  }

  /** The records of a batch are stored. */
  add(batch: Batch): void {
    for (const { machineId, at, sourceAt, packCounter } of batch.samples) {
      const mark = this.#marks.get(machineId)
      if (mark) {
        if (packCounter !== undefined && at >= mark.sampleAt) mark.packCounter = packCounter
        mark.sampleAt = Math.max(mark.sampleAt, at)
        mark.sampleSourceAt = Math.max(mark.sampleSourceAt, sourceAt)
      }
      this.#samples.add({ machineId, time: sourceAt })
    }
    for (const { machineId, raisedAt } of batch.alarms) {
      const mark = this.#marks.get(machineId)
      if (mark) mark.alarmAt = Math.max(mark.alarmAt, raisedAt)
      this.#alarms.add({ machineId, time: raisedAt })
    }
    for (const { machineId, at } of batch.audits) {
      const mark = this.#marks.get(machineId)
      if (mark) mark.auditAt = Math.max(mark.auditAt, at)
      this.#audits.add({ machineId, time: at })
    }
  }

  /** A write may or may not have been done. */
  forget(): void {
    this.#marks.clear()
    for (const minutes of [this.#samples, this.#alarms, this.#audits]) minutes.forget()
    this.#texts.forget()
  }
}

function sorted<Rec extends { clientId: number; machineId: number }>(
  records: readonly Rec[],
  kind: Kind<Rec>,
  minutes: CachedTimes,
  store: Pick<Store<Rec>, 'newest' | 'lookUp'>,
): Promise<Sorted<Rec>[]> {
  return sortOut(records, kind, {
    ...store,
    learn: (times) => minutes.learn(times),
    mayHold: (time) => minutes.mayHold(time),
  })
}
