import { type ExportTable, exportFile } from '@packboard/contract'
import { recordEvent } from '@packboard/management'
import { AppError, type ProgramGroup, refusedField } from '@packboard/model'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import type { Access } from '../access/access.ts'
import { authorOf, demandRowsOfKey, type Viewer, viewerKey } from '../access/actor.ts'
import { declare, readBy } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { mayCompare } from '../compare/mayCompare.ts'
import {
  countDayRows,
  type DaySummaryRow,
  dayPages,
  requirePremium,
} from '../daySummary/readDays.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type ChartQuestion, chartQuestion } from '../figures/chartQuestion.ts'
import { provisionalSerials } from '../figures/provisionalMachines.ts'
import type { App } from '../http/createApp.ts'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import { limits } from '../http/limits.ts'
import { alarmChoices, auditChoices } from '../records/recordsWire.ts'
import { type ChartChoices, chartTables } from './chartTables.ts'
import { inTurn, recordPages } from './recordPages.ts'
import { type RecordChoices, type RecordTable, recordTables } from './recordTables.ts'
import {
  type Cell,
  fileName,
  provisionalNote,
  type Table,
  withFootnote,
  zonedTable,
} from './table.ts'
import { contentTypes, writeTable } from './writeTable.ts'

/**
 * Export: the rows of a table or chart as a file, written while they are read. The audit log has an entry for each
 * file.
 */
export function exportRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const { telemetry, management } = deps
  const exporting = keyedSemaphore({
    waitMs: limits.exportWaitMs,
    full: () => new AppError('request.tooMany', { retryAfter: 10 }),
  })

  async function tableOf(
    table: ExportTable,
    requested: ChartQuestion,
    choices: RecordChoices & ChartChoices,
  ): Promise<Table> {
    if (isRecords(table)) return recordsTable(table, requested, choices)
    if (table === 'day-summary') return daysTable(requested)
    const { title, columns, rows } = chartTables[table]
    const all = await gate.ask(
      requested.viewer,
      requested.scope,
      () => rows(deps, requested, choices),
      requested,
    )
    demandRows(requested.viewer, all.length)
    return { title, columns, pages: onePage(all) }
  }

  async function recordsTable(
    table: RecordTable,
    requested: ChartQuestion,
    choices: RecordChoices,
  ): Promise<Table> {
    const { title, columns, page } = recordTables[table]
    const limit = limits.exportPage
    const read = (offset: number) =>
      gate.ask(
        requested.viewer,
        requested.scope,
        () => page(telemetry, requested, choices, { offset, limit }),
        requested,
      )
    const first = await read(0)
    demandRows(requested.viewer, first.count)
    return { title, columns, pages: recordPages(first, limit, read) }
  }

  async function daysTable(requested: ChartQuestion): Promise<Table> {
    const { viewer, scope } = requested
    const count = await gate.ask(viewer, scope, () => countDayRows(telemetry, requested), requested)
    demandRows(viewer, count)
    const { title, columns, cells } = dayTable
    const days = dayPages(telemetry, requested, (question, extent) =>
      inTurn(() => gate.ask(viewer, scope, question, extent)),
    )
    return { title, columns, pages: cellPages(days, cells) }
  }

  const declared = declare(exportFile, 'Take-away', readBy(fileGroups))
  app.route({
    ...declared,
    // HEAD would make a file that nobody reads.
    exposeHeadRoute: false,
    schema: { ...declared.schema, produces: Object.values(contentTypes) },
    async handler(request, reply) {
      const { params, query } = request
      const { table, format } = params
      const reader = access.reader(request)
      access.demandGroup(reader, groupOf(table))
      const requested = await chartQuestion({ access, now: deps.now() }, request, query)
      const { scope } = requested
      // D51: days are for premium clients, also in a file.
      if (table === 'day-summary') await requirePremium(management, scope)
      if (table === 'compare') await mayCompare(management, scope, query)
      if (table === 'losses') await mayCompare(management, scope, { ...query, by: 'machine' })
      // Alarms and audit records are what machines sent; no dictionary is in them.
      const provisional = isRecords(table) ? [] : await provisionalSerials(deps, requested)
      const footnoted = (made: Table) =>
        provisional.length > 0 ? withFootnote(made, provisionalNote(provisional)) : made

      // The file is held open for as long as its reader takes; the handler ends before.
      const file = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
        const turns = [
          { key: viewerKey(reader), atOnce: limits.exportsPerUser },
          { key: 'all', atOnce: limits.exports },
        ]
        exporting
          .pass(turns, async () => {
            const made = footnoted(
              zonedTable(await tableOf(table, requested, tableChoices(query)), requested.zone),
            )
            // The audit entry is written before the first row is sent: no file is exported without one (D42).
            await recordEvent(management, authorOf(reader), 'export', table, {
              id: null,
              clientId: scope.clientId,
              after: exportFacts(format, query),
            })
            const stream = writeTable(format, made)
            const closed = new Promise((done) => stream.once('close', done))
            // A client that disconnected while the first page was read leaves no open file.
            if (reply.raw.destroyed) stream.destroy()
            resolve(stream)
            await closed
          })
          .catch(reject)
      })
      request.log.info(
        {
          event: 'takeAway',
          ...('userId' in reader ? { user: reader.userId } : { program: reader.programKeyId }),
          ...{ client: scope.clientId, table, format },
        },
        'A table was exported',
      )
      const words = provisional.length > 0 ? ['provisional'] : []
      const name = fileName([...nameParts(table, query), ...words], format)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      // The contract declares text; the bytes of it are sent.
      const answer: FastifyReply = reply
      return answer.type(contentTypes[format]).send(file)
    },
  })
}

/** A file has at most 1,000,000 rows, and one for a program 10,000 (D92). */
function demandRows(viewer: Viewer, count: number): void {
  demandRowsOfKey(viewer, count)
  if (count > limits.exportRows) throw tooManyRows()
}

/** A key needs the one of the table. */
const fileGroups = ['figures', 'stops', 'alarms', 'audit'] as const

/** What a key must read for the file of a table. */
function groupOf(table: ExportTable): ProgramGroup {
  if (table.startsWith('alarm')) return 'alarms'
  if (table.startsWith('audit')) return 'audit'
  return table.startsWith('stop') || table === 'line-losses' ? 'stops' : 'figures'
}

const tooManyRows = () =>
  refusedField('start_date', 'These are more than 1,000,000 rows; choose a shorter window.')

function isRecords(table: ExportTable): table is RecordTable {
  return table in recordTables
}

async function* cellPages<Row>(pages: AsyncIterable<Row[]>, cells: (row: Row) => Cell[]) {
  for await (const page of pages) yield page.map(cells)
}

async function* onePage<Page>(page: Page): AsyncGenerator<Page> {
  yield page
}

/** The table of days as a file. */
const dayTable = {
  title: 'Per Day Summary',
  columns: [
    'Day',
    'Machine',
    'Product',
    'Tool',
    'Idle Time (s)',
    'Packs Packed',
    'Run Time (s)',
    'Average Packs Per Minute',
  ],
  cells: (row: DaySummaryRow): Cell[] => [
    row.date,
    row.serialNo,
    row.product,
    row.tool,
    row.idle,
    row.packs,
    row.run,
    row.packsPerMinute,
  ],
} as const

type Query = z.output<typeof exportFile.query>

/** The values of the selects above the table, what was selected in a list of stops, and the line of its losses. */
function tableChoices(query: Query): RecordChoices & ChartChoices {
  const { figure, part, partGroup, sort, order, by, withoutReason, micro, line } = query
  return {
    ...alarmChoices(query),
    ...auditChoices(query),
    ...{ figure, part, partGroup, sort, order, by, withoutReason, micro, line },
  }
}

/** The words of a file's name: the table, the machine or the line, the days and the zone that cuts them. */
function nameParts(table: string, query: Query): string[] {
  const machine = query.machineId === 'All' ? query.machine : query.machineId
  const place = query.line ?? machine
  const [from, to] = [query.start_date, query.end_date]
  return [
    table,
    ...(place === 'All' ? [] : [place]),
    from,
    ...(to === from ? [] : [to]),
    query.timezone,
  ]
}

/** The part of a file's request that the audit log stores: its kind, its machine and its days. */
function exportFacts(format: string, query: Query): Record<string, string> {
  return {
    format,
    machine: query.machineId === 'All' ? query.machine : query.machineId,
    ...(query.line !== undefined && { line: query.line }),
    from: `${query.start_date} ${query.start_time}`,
    to: `${query.end_date} ${query.end_time}`,
    zone: query.timezone,
  }
}
