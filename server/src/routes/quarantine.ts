import {
  quarantine,
  receivedRecords as quarantineCall,
  quarantineFile,
  quarantineFileRecords,
  sendKeptAgain,
} from '@packboard/contract'
import { type Incoming, type KeptRecord, readableAgain, readKept } from '@packboard/ingest'
import { recordEvent } from '@packboard/management'
import { AppError, type ClientScope, quarantineMends } from '@packboard/model'
import {
  clockSkew,
  ingestCounts,
  keptRecords,
  quarantineLines,
  quarantineList,
} from '@packboard/telemetry/read'
import { inSlices } from '@packboard/telemetry/slices'
import { removeKept } from '@packboard/telemetry/write'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import { declare, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { adviceOf } from './sources.ts'

const tag = 'Reception'
const ndjson = 'application/x-ndjson; charset=utf-8'
/** D9: a clock is rated by its latest samples; it may have been set since. */
const clockMs = 24 * 3_600_000

const nothing = {
  ...{ accepted: 0, duplicate: 0, late: 0, backFill: 0, conflicting: 0, quarantined: 0 },
  alive: 0,
}

/** The outcomes of received records (D9, D10). */
export function quarantineRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const route = routesOf(app, tag)

  const { telemetry, management } = deps

  /** The caller, and the client of these records. */
  async function asking(request: FastifyRequest, clientId: number) {
    const actor = access.actor(request)
    return { actor, scope: await access.scope(actor, clientId) }
  }

  route(quarantineCall, 'readQuarantine', async (request) => {
    const { actor, scope } = await asking(request, request.params.clientId)
    const machines = await access.machines(scope)
    const machineIds = machines.map(({ id }) => id)
    const since = new Date(deps.now() - clockMs)
    const [counts, clocks] = await gate.ask(actor, scope, () =>
      Promise.all([
        ingestCounts(telemetry, scope, { machineIds }),
        clockSkew(telemetry, scope, { machineIds, since }),
      ]),
    )
    // As data sources count: what was kept and sent afterwards is not late.
    const countOf = new Map(
      counts.map((count) => [count.machineId, { ...count, late: count.late - count.backFill }]),
    )
    const clockOf = new Map(clocks.map(({ machineId, skewMs }) => [machineId, skewMs]))
    return {
      machines: machines.map(({ id, serialNo }) => ({
        ...nothing,
        ...countOf.get(id),
        serialNo,
        clockSkewMs: clockOf.get(id) ?? null,
      })),
    }
  })

  route(quarantine, 'readQuarantine', async (request) => {
    const { actor, scope } = await asking(request, request.params.clientId)
    const { records, count } = await gate.ask(actor, scope, () =>
      quarantineList(telemetry, scope, request.query),
    )
    const withAdvice = records.map((record) => {
      const advice = adviceOf(record)
      return { ...record, advice, mend: quarantineMends[advice] }
    })
    return { records: withAdvice, count }
  })

  route(sendKeptAgain, 'readQuarantine', async (request) => {
    const { actor, scope } = await asking(request, request.params.clientId)
    const { answer, settle } = await sendAgain(deps, scope, actor, request.body)
    const { accepted, duplicate, refused } = answer
    const { serialNo, ids } = request.body
    // Before they are quarantined no more: what is gone from there has an entry (D42).
    await recordEvent(management, actor, 'restore', 'quarantine', {
      id: null,
      clientId: scope.clientId,
      after: { accepted, duplicate, refused, ...(serialNo && { serialNo }), ...(ids && { ids }) },
    })
    await settle()
    return answer
  })

  const declared = declare(quarantineFile, tag, 'readQuarantine')
  app.route({
    ...declared,
    // HEAD would make a file that nobody reads.
    exposeHeadRoute: false,
    schema: { ...declared.schema, produces: [ndjson] },
    async handler(request, reply) {
      const { actor, scope } = await asking(request, request.params.clientId)
      const { page, serialNo } = request.query
      const lines = await gate.ask(actor, scope, () =>
        quarantineLines(telemetry, scope, { page, serialNo, most: quarantineFileRecords }),
      )
      // The audit entry is written before the file is sent: no file is exported without one (D42).
      await recordEvent(management, actor, 'export', 'quarantine', {
        id: null,
        clientId: scope.clientId,
        after: { records: lines.length, page, ...(serialNo && { serialNo }) },
      })
      reply.header('content-disposition', 'attachment; filename="kept-aside.ndjson"')
      // The contract declares text; the bytes of it are sent.
      const answer: FastifyReply = reply
      return answer.type(ndjson).send(Buffer.from(lines.map((line) => `${line}\n`).join('')))
    },
  })
}

type Wish = z.output<typeof sendKeptAgain.body>
type Answer = z.output<typeof sendKeptAgain.answer>

const shownErrors = 20
const isCut =
  'it was cut, because it is larger than a record may be: only its machine has all of it'

/**
 * Records that were quarantined take the way of every record again, with the machines and dictionaries of now. What still cannot be
 * accepted is not sent. `settle` takes what was accepted out of the quarantine; before it, doing all again finds duplicates only.
 */
async function sendAgain(
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
