import { AppError } from '@packboard/model'
import {
  type Deadline,
  deadline,
  type Insert,
  pastDamage,
  persist,
} from '../clickhouse/insertDurably.ts'
import type { Committed, Service, TelemetryContext } from '../context.ts'
import { type ErasedNames, noneErased } from '../erasure/erasedNames.ts'
import { eraseInBatch } from '../erasure/eraseInBatch.ts'
import type { Batch, MachineCounts, MachineRule, StoredSample } from '../records.ts'
import { inSlices } from '../slices.ts'
import { Turns } from '../turns.ts'
import { CommitInserts, type CommitTable, type TableInsert } from './commitInserts.ts'
import {
  insertAlarms,
  insertAudits,
  insertQuarantined,
  insertSamples,
  type Numbered,
} from './encodeRows.ts'
import { openIngestCounts } from './ingestCounts.ts'
import { KnownRecords } from './knownRecords.ts'
import { readNewestBatch } from './newestBatch.ts'
import { type QuarantineLimits, QuarantineRoom } from './quarantineRoom.ts'
import { MissingNumbers, RecentMessages, UnknownFieldNames } from './recentMessages.ts'
import { openRules } from './rules.ts'
import type { Sorted } from './sortOut.ts'
import { StateNumbers } from './stateNumbers.ts'
import { type Outcome, tally } from './tally.ts'

type IngestCounts = Awaited<ReturnType<typeof openIngestCounts>>

/** The single queue of all writes: a commit sees all that the one before it stored. */
export class Commits implements Service {
  readonly #context: TelemetryContext
  readonly #turns = new Turns()
  readonly #known: KnownRecords
  readonly #inserts: CommitInserts
  readonly #room: QuarantineRoom
  readonly #rules: ReturnType<typeof openRules>
  readonly #counts: IngestCounts
  #newestBatch: bigint
  #erased = noneErased
  /** The last messages of each machine, of this opening of the store. */
  readonly recent: RecentMessages
  /** The unknown fields of each machine, of this opening of the store. */
  readonly unknownFields = new UnknownFieldNames()
  /** Of each machine how many numbers of its sequence did not come, of this opening of the store. */
  readonly missingNumbers = new MissingNumbers()
  /** Which state number of a machine followed which, of this opening of the store. */
  readonly stateNumbers = new StateNumbers()

  static async open(
    context: TelemetryContext,
    quarantine: () => QuarantineLimits,
  ): Promise<Commits> {
    const newestBatch = await readNewestBatch(context)
    context.counters.revision = newestBatch
    const counts = await openIngestCounts(context, newestBatch)
    return new Commits(context, quarantine, counts, newestBatch)
  }

  private constructor(
    context: TelemetryContext,
    quarantine: () => QuarantineLimits,
    counts: IngestCounts,
    newestBatch: bigint,
  ) {
    this.#context = context
    this.#known = new KnownRecords(context)
    this.#inserts = new CommitInserts(context)
    this.#room = new QuarantineRoom(context, quarantine)
    this.#rules = openRules(context)
    this.#counts = counts
    this.#newestBatch = newestBatch
    this.recent = new RecentMessages(context.now())
  }

  /** The counts of each batch, in their order. */
  commit(batches: readonly Batch[]): Promise<MachineCounts[][]> {
    return this.#turns.alone(() => this.#commit(batches))
  }

  putRules(wanted: readonly MachineRule[]): Promise<void> {
    return this.#turns.alone(async () => {
      this.#newestBatch += 1n
      await this.#rules.put(wanted, this.#newestBatch)
    })
  }

  /** The rules as they are now, newest version of each machine. */
  rules(): Promise<MachineRule[]> {
    return this.#turns.alone(() => this.#rules.all())
  }

  /** Resolves when no record on its way holds one of these names any more, and none that comes will (D54). */
  eraseFromNowOn(names: ErasedNames): Promise<void> {
    return this.#turns.alone(async () => {
      this.#erased = names
      this.recent.forget(names.clientIds)
      this.unknownFields.forget(names.clientIds)
      await this.#inserts.stopLoose(deadline())
    })
  }

  /** Writes the counts that are still in memory. */
  flushCounts(): Promise<void> {
    return this.#counts.flush()
  }

  async close(): Promise<void> {
    await this.#turns.alone(async () => {})
    await this.#counts.close()
  }

  async #commit(batches: readonly Batch[]): Promise<MachineCounts[][]> {
    const { counters, log } = this.#context
    const begin = performance.now()
    const limit = deadline()
    try {
      return await this.#store(await this.#withoutNames(batches), limit)
    } catch (error) {
      // What part of it reached the disk is not known here; the store is queried again before the next commit.
      this.#known.forget()
      this.#room.forget()
      counters.commitsFailed += 1
      log.error(
        { err: error },
        'Records could not be stored; their senders get an error and repeat them',
      )
      throw new AppError('ingest.busy', { cause: error, retryAfter: 5 })
    } finally {
      counters.lastCommitMs = performance.now() - begin
      counters.commitMs += counters.lastCommitMs
    }
  }

  async #withoutNames(batches: readonly Batch[]): Promise<readonly Batch[]> {
    const erased = this.#erased
    if (erased.clientIds.length === 0) return batches
    const plain: Batch[] = []
    for (const batch of batches) plain.push(await inSlices('erasure', eraseInBatch(batch, erased)))
    return plain
  }

  async #store(batches: readonly Batch[], limit: Deadline): Promise<MachineCounts[][]> {
    const known = this.#known
    const again = <Answer>(work: () => Promise<Answer>) =>
      pastDamage(this.#context, () => persist(this.#context, limit, work))
    const received = joined(batches)
    await this.#inserts.stopLoose(limit)
    await again(() => known.meet(received))
    const batch = {
      ...received,
      samples: await again(() => known.limitTexts(received.samples)),
    }
    const outcome = {
      samples: await again(() => known.sortSamples(batch.samples)),
      alarms: await again(() => known.sortAlarms(batch.alarms)),
      audits: await again(() => known.sortAudits(batch.audits)),
    }
    const first = this.#newestBatch + 1n
    const stored = {
      samples: this.#number(outcome.samples, first),
      alarms: this.#number(outcome.alarms, first),
      audits: this.#number(outcome.audits, first),
    }
    const aside = await this.#room.limit(batch.quarantined)
    if (aside.length > 0 && this.#newestBatch < first) this.#newestBatch = first
    const inserts: TableInsert[] = []
    const add = (table: CommitTable, rows: number, insert: () => Insert) => {
      if (rows > 0) inserts.push({ table, rows, insert: insert() })
    }
    add('sample', stored.samples.records.length, () => insertSamples(stored.samples))
    add('alarm', stored.alarms.records.length, () => insertAlarms(stored.alarms))
    add('audit', stored.audits.records.length, () => insertAudits(stored.audits))
    add('quarantine', aside.length, () => insertQuarantined(aside, first))
    await this.#inserts.write(inserts, { first, last: this.#newestBatch }, limit)

    const counts = this.#count(batches, outcome)
    known.add(batch)
    this.#report(first, {
      samples: stored.samples.records,
      alarms: stored.alarms.records,
      audits: stored.audits.records,
    })
    return counts
  }

  /** What is to be stored, with the batch of each: a later version of a record in this commit gets a higher one. */
  #number<Rec>(sorted: readonly Sorted<Rec>[], first: bigint): Numbered<Rec> {
    const records: Rec[] = []
    const batches: bigint[] = []
    for (const { verdict, record, generation } of sorted) {
      if (verdict === 'duplicate') continue
      const batch = generation === 0 ? first : first + BigInt(generation)
      if (batch > this.#newestBatch) this.#newestBatch = batch
      records.push(record)
      batches.push(batch)
    }
    return { records, batches }
  }

  /** Counts what became of the records, by batch, before `known` contains them. */
  #count(batches: readonly Batch[], outcome: Outcome): MachineCounts[][] {
    const late = new Set<StoredSample>()
    const before = {
      newestAt: (id: number) => this.#known.markOf(id).sampleAt,
      packCounter: (id: number) => this.#known.markOf(id).packCounter,
    }
    const answers = tally(batches, outcome, before, late)
    this.recent.stored(batches, outcome, late)
    this.unknownFields.stored(batches)
    this.missingNumbers.stored(batches)
    this.stateNumbers.stored(batches)
    for (const answer of answers) {
      for (const { clientId, counts } of answer) {
        this.#counts.add(clientId, counts, this.#newestBatch)
        this.#context.counters.recordsDuplicate += counts.duplicate
      }
    }
    const uncounted = this.#inserts.takeUncounted()
    if (uncounted) this.#counts.addStored(uncounted)
    return answers.map((answer) => answer.map(({ counts }) => counts))
  }

  #report(first: bigint, stored: Pick<Committed, 'samples' | 'alarms' | 'audits'>): void {
    const { counters, events, log } = this.#context
    const { unclear } = this.#inserts
    counters.commits += 1
    counters.recordsStored += stored.samples.length + stored.alarms.length + stored.audits.length
    if (this.#newestBatch < first && !unclear) return
    counters.revision = this.#newestBatch
    try {
      events.emit('committed', { batch: this.#newestBatch, unclear, ...stored })
    } catch (error) {
      // A listener that fails must not make a durable commit look failed.
      log.error({ err: error }, 'A listener to commits failed')
    }
    this.#inserts.reported()
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
