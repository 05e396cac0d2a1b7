import {
  type IngestAnswer,
  ingestRecordLimit,
  ingestRecords,
  isRejected,
  recordWire,
} from '@packboard/contract'
import {
  type Device,
  deviceSender,
  type Ingest,
  parseIngestBody,
  type Reading,
} from '@packboard/ingest'
import { AppError } from '@packboard/model'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { App } from '../http/createApp.ts'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import { limits } from '../http/limits.ts'

/** Ingest over HTTP (D43): answered when the records are durable, refused with `Retry-After` when they cannot be. */
export async function ingestRoutes(
  app: App,
  { pipeline, volume, quarantineRate }: Ingest,
  access: Access,
) {
  const room = keyedSemaphore({
    waitMs: limits.unpackedWaitMs,
    full: () => new AppError('ingest.busy', { retryAfter: 2 }),
  })

  /** The turn of the body itself was taken before it was read (D84); what it unpacks to is more. */
  function unpacking(device: Device, encoding: string | undefined, read: () => Promise<Reading>) {
    if (encoding === undefined) return read()
    const turns = [
      { key: `device ${device.deviceId}`, atOnce: limits.unpackedPerDevice },
      { key: 'all', atOnce: limits.unpackedAtOnce },
    ]
    return room.pass(turns, read)
  }

  /** No async function: nothing of the records is held until they are durable but their size. */
  function stored(device: Device, read: () => Promise<Reading>): Promise<IngestAnswer> {
    return read().then((reading) => {
      const size = { bytes: reading.bytes, records: reading.records.length }
      return pipeline.accept(deviceSender(device), reading).then((answer) => {
        quarantineRate.count(device.deviceId, size, answer.quarantined)
        return answer
      })
    })
  }

  function checkVolume(retryAfter: number) {
    if (retryAfter > 0) throw new AppError('ingest.volume', { retryAfter })
  }

  function checkWrongRecords(retryAfter: number) {
    if (retryAfter > 0) throw new AppError('ingest.tooManyWrong', { retryAfter })
  }

  await app.register(async (inner: App) => {
    // Ingest itself parses the records and stores a broken one whole; other routes never accept these types.
    inner.removeAllContentTypeParsers()
    const types = [
      'application/json',
      'application/x-ndjson',
      'application/ndjson',
      'application/jsonl',
    ]
    inner.addContentTypeParser(
      types,
      { parseAs: 'buffer', bodyLimit: limits.ingestBodyBytes },
      (_request, body, done) => done(null, body),
    )
    const declared = declare(ingestRecords, 'Records', 'device')
    inner.route({
      ...declared,
      bodyLimit: limits.ingestBodyBytes,
      // Before the body is read.
      async onRequest(request) {
        const { deviceId } = access.device(request)
        checkWrongRecords(quarantineRate.wait(deviceId))
        checkVolume(volume.wait(deviceId))
      },
      config: {
        ...declared.config,
        packedBody: true,
        recordsBody: true,
        unreadBody: recordsBody(),
      },
      // The same body in both cases: what was quarantined is kept, so it is no error.
      schema: {
        ...declared.schema,
        response: { ...declared.schema.response, 422: ingestRecords.answer },
      },
      async handler(request, reply) {
        const device = access.device(request)
        const { body } = request
        if (!Buffer.isBuffer(body)) throw new AppError('request.unsupportedType')
        checkVolume(volume.take(device.deviceId, body.length))
        const { headers } = request
        const answer = stored(device, () =>
          unpacking(device, headers['content-encoding'], () =>
            parseIngestBody(headers['content-type'], headers['content-encoding'], body),
          ),
        )
        return judged(answer, request.query.strict === '1' ? reply : undefined)
      },
    })
  })
}

/** A sender that reads the status alone learns by 422 that nothing was accepted; `strict` is the reply that may say so. */
function judged(answer: Promise<IngestAnswer>, strict: FastifyReply | undefined) {
  return answer.then((counts): IngestAnswer => {
    if (!isRejected(counts)) return counts
    strict?.code(422)
    return { ...counts, rejected: 'all' }
  })
}

function recordsBody() {
  const { $schema: _, ...record } = z.toJSONSchema(recordWire, { io: 'input' })
  const body = {
    description: `Up to ${ingestRecordLimit} records; \`Content-Encoding: gzip\` is understood.`,
    type: 'array',
    maxItems: ingestRecordLimit,
    items: record,
  }
  return { body, consumes: ['application/json', 'application/x-ndjson'] }
}
