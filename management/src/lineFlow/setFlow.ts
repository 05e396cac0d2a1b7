import {
  AppError,
  type ClientScope,
  type Flow,
  type FlowEntry,
  type FlowFault,
  findFlowFault,
  refusedField,
  wallInstant,
} from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { type ClientSettings, clientSettings } from '../datedSettings/clientSettings.ts'
import { wallText } from '../datedSettings/enterSettings.ts'
import { piecesOf } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import { type ClientFlows, readFlows, type StoredFlow } from './storedFlow.ts'

/** The flows that a client wants to have, whole; machines by their serial numbers. */
export type RequestedFlows = {
  readonly version?: number | undefined
  readonly lines: readonly FlowEntry<string>[]
}

/** A flow that was looked at and may be stored. */
type CheckedFlow = Pick<StoredFlow, 'lineId' | 'lineName' | 'from' | 'stations'>

/**
 * Replaces the flows of a client and returns the version of it. Entries are only added: of what is no longer wanted it is entered that it
 * no longer holds. What is as it was stays as it is, with who entered it.
 */
export async function setFlow(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  requested: RequestedFlows,
): Promise<number> {
  const settings = await clientSettings(management, scope)
  return changing(management, editor, async ({ db, at, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await readFlows(db, clientId)
    if (before === undefined) throw new AppError('client.notFound')
    demandVersion(before, requested.version)
    const machines = await machinesOf(db, clientId)
    const wanted = checkedFlows(requested.lines, before, { machines, settings })
    const known = new Map(before.flows.map((flow) => [keyOf(flow), flow]))
    const kept = new Set(wanted.map(keyOf))
    const added = wanted.filter((flow) => !isSame(known.get(keyOf(flow)), flow))
    const ended = before.flows.filter((flow) => !kept.has(keyOf(flow)))
    if (added.length + ended.length === 0) return before.version
    const rows = [...added, ...ended.map((flow) => ({ ...flow, stations: null }))].map((flow) => ({
      client_id: clientId,
      line_id: flow.lineId,
      valid_from: Number.isFinite(flow.from) ? new Date(flow.from) : null,
      stations: flow.stations && JSON.stringify(flow.stations),
      entered_at: at,
      entered_by: editor.userId,
    }))
    for (const some of piecesOf(rows)) await db.insertInto('line_flow').values(some).execute()
    const replaced = before.flows.filter((flow) => added.some((one) => keyOf(one) === keyOf(flow)))
    await audit('update', 'lineFlow', {
      id: clientId,
      clientId,
      before: { lines: [...replaced, ...ended].map((flow) => snapshot(flow, before)) },
      after: { lines: added.map((flow) => snapshot(flow, before)) },
    })
    return before.version + rows.length
  })
}

/** The flows that a client wants to have as they would be stored, and nothing is. What is wrong is refused as by `setFlow`. */
export async function checkFlow(
  management: Management,
  scope: ClientScope,
  lines: RequestedFlows['lines'],
): Promise<CheckedFlow[]> {
  const settings = await clientSettings(management, scope)
  return inside(management).read(async (db) => {
    const before = await readFlows(db, scope.clientId)
    if (before === undefined) throw new AppError('client.notFound')
    const machines = await machinesOf(db, scope.clientId)
    return checkedFlows(lines, before, { machines, settings })
  })
}

/** The machines that a flow may name, each with the line in which it stands now. */
function machinesOf(db: Db, clientId: number) {
  return db
    .selectFrom('machine as m')
    .leftJoin('line as l', 'l.id', 'm.line_id')
    .select(['m.id', 'm.serial_no as serialNo', 'l.name as lineName'])
    .where('m.client_id', '=', clientId)
    .where('m.deleted_at', 'is', null)
    .execute()
}

const keyOf = ({ lineId, from }: Pick<StoredFlow, 'lineId' | 'from'>) => `${lineId} ${from}`

const isSame = (before: StoredFlow | undefined, { stations }: CheckedFlow) =>
  before !== undefined && JSON.stringify(before.stations.map(inOrder)) === JSON.stringify(stations)

const inOrder = <Machine>({ machines, needs, bufferSeconds, key }: Flow<Machine>[number]) => ({
  machines: [...machines],
  needs,
  bufferSeconds,
  key,
})

/** For the audit log, with serial numbers. */
function snapshot({ lineName, from, stations }: CheckedFlow, { zone, serialOf }: ClientFlows) {
  return {
    lineName,
    validFrom: Number.isFinite(from) ? wallText(from, zone) : null,
    stations: stations.map(({ machines, ...station }) => ({
      machines: machines.map((id) => serialOf.get(id) ?? String(id)),
      ...station,
    })),
  }
}

type Known = {
  readonly machines: Awaited<ReturnType<typeof machinesOf>>
  readonly settings: ClientSettings
}

/** The same flows by numbers. Two that cannot both hold are a conflict that names both places; anything else is a mistake of the form. */
function checkedFlows(
  entries: readonly FlowEntry<string>[],
  before: Pick<ClientFlows, 'flows' | 'lines' | 'zone' | 'serialOf'>,
  known: Known,
): CheckedFlow[] {
  const named = entries.map((entry, index) => {
    const line = lineOf(entry.lineName, before.lines)
    if (line === undefined) {
      throw refusedField(`lines.${index}.lineName`, `There is no line named ${entry.lineName}.`)
    }
    return { ...entry, line, lineName: line.name }
  })
  const fault = findFlowFault(named)
  if (fault !== null) throw refusalOf(fault)
  return named.map(({ line, validFrom, stations }, index) => {
    const from = validFrom === null ? Number.NEGATIVE_INFINITY : wallInstant(validFrom, before.zone)
    const stored = before.flows.find((flow) => flow.lineId === line.id && flow.from === from)
    const idOf = machineFinder(line.name, from, { ...known, stored, serialOf: before.serialOf })
    return {
      ...{ lineId: line.id, lineName: line.name, from },
      stations: stations.map((station, place) =>
        inOrder({
          ...station,
          machines: station.machines.map((serialNo) =>
            idOf(serialNo, `lines.${index}.stations.${place}.machines`),
          ),
        }),
      ),
    }
  })
}

const lineOf = (name: string, lines: ClientFlows['lines']) =>
  lines.find((line) => line.name === name) ??
  lines.find((line) => line.name.toLowerCase() === name.toLowerCase())

/** A machine that was in the entry before may stay, also when it is gone; another one stands in the line at some time from then on. */
function machineFinder(
  lineName: string,
  from: number,
  {
    machines,
    settings,
    stored,
    serialOf,
  }: Known &
    Pick<ClientFlows, 'serialOf'> & {
      readonly stored: StoredFlow | undefined
    },
) {
  const before = stored?.stations.flatMap((station) => [...station.machines]) ?? []
  return (serialNo: string, field: string): number => {
    const machine = machines.find((one) => one.serialNo === serialNo)
    const kept = before.find((id) => serialOf.get(id) === serialNo)
    const id = machine?.id ?? kept
    if (id === undefined) {
      throw refusedField(field, `There is no machine with the serial number ${serialNo}.`)
    }
    if (id === kept || machine === undefined) return id
    const present = machine.lineName ?? ''
    const begin = Number.isFinite(from) ? from : 0
    const always = { from: new Date(begin), to: new Date(8_640_000_000_000_000) }
    const instants = [begin, ...settings.lineEdges(id, always)]
    const stands = instants.some((at) => (settings.lineName(id, at) ?? present) === lineName)
    if (!stands) throw refusedField(field, `${serialNo} does not stand in ${lineName}.`)
    return id
  }
}

function refusalOf({ kind, at, other, message }: FlowFault): AppError {
  const places = other === undefined ? [at] : [at, other]
  const isConflict = kind === 'machineTwice' || kind === 'twoKeys' || kind === 'entryTwice'
  return new AppError(isConflict ? 'lineFlow.conflict' : 'request.invalid', {
    message,
    fields: places.map((field) => ({ field, message })),
  })
}
