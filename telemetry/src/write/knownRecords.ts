import { z } from 'zod'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { dayMs } from '../ledger/fold/minute.ts'
import type { Batch, StoredAlarm, StoredAudit, StoredSample } from '../records.ts'
import { CachedTexts } from './cachedTexts.ts'
import { CachedTimes } from './cachedTimes.ts'
import { alarmKind, auditKind, sampleKind } from './kinds.ts'
import { type Kind, type Sorted, type Store, sortOut } from './sortOut.ts'
import { storedAlarms, storedAudits, storedSamples } from './storedVersions.ts'

/** The newest times that the store holds of one machine, in ms since 1970. Newer records need no query of the store. */
type Mark = {
  /** Of its samples: the newest instant at which one counts, and the newest source time. */
  sampleAt: number
  sampleSourceAt: number
  /** The reading of the pack counter in the newest sample that has one. */
  packCounter: number | null
  alarmAt: number
  auditAt: number
}

const never = Number.NEGATIVE_INFINITY
export const noMark = (): Mark => ({
  sampleAt: never,
  sampleSourceAt: never,
  packCounter: null,
  alarmAt: never,
  auditAt: never,
})

/** Most machines sent within this time; only the marks of the others need their whole history. */
const recentDays = 7

const sampleSql = `
  SELECT machine_id AS machineId, toUnixTimestamp64Milli(max(at)) AS newest,
    toUnixTimestamp64Milli(max(source_at)) AS newestSource, argMax(pack_counter, at) AS packCounter
  FROM sample
  WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
    AND at >= {since:DateTime64(3,'UTC')}
  GROUP BY machine_id
`

const otherSql = `
  SELECT machine_id AS machineId, 'alarm' AS kind, toUnixTimestamp64Milli(max(raised_at)) AS newest
  FROM alarm
  WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
  GROUP BY machine_id
  UNION ALL
  SELECT machine_id, 'audit', toUnixTimestamp64Milli(max(at))
  FROM audit
  WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
  GROUP BY machine_id
`

type Machine = { readonly clientId: number; readonly machineId: number }

/** Reads the marks of machines that this process has not met yet. */
async function loadMarks(
  context: TelemetryContext,
  machines: readonly Machine[],
): Promise<Map<number, Mark>> {
  const marks = new Map(machines.map(({ machineId }) => [machineId, noMark()]))
  const recent = context.now() - recentDays * dayMs
  const samples = async () => {
    // A flagged sample may carry a source time a day past its place, so a day more is read than is trusted.
    await markSamples(context, machines, new Date(recent - dayMs), marks)
    const silent = machines.filter(({ machineId }) => !(sampleAtOf(marks, machineId) >= recent))
    if (silent.length > 0) await markSamples(context, silent, new Date(0), marks)
  }
  // At once: the first record of a machine waits for the answers.
  await Promise.all([samples(), markOthers(context, machines, marks)])
  return marks
}

const sampleAtOf = (marks: Map<number, Mark>, machineId: number) =>
  marks.get(machineId)?.sampleAt ?? never

async function markSamples(
  context: TelemetryContext,
  machines: readonly Machine[],
  since: Date,
  marks: Map<number, Mark>,
): Promise<void> {
  const rows = await select(context, {
    name: 'write.sampleMarks',
    sql: sampleSql,
    params: { ...paramsOf(machines), since },
    limits: bulkLimits,
    row: z.object({
      machineId: z.number(),
      newest: z.coerce.number(),
      newestSource: z.coerce.number(),
      packCounter: z.number().nullable(),
    }),
  })
  for (const { machineId, newest, newestSource, packCounter } of rows) {
    const mark = marks.get(machineId)
    if (mark) Object.assign(mark, { sampleAt: newest, sampleSourceAt: newestSource, packCounter })
  }
}

async function markOthers(
  context: TelemetryContext,
  machines: readonly Machine[],
  marks: Map<number, Mark>,
): Promise<void> {
  const rows = await select(context, {
    name: 'write.otherMarks',
    sql: otherSql,
    params: paramsOf(machines),
    limits: bulkLimits,
    row: z.object({
      machineId: z.number(),
      kind: z.enum(['alarm', 'audit']),
      newest: z.coerce.number(),
    }),
  })
  for (const { machineId, kind, newest } of rows) {
    const mark = marks.get(machineId)
    if (mark) mark[kind === 'alarm' ? 'alarmAt' : 'auditAt'] = newest
  }
}

const paramsOf = (machines: readonly Machine[]) => ({
  clients: [...new Set(machines.map(({ clientId }) => clientId))],
  machines: machines.map(({ machineId }) => machineId),
})

/**
 * What is known of the records that the store holds, so that most commits need no query to separate new records from repeats. It is
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
