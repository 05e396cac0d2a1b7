import { quarantineFileRecords, type sendKeptAgain } from '@packboard/contract'
import { type Incoming, type KeptRecord, readableAgain, readKept } from '@packboard/ingest'
import { AppError, type ClientScope } from '@packboard/model'
import { keptRecords } from '@packboard/telemetry/read'
import { inSlices } from '@packboard/telemetry/slices'
import { removeKept } from '@packboard/telemetry/write'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

type Wish = z.output<typeof sendKeptAgain.body>
type Answer = z.output<typeof sendKeptAgain.answer>

const shownErrors = 20
const isCut =
  'it was cut, because it is larger than a record may be: only its machine has all of it'

/**
 * Records that were quarantined take the way of every record again, with the machines and dictionaries of now. What still cannot be
 * accepted is not sent. `settle` takes what was accepted out of the quarantine; before it, doing all again finds duplicates only.
 */
export async function sendAgain(
  { telemetry, ingest, directory }: Deps,
  scope: ClientScope,
  actor: { readonly username: string },
  wish: Wish,
): Promise<{ answer: Answer; settle(): Promise<void> }> {
  if (!ingest) throw new AppError('recordFile.elsewhere')
  const most = quarantineFileRecords
  const [afterAt, afterId = ''] = wish.after?.split('-') ?? []
  const after = afterAt === undefined ? undefined : { receivedAt: Number(afterAt), id: afterId }
  const { serialNo: only, ids } = wish
  const query = { serialNo: only, ids, after, sources: readableAgain, most }
  const rows = await keptRecords(telemetry, scope, query)
  const last = rows.length === most ? rows.at(-1) : undefined
  const { good, errors, refused } = await inSlices(
    'sendAgain',
    readAgain(rows, directory, scope.clientId),
  )

  const sender = {
    userName: `again by ${actor.username}`,
    clientId: scope.clientId,
    mayPublishFor: () => true,
  }
  // Each at the moment of its receipt: what a clock was off then, and the place of a value without a time, are the same.
  const together = Map.groupBy(good, ({ kept }) => `${kept.source} ${kept.receivedAt}`)
  const outcomes = await Promise.all(
    [...together.values()].map(async (same) => {
      const { source, receivedAt } = same[0]?.kept ?? never()
      const bytes = same.reduce((sum, { kept }) => sum + kept.raw.length, 0)
      const records = same.map(({ incoming }) => incoming)
      return ingest.pipeline.accept(sender, { source, bytes, records }, receivedAt)
    }),
  )
  const sum = (of: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0)
  const answer = {
    accepted: sum(({ accepted }) => accepted),
    duplicate: sum(({ duplicate }) => duplicate),
    refused,
    errors,
    next: last ? `${last.receivedAt}-${last.id}` : null,
  }
  const settled = good.map(({ kept }) => kept)
  return {
    answer,
    settle: () => (settled.length > 0 ? removeKept(telemetry, scope, settled) : Promise.resolve()),
  }
}

type ReadAgain = {
  readonly good: readonly { readonly kept: KeptRecord; readonly incoming: Incoming }[]
  readonly errors: Answer['errors']
  readonly refused: number
}

function* readAgain(
  rows: Awaited<ReturnType<typeof keptRecords>>,
  directory: Deps['directory'],
  clientId: number,
): Generator<void, ReadAgain> {
  const good: { kept: KeptRecord; incoming: Incoming }[] = []
  const errors: Answer['errors'] = []
  let refused = 0
  for (const row of rows) {
    yield
    const kept = { ...row, source: sourceOf(row.source) }
    const read = row.reason === 'cut' ? { wrong: isCut } : readKept(kept, directory)
    const serialNo = 'wrong' in read ? '' : serialNoOf(read.incoming)
    const isOwn = directory.bySerial(serialNo)?.clientId === clientId
    if (!('wrong' in read) && isOwn) {
      good.push({ kept, incoming: read.incoming })
      continue
    }
    refused += 1
    const detail = 'wrong' in read ? read.wrong : 'no machine has this serial number'
    if (errors.length < shownErrors) errors.push({ id: row.id, serialNo: row.serialNo, detail })
  }
  return { good, errors, refused }
}

const sourceOf = (source: string) => readableAgain.find((one) => one === source) ?? never()
const serialNoOf = (incoming: Incoming) =>
  'record' in incoming ? incoming.record.serialNo : incoming.serialNo

function never(): never {
  throw new Error('the store answered with what was not queried')
}
