import { randomUUID } from 'node:crypto'
import { type BoardRow, boardRow } from '@packboard/contract'
import type { CellCarrier } from '@packboard/ingest'
import {
  type Cell,
  cellOfClient,
  cells,
  clusterSecret,
  type Management,
  otherProcesses,
  processIsGone,
  processIsThere,
  sendOn,
  storeTime,
} from '@packboard/management'
import { AppError } from '@packboard/model'
import { telemetryElsewhere } from '@packboard/telemetry/elsewhere'
import type { FullQuarantine } from '@packboard/telemetry/read'
import type { DamagedMonth, Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type ClockWatch, watchClock } from './clockWatch.ts'
import {
  boardPath,
  callPeer,
  opcUaPath,
  type PeerHeaders,
  peerHeaders,
  type QuarantineQuestion,
  quarantinesPath,
} from './peers.ts'

/** How often a process says that it is there; others forget it after ten seconds. */
const hereMs = 3_000

const fullQuarantine = z.object({
  clientId: z.number().nullable(),
  machineId: z.number().nullable(),
  records: z.number(),
  bytes: z.number(),
})

/** The other processes of an installation. */
export type Cluster = {
  /** Of the installation: what sends it is another process. */
  readonly secret: string
  readonly headersFor: PeerHeaders
  readonly book: CellBook
  /** The clock of this process beside that of PostgreSQL. */
  readonly clock: ClockWatch
  /** All cells, as far as it is known now. */
  cellStates(): CellState[]
  /** Passes readings to the processes that hold their cells. */
  readonly carrier: CellCarrier
  /** The machines of all cells whose quarantines are nearly full, the fullest first; fails where a cell does not answer. */
  fullQuarantines(wanted: QuarantineQuestion): Promise<FullQuarantine[]>
  /** The board rows of clients, from the processes that hold their records; a client whose cell does not answer has none. */
  boardRows(clientIds: readonly number[]): Promise<BoardRow[]>
  /** What the process that reads a machine by OPC UA has found, as JSON. */
  opcUaFound(clientId: number, machineId: number, again: boolean): Promise<unknown>
  /** Telemetry of a process that holds no cell. */
  readonly telemetry: Telemetry
  /** From now on this process is sent a word after each change. */
  join(url: string): Promise<void>
  close(): Promise<void>
}

/** A cell as a monitoring system is to know it. */
export type CellState = {
  readonly id: number
  /** A process holds it and has said so within the last seconds. */
  readonly held: boolean
  /** That process can read and write its records. */
  readonly ok: boolean
  /** How many clients have their records in it. */
  readonly clients: number
}

/** The other processes of the installation; undefined where one process does everything. */
export type ClusterDeps = { readonly cluster?: Cluster | undefined }

type Given = {
  readonly management: Management
  readonly log: FastifyBaseLogger
  readonly now: () => number
  /** What the clock of this process is compared with; default the clock of PostgreSQL. */
  readonly storeNow?: (() => Promise<number>) | undefined
}

export async function openCluster({
  management,
  log,
  now,
  storeNow = () => storeTime(management),
}: Given): Promise<Cluster> {
  const secret = await clusterSecret(management)
  const book = await openCellBook(management, log)
  const clock = await watchClock({ log, now, storeNow })
  const id = randomUUID()
  /** Of processes that hold no cell, as last read. */
  let processes: readonly string[] = []
  const headersFor = peerHeaders(secret, () => [
    ...book.cells().flatMap(({ url }) => url ?? []),
    ...processes,
  ])
  let timer: NodeJS.Timeout | undefined

  const urlOf = (cellId: number): string => {
    const url = book.urlOf(cellId)
    if (url !== undefined) return url
    throw new AppError('store.busy', {
      retryAfter: 1,
      cause: new Error(`no process holds cell ${cellId}`),
    })
  }
  /** What the process of a cell answers, as JSON. */
  const answerOf = async (cellId: number, path: string, question: unknown): Promise<unknown> => {
    const body = Buffer.from(JSON.stringify(question))
    const answer = await callPeer(urlOf(cellId), path, headersFor, { cellId, body })
    return JSON.parse(answer.toString())
  }
  const reports = () => book.cells().map((cell) => ({ ...cell, ...readReport(cell.report) }))

  sendOn(management, async () => {
    // One that was killed is in this list for ten seconds; what is tried again then does not meet it.
    processes = await otherProcesses(management, id)
    await Promise.all(processes.map((url) => callPeer(url, '/internal/refresh', headersFor)))
  })

  return {
    secret,
    headersFor,
    book,
    clock,
    cellStates: () => reports().map(stateOf),
    carrier: {
      cellOf: (clientId) => book.cellOf(clientId),
      carry: async (cellId, body) =>
        callPeer(urlOf(cellId), '/internal/readings', headersFor, { cellId, body }),
    },
    async fullQuarantines(wanted) {
      const ofCells = await Promise.all(
        book
          .cells()
          .map(async ({ id: cellId }) =>
            z.array(fullQuarantine).parse(await answerOf(cellId, quarantinesPath, wanted)),
          ),
      )
      const share = (one: FullQuarantine) =>
        Math.max(one.records / wanted.records, one.bytes / wanted.bytes)
      return ofCells
        .flat()
        .sort((a, b) => share(b) - share(a))
        .slice(0, wanted.most)
    },
    async boardRows(clientIds) {
      const cellIds = await Promise.all(clientIds.map((clientId) => book.cellOf(clientId)))
      const byCell = Map.groupBy(clientIds, (_, index) => cellIds[index] ?? 0)
      const ofCells = await Promise.allSettled(
        [...byCell].map(async ([cellId, own]) =>
          z.array(boardRow).parse(await answerOf(cellId, boardPath, own)),
        ),
      )
      return ofCells.flatMap((outcome) => {
        if (outcome.status === 'fulfilled') return outcome.value
        log.warn({ err: outcome.reason }, 'The clients of a cell are missing on the board')
        return []
      })
    },
    async opcUaFound(clientId, machineId, again) {
      return answerOf(await book.cellOf(clientId), opcUaPath, { machineId, again })
    },
    telemetry: telemetryElsewhere({
      health: async () => healthOf(book, reports()),
      damage: () => reports().flatMap(({ damage }) => damage),
      async acceptDamage(month) {
        const accepted: DamagedMonth[] = []
        for (const cell of reports()) {
          if (!cell.damage.some((one) => one.month === month)) continue
          await callPeer(urlOf(cell.id), `/internal/damage/${month}`, headersFor, {
            cellId: cell.id,
          })
          accepted.push(...cell.damage.filter((one) => one.month === month))
        }
        return accepted
      },
    }),
    async join(url) {
      const here = () => processIsThere(management, { id, url, clockMs: clock.offsetMs() })
      await here()
      timer = setInterval(() => {
        here().catch((error: unknown) =>
          log.warn(
            { err: error },
            'The other processes do not know that this one is there; trying again',
          ),
        )
      }, hereMs)
      timer.unref()
    },
    async close() {
      book.stop()
      clock.stop()
      if (timer === undefined) return
      clearInterval(timer)
      await processIsGone(management, id)
    },
  }
}

function stateOf({ id, url, isFresh, ok, clients }: Cell & CellReport): CellState {
  const held = isFresh && url !== null
  return { id, held, ok: held && ok, clients }
}

/** The health of all cells: one that is not held or ill is in the words, and with one that is well the process goes on. */
function healthOf(
  book: CellBook,
  reports: readonly (Cell & ReturnType<typeof readReport>)[],
): { readonly ok: boolean; readonly detail: string } {
  const words = [
    ...book.notHeld().map((cell) => `cell ${cell.id}: no process holds it`),
    ...reports
      .filter((cell) => cell.isFresh && !cell.ok)
      .map((cell) => `cell ${cell.id}: ${cell.detail}`),
  ]
  // The clients of the other cells are served: a proxy must not take this process away.
  const ok = words.length < book.cells().length
  return { ok, detail: words.join('; ') || `${book.cells().length} cells are held` }
}

/** How often it is read which process holds which cell. */
const lookMs = 500
/** Clients whose cell is remembered. */
const clientsKnown = 10_000

/** Which process holds the records of which client. */
type CellBook = {
  cellOf(clientId: number): Promise<number>
  /** Where the process that holds a cell answers; undefined while none does. */
  urlOf(cellId: number): string | undefined
  cells(): readonly Cell[]
  /** Those that no process holds. */
  notHeld(): readonly Cell[]
  stop(): void
}

async function openCellBook(management: Management, log: FastifyBaseLogger): Promise<CellBook> {
  let known = await cells(management)
  const cellOf = new Map<number, number>()
  let reading = false
  const timer = setInterval(() => {
    if (reading) return
    reading = true
    cells(management)
      .then((all) => {
        known = all
      })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The cells could not be read; trying again'),
      )
      .finally(() => {
        reading = false
      })
  }, lookMs)
  timer.unref()

  return {
    async cellOf(clientId) {
      const before = cellOf.get(clientId)
      if (before !== undefined) return before
      // A client stays in its cell, so what is remembered stays right.
      const cellId = await cellOfClient(management, clientId)
      if (cellOf.size >= clientsKnown) cellOf.clear()
      cellOf.set(clientId, cellId)
      return cellId
    },
    urlOf(cellId) {
      const cell = known.find(({ id }) => id === cellId)
      return cell?.isFresh && cell.url !== null ? cell.url : undefined
    },
    cells: () => known,
    notHeld: () => known.filter(({ isFresh, url }) => !isFresh || url === null),
    stop: () => clearInterval(timer),
  }
}

/** What the process that holds a cell says of it, each second. */
export type CellReport = {
  readonly ok: boolean
  readonly detail: string
  readonly damage: readonly DamagedMonth[]
}

const shape = z.object({
  ok: z.boolean(),
  detail: z.string(),
  damage: z.array(
    z.object({
      table: z.string(),
      month: z.number(),
      rows: z.number().nullable(),
      cause: z.enum(['lost', 'unreadable', 'unchecked']),
      parts: z.array(z.string()),
    }),
  ),
})

/** Nothing is known of a cell whose process has just begun to open it. */
function readReport(report: unknown): CellReport {
  const read = shape.safeParse(report)
  return read.success ? read.data : { ok: false, detail: 'is being opened', damage: [] }
}
