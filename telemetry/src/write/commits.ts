import { randomUUID } from 'node:crypto'
import { AppError } from '@packboard/model'
import {
  type Deadline,
  deadline,
  type Insert,
  insertDurably,
  type Once,
  persist,
} from '../clickhouse/insertDurably.ts'
import type { Committed, Service, TelemetryContext } from '../context.ts'
import { type ErasedNames, noneErased } from '../erasure/erasedNames.ts'
import { eraseInBatch } from '../erasure/eraseInBatch.ts'
import type { Batch, MachineCounts, MachineRule, StoredSample } from '../records.ts'
import { inSlices } from '../slices.ts'
import {
  insertAlarms,
  insertAudits,
  insertQuarantined,
  insertSamples,
  type Numbered,
} from './encodeRows.ts'
import { HeldMinutes } from './heldMinutes.ts'
import { HeldTexts } from './heldTexts.ts'
import { openIngestCounts } from './ingestCounts.ts'
import { alarmKind, auditKind, sampleKind } from './kinds.ts'
import { loadMarks, type Mark, noMark } from './marks.ts'
import { MissingNumbers } from './missingNumbers.ts'
import { readNewestBatch } from './newestBatch.ts'
import { type QuarantineLimits, QuarantineRoom } from './quarantineRoom.ts'
import { RecentMessages } from './recentMessages.ts'
import { openRules } from './rules.ts'
import { type Kind, type Sorted, type Store, sortOut } from './sortOut.ts'
import { StateNumbers } from './stateNumbers.ts'
import { type CommitTable, storedOf } from './storedOf.ts'
import { storedAlarms, storedAudits, storedSamples } from './storedVersions.ts'
import { tally } from './tally.ts'
import { UnknownFieldNames } from './unknownFieldNames.ts'

/** The single queue of all writes. */
export type Commits = Service & {
  /** The counts of each batch, in their order. */
  commit(batches: readonly Batch[]): Promise<MachineCounts[][]>
  putRules(rules: readonly MachineRule[]): Promise<void>
  /** The rules as they are now, newest version of each machine. */
  rules(): Promise<MachineRule[]>
  /** Resolves when no record on its way holds one of these names any more, and none that comes will (D54). */
  eraseFromNowOn(erased: ErasedNames): Promise<void>
  /** The last messages of each machine, of this opening of the store. */
  readonly recent: RecentMessages
  /** The unknown fields of each machine, of this opening of the store. */
  readonly unknownFields: UnknownFieldNames
  /** Of each machine how many numbers of its sequence did not come, of this opening of the store. */
  readonly missingNumbers: MissingNumbers
  /** Which state number of a machine followed which, of this opening of the store. */
  readonly stateNumbers: StateNumbers
  /** Writes the counts that are still in memory. */
  flushCounts(): Promise<void>
}

/** What a commit inserts into one table. */
type RowsOfCommit = { readonly table: CommitTable; readonly rows: number; readonly insert: Insert }

export async function openCommits(
  context: TelemetryContext,
  quarantine: () => QuarantineLimits,
): Promise<Commits> {
  let newestBatch = await readNewestBatch(context)
  context.counters.revision = newestBatch

  /** Tokens of this opening of the store; batch numbers rise, so a token is never used for two inserts. */
  const opening = randomUUID()
  const marks = new Map<number, Mark>()
  const held = {
    samples: new HeldMinutes(context, 'sample'),
    alarms: new HeldMinutes(context, 'alarm'),
    audits: new HeldMinutes(context, 'audit'),
  }
  const texts = new HeldTexts(context, held.samples)
  const room = new QuarantineRoom(context, quarantine)
  const counts = await openIngestCounts(context, newestBatch)
  const rules = openRules(context)
  const recent = new RecentMessages(context.now())
  const unknownFields = new UnknownFieldNames()
  const missingNumbers = new MissingNumbers()
  const stateNumbers = new StateNumbers()
  /** Inserts of a commit that failed: they may still be at work in the engine. */
  let loose: string[] = []
  let unclear: Committed['unclear']
  /** Its batches: what is stored of them is in no count, and its repeats are counted as duplicates. */
  let uncounted: { readonly after: bigint; readonly upto: bigint } | undefined
  let line: Promise<unknown> = Promise.resolve()
  let erased = noneErased

  /** One after the other: a commit sees all that the one before it stored. */
  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const turn = line.then(work)
    line = turn.catch(() => {})
    return turn
  }

  async function commitNow(batches: readonly Batch[]): Promise<MachineCounts[][]> {
    const begin = performance.now()
    const limit = deadline()
    try {
      return await store(await withoutNames(batches), limit)
    } catch (error) {
      // What part of it reached the disk is not known here; the store is queried again before the next commit.
      marks.clear()
      for (const minutes of Object.values(held)) minutes.forget()
      texts.forget()
      room.forget()
      context.counters.commitsFailed += 1
      context.log.error(
        { err: error },
        'Records could not be stored; their senders get an error and repeat them',
      )
      throw new AppError('ingest.busy', { cause: error, retryAfter: 5 })
    } finally {
      context.counters.lastCommitMs = performance.now() - begin
      context.counters.commitMs += context.counters.lastCommitMs
    }
  }

  async function withoutNames(batches: readonly Batch[]): Promise<readonly Batch[]> {
    if (erased.clientIds.length === 0) return batches
    const plain: Batch[] = []
    for (const batch of batches) plain.push(await inSlices('erasure', eraseInBatch(batch, erased)))
    return plain
  }

  async function store(batches: readonly Batch[], limit: Deadline): Promise<MachineCounts[][]> {
    const received = joined(batches)
    await persist(context, limit, stopLoose)
    await persist(context, limit, () => meetMachines(received))
    const markOf = (machineId: number) => marks.get(machineId) ?? noMark()
    const batch = {
      ...received,
      samples: await persist(context, limit, () =>
        texts.limit(received.samples, (id) => markOf(id).sampleAt),
      ),
    }

    const samples = await sorted(batch.samples, sampleKind, limit, {
      held: held.samples,
      newest: (id) => markOf(id).sampleSourceAt,
      lookUp: (unsure) => storedSamples(context, unsure),
    })
    const alarms = await sorted(batch.alarms, alarmKind, limit, {
      held: held.alarms,
      newest: (id) => markOf(id).alarmAt,
      lookUp: (unsure) => storedAlarms(context, unsure),
    })
    const audits = await sorted(batch.audits, auditKind, limit, {
      held: held.audits,
      newest: (id) => markOf(id).auditAt,
      lookUp: (unsure) => storedAudits(context, unsure),
    })

    const first = newestBatch + 1n
    const number = <Rec>(sorted: Sorted<Rec>[]): Numbered<Rec> => {
      const records: Rec[] = []
      const batches: bigint[] = []
      for (const { verdict, record, generation } of sorted) {
        if (verdict === 'duplicate') continue
        const own = generation === 0 ? first : first + BigInt(generation)
        if (own > newestBatch) newestBatch = own
        records.push(record)
        batches.push(own)
      }
      return { records, batches }
    }
    const kept = { samples: number(samples), alarms: number(alarms), audits: number(audits) }
    const aside = await room.limit(batch.quarantined)
    if (aside.length > 0 && newestBatch < first) newestBatch = first

    const inserts: RowsOfCommit[] = []
    const add = (table: CommitTable, rows: number, insert: () => Insert) => {
      if (rows > 0) inserts.push({ table, rows, insert: insert() })
    }
    add('sample', kept.samples.records.length, () => insertSamples(kept.samples))
    add('alarm', kept.alarms.records.length, () => insertAlarms(kept.alarms))
    add('audit', kept.audits.records.length, () => insertAudits(kept.audits))
    add('quarantine', aside.length, () => insertQuarantined(aside, first))
    await insertAll(inserts, first, limit)

    const outcome = { samples, alarms, audits }
    const late = new Set<StoredSample>()
    const before = {
      newestAt: (id: number) => markOf(id).sampleAt,
      packCounter: (id: number) => markOf(id).packCounter,
    }
    const answers = tally(batches, outcome, before, late)
    recent.stored(batches, outcome, late)
    unknownFields.stored(batches)
    missingNumbers.stored(batches)
    stateNumbers.stored(batches)
    remember(batch)
    for (const answer of answers) {
      for (const { clientId, counts: machine } of answer) {
        counts.add(clientId, machine, newestBatch)
        context.counters.recordsDuplicate += machine.duplicate
      }
    }
    // Since `stopLoose` nothing of them can arrive any more.
    if (uncounted) counts.addStored(uncounted)
    uncounted = undefined
    context.counters.commits += 1
    context.counters.recordsStored +=
      kept.samples.records.length + kept.alarms.records.length + kept.audits.records.length
    if (newestBatch >= first || unclear) {
      context.counters.revision = newestBatch
      emit({
        batch: newestBatch,
        unclear,
        samples: kept.samples.records,
        alarms: kept.alarms.records,
        audits: kept.audits.records,
      })
      unclear = undefined
    }
    return answers.map((answer) => answer.map((machine) => machine.counts))
  }

  function sorted<Rec extends { clientId: number; machineId: number }>(
    records: readonly Rec[],
    kind: Kind<Rec>,
    limit: Deadline,
    { held, ...store }: Pick<Store<Rec>, 'newest' | 'lookUp'> & { readonly held: HeldMinutes },
  ): Promise<Sorted<Rec>[]> {
    return persist(context, limit, () =>
      sortOut(records, kind, {
        ...store,
        learn: (times) => held.learn(times),
        mayHold: (time) => held.mayHold(time),
      }),
    )
  }

  /** Writes all tables at once; returns only when no insert is running any more. */
  async function insertAll(
    inserts: readonly RowsOfCommit[],
    first: bigint,
    limit: Deadline,
  ): Promise<void> {
    const token = `${opening}-${first}`
    const batches = { first, last: newestBatch }
    const started: string[] = []
    const results = await Promise.allSettled(
      inserts.map(({ table, rows, insert }) => {
        const once: Once = { token, stored: () => storedOf(context, { table, rows, ...batches }) }
        return insertDurably(context, insert, { limit, once, started: (id) => started.push(id) })
      }),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) {
      loose = started
      unclear = { from: unclear?.from ?? first, to: newestBatch }
      uncounted = { after: uncounted?.after ?? first - 1n, upto: newestBatch }
      throw failed.reason
    }
  }

  /** An insert of a failed commit must not land after the store was queried. */
  async function stopLoose(): Promise<void> {
    if (loose.length === 0) return
    await context.connection.writer().command({
      query: 'KILL QUERY WHERE query_id IN {ids:Array(String)} SYNC',
      query_params: { ids: loose },
    })
    loose = []
  }

  async function meetMachines(batch: Batch): Promise<void> {
    const unmet = new Map<number, { clientId: number; machineId: number }>()
    for (const records of [batch.samples, batch.alarms, batch.audits]) {
      for (const { clientId, machineId } of records) {
        if (!marks.has(machineId)) unmet.set(machineId, { clientId, machineId })
      }
    }
    if (unmet.size === 0) return
    for (const [machineId, mark] of await loadMarks(context, [...unmet.values()])) {
      marks.set(machineId, mark)
    }
  }

  function remember(batch: Batch): void {
    const raise = (machineId: number, change: (mark: Mark) => void) => {
      const mark = marks.get(machineId)
      if (mark) change(mark)
    }
    for (const { machineId, at, sourceAt, packCounter } of batch.samples) {
      raise(machineId, (mark) => {
        if (packCounter !== undefined && at >= mark.sampleAt) mark.packCounter = packCounter
        mark.sampleAt = Math.max(mark.sampleAt, at)
        mark.sampleSourceAt = Math.max(mark.sampleSourceAt, sourceAt)
      })
      held.samples.add({ machineId, time: sourceAt })
    }
    for (const { machineId, raisedAt } of batch.alarms) {
      raise(machineId, (mark) => {
        mark.alarmAt = Math.max(mark.alarmAt, raisedAt)
      })
      held.alarms.add({ machineId, time: raisedAt })
    }
    for (const { machineId, at } of batch.audits) {
      raise(machineId, (mark) => {
        mark.auditAt = Math.max(mark.auditAt, at)
      })
      held.audits.add({ machineId, time: at })
    }
  }

  /** A listener that fails must not make a durable commit look failed. */
  function emit(committed: Committed): void {
    try {
      context.events.emit('committed', committed)
    } catch (error) {
      context.log.error({ err: error }, 'A listener to commits failed')
    }
  }

  return {
    commit: (batches) => inTurn(() => commitNow(batches)),
    putRules: (wanted) =>
      inTurn(async () => {
        newestBatch += 1n
        await rules.put(wanted, newestBatch)
      }),
    rules: () => inTurn(() => rules.all()),
    eraseFromNowOn: (names) =>
      inTurn(async () => {
        erased = names
        recent.forget(names.clientIds)
        unknownFields.forget(names.clientIds)
        await persist(context, deadline(), stopLoose)
      }),
    recent,
    unknownFields,
    missingNumbers,
    stateNumbers,
    flushCounts: () => counts.flush(),
    async close() {
      await line
      await counts.close()
    },
  }
}

function joined(batches: readonly Batch[]): Batch {
  const [only] = batches
  if (batches.length === 1 && only) return only
  return {
    samples: batches.flatMap(({ samples }) => samples),
    alarms: batches.flatMap(({ alarms }) => alarms),
    audits: batches.flatMap(({ audits }) => audits),
    quarantined: batches.flatMap(({ quarantined }) => quarantined),
  }
}
