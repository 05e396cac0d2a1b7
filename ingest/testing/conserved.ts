import { type Batch, commitBatches, type MachineCounts } from '@packboard/telemetry/write'
import { afterEach, expect } from 'vitest'
import type { Reading, Sender } from '../src/connector.ts'
import { silentLog } from '../src/log.ts'
import { createPipeline as create, type Pipeline } from '../src/pipeline.ts'
import { type Ingest, type IngestOptions, openSources } from '../src/startIngest.ts'

/**
 * Ingest as a test opens it. After each test of a file that imports it nothing may have been lost on the way: of each serial
 * number, what connectors handed over is in the store, was given back to its sender, or still waits; and of each machine, what
 * reached the store was accepted, a duplicate, or put into quarantine (D10).
 */

type Options = Parameters<typeof create>[0]

type Ledger = {
  /** By serial number. */
  readonly handedOver: Map<string, number>
  readonly givenBack: Map<string, number>
  readonly waiting: Map<string, number>
  readonly committed: Map<string, number>
  /** By machine; null where none is known. */
  readonly rows: Map<number | null, number>
  readonly outcomes: Map<number | null, number>
}

const ledgers: Ledger[] = []

const add = <Key>(to: Map<Key, number>, key: Key, count: number) =>
  void to.set(key, (to.get(key) ?? 0) + count)

function newLedger(): Ledger {
  const made: Ledger = {
    ...{ handedOver: new Map(), givenBack: new Map(), waiting: new Map(), committed: new Map() },
    ...{ rows: new Map(), outcomes: new Map() },
  }
  ledgers.push(made)
  return made
}

/** What Packboard itself says of a machine comes from no connector. */
const isOwn = (record: object) =>
  ('alive' in record && record.alive === true) || ('death' in record && record.death === true)

export function createPipeline(options: Options): Pipeline {
  const ledger = newLedger()
  const names = new Map<number, string>()
  const nameOf = (machineId: number) => {
    const name = options.directory.byId(machineId)?.serialNo ?? names.get(machineId) ?? ''
    names.set(machineId, name)
    return name
  }
  for (const { machineId } of options.directory.machines()) nameOf(machineId)

  function stored(batch: Batch, counts: readonly MachineCounts[] | undefined) {
    for (const record of [...batch.samples, ...batch.alarms, ...batch.audits]) {
      if (isOwn(record)) continue
      add(ledger.committed, nameOf(record.machineId), 1)
      if (counts) add(ledger.rows, record.machineId, 1)
    }
    for (const { machineId, serialNo } of batch.quarantined) {
      add(ledger.committed, serialNo, 1)
      if (counts) add(ledger.rows, machineId, 1)
    }
    for (const { machineId, accepted, duplicate, quarantined } of counts ?? []) {
      add(ledger.outcomes, machineId, accepted + duplicate + quarantined)
    }
  }

  const pipeline = create({
    ...options,
    async commit(batches) {
      const all = await options.commit(batches)
      batches.forEach((batch, index) => {
        stored(batch, all[index])
      })
      return all
    },
  })

  const counted =
    (bring: Pipeline['deliver']): Pipeline['deliver'] =>
    (sender: Sender, reading: Reading, receivedAt?: number) => {
      const serials = reading.records.map((one) =>
        'refused' in one ? one.serialNo : one.record.serialNo,
      )
      const note = (of: Map<string, number>, count: 1 | -1) => {
        for (const serialNo of serials) add(of, serialNo, count)
      }
      note(ledger.handedOver, 1)
      note(ledger.waiting, 1)
      const done = bring(sender, reading, receivedAt)
      done.then(
        () => note(ledger.waiting, -1),
        () => {
          note(ledger.waiting, -1)
          note(ledger.givenBack, 1)
        },
      )
      return done
    }

  return { ...pipeline, accept: counted(pipeline.accept), deliver: counted(pipeline.deliver) }
}

export function openIngest(options: IngestOptions & Pick<Options, 'commit'>): Promise<Ingest> {
  const { now = Date.now, log = silentLog, gatherMs, patienceMs, mayStore } = options
  const pipeline = createPipeline({
    ...{ directory: options.directory, commit: options.commit, now, log },
    ...(gatherMs !== undefined && { gatherMs }),
    ...(patienceMs !== undefined && { patienceMs }),
    ...(mayStore && { mayStore }),
  })
  return openSources(options, pipeline)
}

export function startIngest({
  telemetry,
  ...options
}: IngestOptions & { telemetry: Parameters<typeof commitBatches>[0] }): Promise<Ingest> {
  return openIngest({ ...options, commit: (batches) => commitBatches(telemetry, batches) })
}

/** What is missing or too much, of each serial number and each machine. */
function differences({ handedOver, givenBack, waiting, committed, rows, outcomes }: Ledger) {
  const of = <Key>(map: ReadonlyMap<Key, number>, key: Key) => map.get(key) ?? 0
  const serials = new Set([...handedOver.keys(), ...committed.keys()])
  return {
    onTheWay: [...serials].flatMap((serialNo) => {
      const there = of(committed, serialNo) + of(givenBack, serialNo) + of(waiting, serialNo)
      const missing = of(handedOver, serialNo) - there
      return missing === 0 ? [] : [{ serialNo, missing }]
    }),
    inTheStore: [...new Set([...rows.keys(), ...outcomes.keys()])].flatMap((machineId) => {
      const missing = of(rows, machineId) - of(outcomes, machineId)
      return missing === 0 ? [] : [{ machineId, missing }]
    }),
  }
}

afterEach(() => {
  for (const ledger of ledgers.splice(0)) {
    expect(differences(ledger), 'received = stored + duplicate + quarantined + queued').toEqual({
      onTheWay: [],
      inTheStore: [],
    })
  }
})
