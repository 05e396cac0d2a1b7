import {
  dataSheet as call,
  type DataGroup,
  type DataSheet,
  dataGroups,
  fieldsOfGroup,
  dataSheetFile as fileCall,
} from '@packboard/contract'
import { clientById, machinesOfType, machineTypeName, recordEvent } from '@packboard/management'
import { AppError, type ClientScope } from '@packboard/model'
import {
  type RecordSize,
  type RecordVolume,
  recordSizes,
  recordVolumes,
} from '@packboard/telemetry/read'
import type { FastifyReply } from 'fastify'
import type { Access } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { declare, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { storesElsewhere } from '../backup/backupFault.ts'
import { keepDays } from '../config.ts'
import type { Deps } from '../deps.ts'
import { type Cell, fileName, type Table } from '../export/table.ts'
import { contentTypes, writeTable } from '../export/writeTable.ts'
import type { App } from '../http/createApp.ts'
import { thisVersion } from '../program/version.ts'

const tag = 'Panel: data sheets'

/** The data sheet of a machine type at one client (Data Act, article 3), measured from that client's records alone. */
export function dataSheetRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const route = routesOf(app, tag)

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

  route(call, 'openPanel', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    return sheetOf(actor, scope, request.params.machineTypeId)
  })

  const declared = declare(fileCall, tag, 'openPanel')
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
      await recordEvent(management, actor, 'export', 'data-sheet', {
        id: machineTypeId,
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

/** The sheet as a table of a file: a section of the law, what it is about, and its value. */
function sheetTable(sheet: DataSheet): Table {
  return {
    title: 'Data sheet',
    columns: ['Section', 'Item', 'Value', 'Unit'],
    pages: onePage(rowsOf(sheet)),
  }
}

const groupNames: Readonly<Record<DataGroup, string>> = {
  samples: 'Samples: state, speed, counters, product, tool, operator',
  alarms: 'Alarms of the machine',
  changes: 'Changes of parameters at the machine',
}

function rowsOf(sheet: DataSheet): Cell[][] {
  const { measured, keepDays } = sheet
  return [
    ['Product', 'Machine type', sheet.machineTypeName, null],
    ['Product', 'Client', sheet.clientName, null],
    ['Product', 'Data holder', sheet.holder, null],
    ['Product', 'Measured at', sheet.at, null],
    ['Product', 'Packboard', sheet.version, null],
    ...sheet.groups.flatMap(({ group, fields, recordsPerMonth, bytesPerMonth }): Cell[][] => [
      ['Data, art. 3 (2) a', groupNames[group], fields.join(' '), 'fields'],
      ['Format, art. 3 (2) a', groupNames[group], 'JSON lines, CSV, XLSX', null],
      [
        'Volume, art. 3 (2) a',
        groupNames[group],
        rounded(recordsPerMonth),
        'records per machine and 30 days',
      ],
      [
        'Volume, art. 3 (2) a',
        groupNames[group],
        rounded(bytesPerMonth),
        'bytes of JSON per machine and 30 days',
      ],
    ]),
    ['Volume, art. 3 (2) a', 'Measured since', measured.from, null],
    [
      'Volume, art. 3 (2) a',
      'Machines that sent, of all of this type',
      `${measured.machines} of ${measured.ofMachines}`,
      'machines',
    ],
    [
      'Continuous, art. 3 (2) b',
      'Continuous and in real time',
      'yes, while the machine is connected',
      null,
    ],
    [
      'Storage, art. 3 (2) c',
      'Place',
      sheet.stores === 'here'
        ? 'the server of this installation'
        : 'the database servers of this installation',
      null,
    ],
    ['Retention, art. 3 (2) c', 'Records as they came', keepDays.records, 'days'],
    ['Retention, art. 3 (2) c', 'Minutes that figures are made of', keepDays.minutes, 'days'],
    ['Retention, art. 3 (2) c', 'Audit log of Packboard', keepDays.auditLog, 'days'],
    ['Access, art. 3 (2) d', 'Screens', 'every person of the client, free of charge', null],
    [
      'Access, art. 3 (2) d',
      'Files',
      'GET /api/admin/export/{table}/{csv|xlsx}; GET /api/admin/explain-intervals',
      null,
    ],
    ['Access, art. 3 (2) d', 'Live', 'GET /api/admin/machines-live/{clientId}', null],
    [
      'Erasure, art. 3 (2) d',
      'Names of operators',
      'POST /api/admin/erased-names/{clientId}; else with their retention',
      null,
    ],
    [
      'For the data holder to add, art. 3 (3)',
      'Contact, purposes, third parties, trade secrets, end of the contract',
      '',
      null,
    ],
  ]
}

const rounded = (value: number | null) => (value === null ? 'not measured yet' : Math.round(value))

async function* onePage<Page>(page: Page): AsyncGenerator<Page> {
  yield page
}

const dayMs = 86_400_000
/** A month of the sheet, and the time that is measured. */
const monthDays = 30

const kindOf: Readonly<Record<DataGroup, RecordVolume['kind']>> = {
  samples: 'sample',
  alarms: 'alarm',
  changes: 'audit',
}

/**
 * What one machine makes in 30 days, by kind: the records of all machines, divided by the time since each of them sent its first record of any kind in the
 * time that was measured. So a machine that is a week old counts as a week.
 */
export function monthlyGroups(
  volumes: readonly RecordVolume[],
  sizes: readonly RecordSize[],
  until: number,
): DataSheet['groups'] {
  const firsts = new Map<number, number>()
  for (const { machineId, first } of volumes) {
    firsts.set(machineId, Math.min(firsts.get(machineId) ?? until, first.getTime()))
  }
  const days = [...firsts.values()].reduce((sum, first) => sum + (until - first) / dayMs, 0)
  return dataGroups.map((group) => {
    const kind = kindOf[group]
    const records = volumes
      .filter((volume) => volume.kind === kind)
      .reduce((sum, volume) => sum + volume.records, 0)
    // Of less than an hour nothing can be said about a month.
    const perMonth = days * 24 < 1 ? null : (records / days) * monthDays
    const bytes = sizes.find((size) => size.kind === kind)?.bytes ?? null
    return {
      group,
      fields: [...fieldsOfGroup[group]],
      recordsPerMonth: perMonth,
      bytesPerMonth:
        perMonth === null || (bytes === null && records > 0) ? null : perMonth * (bytes ?? 0),
    }
  })
}
