import { dataSheet as call, type DataSheet, dataSheetFile as fileCall } from '@packboard/contract'
import { clientById, machinesOfType, machineTypeName, recordEvent } from '@packboard/management'
import { AppError, type ClientScope } from '@packboard/model'
import { recordSizes, recordVolumes } from '@packboard/telemetry/read'
import type { FastifyReply } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { storesElsewhere } from '../backup/storesElsewhere.ts'
import type { Deps } from '../deps.ts'
import { fileName } from '../export/fileName.ts'
import { contentTypes, writeTable } from '../export/writeTable.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { keepDays } from '../startup/forgetDaily.ts'
import { thisVersion } from '../version.ts'
import { monthDays, monthlyGroups } from './monthly.ts'
import { sheetTable } from './sheetTable.ts'

const tag = 'Panel: data sheets'

/** The data sheet of a machine type at one client (Data Act, article 3), measured from that client's records alone. */
export function dataSheetRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const { management, telemetry, config } = deps

  async function sheetOf(
    actor: Actor,
    scope: ClientScope,
    machineTypeId: number,
  ): Promise<DataSheet> {
    const [typeName, client, machineIds] = await Promise.all([
      machineTypeName(management, machineTypeId),
      clientById(management, scope.clientId),
      machinesOfType(management, scope, machineTypeId),
    ])
    if (typeName === undefined) throw new AppError('machineType.notFound')
    const at = deps.now()
    const from = new Date(at - monthDays * 86_400_000)
    const requested = { machineIds, since: from }
    const [volumes, sizes] = await gate.ask(
      actor,
      scope,
      () =>
        Promise.all([
          recordVolumes(telemetry, scope, requested),
          recordSizes(telemetry, scope, requested),
        ]),
      { period: { from, to: new Date(at) }, machines: machineIds },
    )
    const kept = (kind: 'raw' | 'minutes' | 'audit') => {
      const { days, ofClient } = keepDays(config, kind)
      return ofClient.get(scope.clientId) ?? days
    }
    return {
      machineTypeName: typeName,
      clientName: client?.name ?? '',
      holder: config.providerName,
      at: new Date(at),
      version: thisVersion.version,
      measured: {
        from,
        machines: new Set(volumes.map(({ machineId }) => machineId)).size,
        ofMachines: machineIds.length,
      },
      groups: monthlyGroups(volumes, sizes, at),
      stores: storesElsewhere(config) === undefined ? 'here' : 'elsewhere',
      keepDays: { records: kept('raw'), minutes: kept('minutes'), auditLog: kept('audit') },
    }
  }

  app.route({
    ...declare(call, tag),
    async handler(request) {
      const actor = access.actor(request)
      const scope = await access.scope(actor, request.params.clientId)
      return sheetOf(actor, scope, request.params.machineTypeId)
    },
  })

  const declared = declare(fileCall, tag)
  app.route({
    ...declared,
    // HEAD would make a file that nobody reads.
    exposeHeadRoute: false,
    schema: { ...declared.schema, produces: Object.values(contentTypes) },
    async handler(request, reply) {
      const { clientId, machineTypeId, format } = request.params
      const actor = access.actor(request)
      const scope = await access.scope(actor, clientId)
      const sheet = await sheetOf(actor, scope, machineTypeId)
      // The audit entry is written before the file is sent: no file is exported without one (D42).
      await recordEvent(management, {
        actorId: actor.userId,
        actorName: actor.username,
        action: 'export',
        entity: 'data-sheet',
        entityId: machineTypeId,
        clientId: scope.clientId,
        after: { format },
      })
      const name = fileName(['data-sheet', sheet.machineTypeName, sheet.clientName], format)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      // The contract declares text; the bytes of it are sent.
      const answer: FastifyReply = reply
      return answer.type(contentTypes[format]).send(writeTable(format, sheetTable(sheet)))
    },
  })
}
