import { selectAll } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import { hourMs, hourOf } from '../fold/minute.ts'
import type { MachinePlace } from './machinePlace.ts'

/** The first and the newest record of a machine, and the newest sample that it sent itself, ms since 1970; 0 where it sent none. */
export type Extent = MachinePlace & {
  readonly oldest: number
  readonly newest: number
  readonly heard: number
}

/** The first and the newest minute of a machine in the ledger, ms since 1970. */
export type LedgerEnd = MachinePlace & { readonly firstRow: number; readonly lastRow: number }

const extentColumns = {
  clientId: 'UInt32',
  machineId: 'UInt32',
  oldest: 'DateTime64',
  newest: 'DateTime64',
  heard: 'DateTime64',
} as const

const everySql = `
  SELECT client_id AS clientId, machine_id AS machineId, min(first) AS oldest, max(last) AS newest, max(sent) AS heard
  FROM (
    SELECT client_id, machine_id, min(at) AS first, max(at) AS last, maxIf(at, NOT imported) AS sent
    FROM sample GROUP BY client_id, machine_id
    UNION ALL
    SELECT client_id, machine_id, min(raised_at) AS first, max(raised_at) AS last, toDateTime64(0, 3, 'UTC') AS sent
    FROM alarm GROUP BY client_id, machine_id
  )
  GROUP BY client_id, machine_id
`

/** The first and the newest record of every machine that ever sent one. Reads a few bytes of each record. */
export async function readExtents(context: TelemetryContext): Promise<Extent[]> {
  return selectAll(context, {
    name: 'ledger.readExtents',
    sql: everySql,
    params: {},
    columns: extentColumns,
  })
}

const endSql = `
  SELECT client_id AS clientId, machine_id AS machineId, toDateTime64(min(minute), 3, 'UTC') AS firstRow,
    toDateTime64(max(minute), 3, 'UTC') AS lastRow
  FROM minute_ledger GROUP BY client_id, machine_id
`

/** The ends of every machine in the ledger, also of those whose records are all gone (D53). */
export async function readLedgerEnds(context: TelemetryContext): Promise<LedgerEnd[]> {
  return selectAll(context, {
    name: 'ledger.readLedgerEnds',
    sql: endSql,
    params: {},
    columns: {
      clientId: 'UInt32',
      machineId: 'UInt32',
      firstRow: 'DateTime64',
      lastRow: 'DateTime64',
    },
  })
}

/** The most machines of one question: three hours of a machine are three numbers in a form field of up to 128 KB. */
const machinesAtOnce = 1_500

/** The parts of the table say this by themselves. */
const firstSql = `SELECT min(at) AS oldest FROM sample`

const edgeSql = `
  SELECT client_id AS clientId, machine_id AS machineId, min(at) AS oldest, max(at) AS newest,
    maxIf(at, NOT imported) AS heard, toDateTime64(toStartOfHour(at), 3, 'UTC') AS hour
  FROM sample
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp(at), 3600))) IN (
      SELECT pair.1, pair.2
      FROM (SELECT arrayJoin(arrayZip({hourMachines:Array(UInt32)}, {hours:Array(UInt32)})) AS pair)
    )
  GROUP BY client_id, machine_id, hour
`

const alarmSql = `
  SELECT client_id AS clientId, machine_id AS machineId, min(raised_at) AS oldest, max(raised_at) AS newest,
    toDateTime64(0, 3, 'UTC') AS heard
  FROM alarm GROUP BY client_id, machine_id
`

const ownSql = `
  SELECT client_id AS clientId, machine_id AS machineId, min(at) AS oldest, max(at) AS newest,
    maxIf(at, NOT imported) AS heard
  FROM sample
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
  GROUP BY client_id, machine_id
`

/** One byte a record, and the times of those alone that were not imported. */
const heardSql = `
  SELECT machine_id AS machineId, max(at) AS heard
  FROM sample
  PREWHERE NOT imported
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
  GROUP BY machine_id
`

/**
 * The same as `readExtents`, of a store whose ledger contains each record but those of newer batches, which are looked for by
 * themselves: it has rows from the first record of a machine to its newest, so only the hours at the ends of its rows are read.
 * Where records of these hours are gone (D53), all of that machine is. `others`: machines without rows that may have records.
 */
export async function extentsByLedger(
  context: TelemetryContext,
  ends: readonly LedgerEnd[],
  others: readonly MachinePlace[],
): Promise<Extent[]> {
  const found = new Map<number, Extent>()
  const cut = hourOf(await firstRecord(context))
  const whole: MachinePlace[] = [...others]
  for (let i = 0; i < ends.length; i += machinesAtOnce) {
    const piece = ends.slice(i, i + machinesAtOnce)
    const edges = await edgesOf(context, piece, cut)
    for (const end of piece) {
      const extent = extentOf(end, edges.get(end.machineId) ?? new Map(), cut)
      if (extent === undefined) whole.push(end)
      else found.set(end.machineId, extent)
    }
  }
  await addHeard(context, found)
  for (let i = 0; i < whole.length; i += machinesAtOnce) {
    const extents = await selectAll(context, {
      name: 'ledger.readOwnExtents',
      sql: ownSql,
      params: placeLists(whole.slice(i, i + machinesAtOnce)),
      columns: extentColumns,
    })
    for (const extent of extents) found.set(extent.machineId, extent)
  }
  const alarmExtents = await selectAll(context, {
    name: 'ledger.readAlarmExtents',
    sql: alarmSql,
    params: {},
    columns: extentColumns,
  })
  for (const alarms of alarmExtents) {
    const samples = found.get(alarms.machineId)
    found.set(alarms.machineId, {
      ...alarms,
      oldest: Math.min(alarms.oldest, samples?.oldest ?? alarms.oldest),
      newest: Math.max(alarms.newest, samples?.newest ?? alarms.newest),
      heard: samples?.heard ?? 0,
    })
  }
  return [...found.values()]
}

/** The machines that the ledger has no row of. */
export function withoutRows(
  machines: readonly MachinePlace[],
  ends: readonly LedgerEnd[],
): MachinePlace[] {
  const known = new Set(ends.map(({ machineId }) => machineId))
  return machines.filter(({ machineId }) => !known.has(machineId))
}

type Edge = Pick<Extent, 'oldest' | 'newest' | 'heard'>

/** The hours of a machine that are read; the last row may be an hour after the newest record, which is held. */
function edgeHours(
  { firstRow, lastRow }: LedgerEnd,
  cut: number,
): { first: number; last: number[] } {
  const last = hourOf(lastRow)
  return { first: Math.max(hourOf(firstRow), cut), last: [last, last - hourMs] }
}

function extentOf(
  end: LedgerEnd,
  edges: ReadonlyMap<number, Edge>,
  cut: number,
): Extent | undefined {
  const hours = edgeHours(end, cut)
  const oldest = edges.get(hours.first)?.oldest
  const last = hours.last.map((hour) => edges.get(hour)).find((edge) => edge !== undefined)
  if (oldest === undefined || last === undefined) return undefined
  const { newest, heard } = last
  return { clientId: end.clientId, machineId: end.machineId, oldest, newest, heard }
}

/** Of machines whose newest hour was imported it is looked for in all that they have. */
async function addHeard(context: TelemetryContext, found: Map<number, Extent>): Promise<void> {
  const silent = [...found.values()].filter(({ heard }) => heard === 0)
  for (let i = 0; i < silent.length; i += machinesAtOnce) {
    const rows = await selectAll(context, {
      name: 'ledger.readHeard',
      sql: heardSql,
      params: placeLists(silent.slice(i, i + machinesAtOnce)),
      columns: { machineId: 'UInt32', heard: 'DateTime64' },
    })
    for (const { machineId, heard } of rows) {
      const extent = found.get(machineId)
      if (extent) found.set(machineId, { ...extent, heard })
    }
  }
}

async function edgesOf(
  context: TelemetryContext,
  ends: readonly LedgerEnd[],
  cut: number,
): Promise<Map<number, Map<number, Edge>>> {
  const pairs = ends.flatMap((end) => {
    const { first, last } = edgeHours(end, cut)
    return [...new Set([first, ...last])].map((hour) => [end.machineId, hour / hourMs] as const)
  })
  const params = {
    ...placeLists(ends),
    hourMachines: pairs.map(([machineId]) => machineId),
    hours: pairs.map(([, hour]) => hour),
  }
  const columns = { ...extentColumns, hour: 'DateTime64' } as const
  const rows = await selectAll(context, { name: 'ledger.readEdges', sql: edgeSql, params, columns })
  const edges = new Map<number, Map<number, Edge>>()
  for (const { machineId, hour, oldest, newest, heard } of rows) {
    const ofMachine = edges.get(machineId) ?? new Map<number, Edge>()
    edges.set(machineId, ofMachine)
    ofMachine.set(hour, { oldest, newest, heard })
  }
  return edges
}

async function firstRecord(context: TelemetryContext): Promise<number> {
  const [first] = await selectAll(context, {
    name: 'ledger.readFirstRecord',
    sql: firstSql,
    params: {},
    columns: { oldest: 'DateTime64' },
  })
  return first?.oldest ?? 0
}

function placeLists(places: readonly MachinePlace[]) {
  return {
    clientIds: [...new Set(places.map(({ clientId }) => clientId))],
    machineIds: places.map(({ machineId }) => machineId),
  }
}
