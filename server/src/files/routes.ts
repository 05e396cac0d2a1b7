import {
  addRecordFile,
  addRecordFilePiece,
  cancelRecordFile,
  lineRefusal,
  lookAtRecordFile,
  recordFile as recordFileCall,
  recordFileCounts,
  recordFiles as recordFilesCall,
  recordMapping,
  refusedRecordLines,
  startRecordFile,
} from '@packboard/contract'
import {
  clientById,
  type Management,
  type RecordFile,
  recordFile,
  recordFilesOf,
  refusedLines,
} from '@packboard/management'
import { AppError, type ClientScope, recordFileLimits } from '@packboard/model'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { declare, routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { refusedCsv } from './lineTexts.ts'
import type { FileDeps } from './recordFiles.ts'

const tag = 'Import of records'
const octets = 'application/octet-stream'
const csv = 'text/csv; charset=utf-8'
const shownLines = 100

/** Records of a client from files. */
export async function recordFileRoutes(
  app: App,
  { management, recordFiles }: Deps & FileDeps,
  access: Access,
) {
  const route = routesOf(app, tag)

  const service = () => serviceOf(recordFiles)
  const asking = (request: FastifyRequest, clientId: number) => callerOf(access, request, clientId)

  route(recordFilesCall, 'importRecords', async (request) => {
    const { clientId } = request.params
    const { scope } = await asking(request, clientId)
    const [files, machines, client] = await Promise.all([
      recordFilesOf(management, scope),
      access.machines(scope),
      clientById(management, clientId),
    ])
    return {
      files: files.map(rowOf),
      zone: client?.zone ?? 'UTC',
      machines: machines.map(({ serialNo }) => serialNo),
    }
  })

  route(addRecordFile, 'importRecords', async (request) => {
    const { actor, scope } = await asking(request, request.params.clientId)
    const id = await service().add(actor, scope, request.body)
    return { id, pieceBytes: recordFileLimits.pieceBytes }
  })

  route(recordFileCall, 'importRecords', async (request) => {
    const { clientId, fileId } = request.params
    const { scope } = await asking(request, clientId)
    const file = await recordFile(management, scope, fileId)
    const lines = await refusedLines(management, scope, fileId)
    return {
      ...rowOf(file),
      lines: lines
        .slice(0, shownLines)
        .map(({ line, refusal }) => ({ line, ...lineRefusal.parse(refusal) })),
    }
  })

  route(lookAtRecordFile, 'importRecords', async (request) => {
    const { clientId, fileId } = request.params
    const { scope } = await asking(request, clientId)
    const { mapping, kind, form, machine } = request.body
    if (machine !== undefined) await machineNamed(access, scope, machine)
    const zone = (await clientById(management, clientId))?.zone ?? 'UTC'
    return service().look(scope, fileId, { mapping, kind, form, machine, zone })
  })

  route(startRecordFile, 'importRecords', async (request) => {
    const { clientId, fileId } = request.params
    const { actor, scope } = await asking(request, clientId)
    const { mapping, machine: serialNo, dryRun } = request.body
    const machine = serialNo === undefined ? undefined : await machineNamed(access, scope, serialNo)
    await service().begin(actor, scope, fileId, { mapping, machine, dryRun })
    return { message: 'Success!' }
  })

  route(cancelRecordFile, 'importRecords', async (request) => {
    const { clientId, fileId } = request.params
    const { scope } = await asking(request, clientId)
    await service().cancel(scope, fileId)
    return { message: 'Success!' }
  })

  refusedLineRoute(app, management, access)
  await pieceRoute(app, recordFiles, access)
}

function serviceOf(recordFiles: FileDeps['recordFiles']) {
  if (!recordFiles) throw new AppError('recordFile.elsewhere')
  return recordFiles
}

async function callerOf(access: Access, request: FastifyRequest, clientId: number) {
  const actor = access.actor(request)
  return { actor, scope: await access.scope(actor, clientId) }
}

async function machineNamed(access: Access, scope: ClientScope, serialNo: string) {
  const machines = await access.machines(scope)
  const machine = machines.find((one) => one.serialNo === serialNo)
  if (!machine) throw new AppError('machine.notFound')
  return machine
}

/** The lines that were refused, as a file. */
function refusedLineRoute(app: App, management: Management, access: Access) {
  const refused = declare(refusedRecordLines, tag, 'importRecords')
  app.route({
    ...refused,
    schema: { ...refused.schema, produces: [csv] },
    async handler(request, reply) {
      const { clientId, fileId } = request.params
      const { scope } = await callerOf(access, request, clientId)
      const file = await recordFile(management, scope, fileId)
      const lines = await refusedLines(management, scope, fileId)
      reply.header('content-disposition', `attachment; filename="refused-lines-${file.id}.csv"`)
      // The contract declares text; the bytes of it are sent.
      const answer: FastifyReply = reply
      const text = refusedCsv(
        lines.map(({ line, refusal }) => ({ line, refusal: lineRefusal.parse(refusal) })),
      )
      return answer.type(csv).send(Buffer.from(text))
    },
  })
}

/** Appends a piece to a file. */
async function pieceRoute(app: App, recordFiles: FileDeps['recordFiles'], access: Access) {
  // Only here are the bytes of a file accepted: in pieces, each of which is sent within the time that a request may take.
  await app.register(async (inner: App) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(octets, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    inner.route({
      ...declare(addRecordFilePiece, tag, 'importRecords'),
      bodyLimit: recordFileLimits.pieceBytes,
      async handler(request) {
        const { clientId, fileId } = request.params
        const { scope } = await callerOf(access, request, clientId)
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return serviceOf(recordFiles).piece(scope, fileId, Number(request.query.offset), bytes)
      },
    })
  })
}

function rowOf(file: RecordFile) {
  const { rows, stored, duplicate, late, quarantined, refused } = file
  return {
    ...{ rows, stored, duplicate, late, quarantined, refused },
    ...{ id: file.id, name: file.name, bytes: file.bytes, received: file.received },
    ...{ state: file.state, share: file.share, fault: file.fault, machine: file.serialNo },
    kind: recordMapping.safeParse(file.mapping).data?.kind ?? null,
    checked: recordFileCounts.safeParse(file.checked).data ?? null,
    ...{ createdBy: file.createdBy, createdAt: file.createdAt, endedAt: file.endedAt },
  }
}
