import { type ClientScope, type Flow, type Step, stepsInOrder } from '@packboard/model'
import { wallOf } from '../datedSettings/enterSettings.ts'
import { settingFrom } from '../datedSettings/storedSettings.ts'
import { type Db, inside, type Management } from '../store.ts'

/** The flow of a line from an instant on, and who entered it. */
export type StoredFlow = {
  readonly lineId: number
  readonly lineName: string
  /** On the clock of the client; null: from the beginning. */
  readonly validFrom: string | null
  /** The same, ms since 1970; −∞: from the beginning. */
  readonly from: number
  /** By the numbers of machines; none: the line has no flow from then on. */
  readonly stations: Flow<number>
  /** null: the account is gone. */
  readonly enteredBy: string | null
  readonly enteredAt: Date
}

/** The flows of the lines of a client. */
export type ClientFlows = {
  /** Rises with each entry; 0: there was none. */
  readonly version: number
  readonly zone: string
  /** The lines that may have one, by name. */
  readonly lines: readonly { readonly id: number; readonly name: string }[]
  /** What holds, by line and beginning. */
  readonly flows: readonly StoredFlow[]
  /** All entries, in the order in which they were entered; without stations what was entered before no longer holds. */
  readonly history: readonly (Omit<StoredFlow, 'stations'> & {
    readonly stations: Flow<number> | null
  })[]
  /** The serial numbers of all machines that are named, of removed ones too. */
  readonly serialOf: ReadonlyMap<number, string>
}

/** The flows of one client; undefined when it is deleted. */
export function flowsOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ClientFlows | undefined> {
  return inside(management).readShared(`flowsOfClient ${scope.clientId}`, (db) =>
    readFlows(db, scope.clientId),
  )
}

export async function readFlows(db: Db, clientId: number): Promise<ClientFlows | undefined> {
  const client = await db
    .selectFrom('client')
    .select('zone')
    .where('id', '=', clientId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!client) return undefined
  const { zone } = client
  const rows = await db
    .selectFrom('line_flow as f')
    .innerJoin('line as l', 'l.id', 'f.line_id')
    .leftJoin('user_account as u', 'u.id', 'f.entered_by')
    .select(['f.line_id as lineId', 'l.name as lineName', 'f.valid_from as validFrom'])
    .select(['f.stations', 'f.entered_at as enteredAt', 'u.username as enteredBy'])
    .where('f.client_id', '=', clientId)
    .orderBy('f.id')
    .execute()
  const lines = await db
    .selectFrom('line')
    .select(['id', 'name'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  const machines = await db
    .selectFrom('machine')
    .select(['id', 'serial_no'])
    .where('client_id', '=', clientId)
    .execute()
  const history = rows.map(({ validFrom, ...row }) => {
    const begins = { validFrom, validWall: null }
    return { ...row, validFrom: wallOf(begins, zone), from: settingFrom(begins, zone) }
  })
  return {
    ...{ version: rows.length, zone, lines, history },
    flows: inForce(history),
    serialOf: new Map(machines.map(({ id, serial_no }) => [id, serial_no])),
  }
}

/** Of the entries for one line and minute the last one, where it has not ended them. */
function inForce(history: ClientFlows['history']): StoredFlow[] {
  const last = new Map(history.map((entry) => [JSON.stringify([entry.lineId, entry.from]), entry]))
  return [...last.values()]
    .flatMap(({ stations, ...entry }) => (stations === null ? [] : [{ ...entry, stations }]))
    .sort(
      (a, b) =>
        (a.lineName < b.lineName ? -1 : a.lineName > b.lineName ? 1 : 0) ||
        (a.from < b.from ? -1 : 1),
    )
}

/** The flow of one line by time, as it was entered. */
export function flowOfLine({ flows }: ClientFlows, lineName: string): Step<Flow<number>>[] {
  const own = flows.filter((flow) => flow.lineName === lineName)
  return stepsInOrder(own.map(({ from, stations }) => ({ from, value: stations })))
}
