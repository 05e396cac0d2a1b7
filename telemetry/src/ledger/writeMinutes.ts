import type { TelemetryRoom } from '../room.ts'
import { RowWriter } from '../rowBinary/RowWriter.ts'
import { deadline, insertDurably } from '../write/insertDurably.ts'
import type { LedgerMinute, Piece, Span } from './ledgerMinute.ts'
import type { MachinePlace } from './machinePlace.ts'
import { encodeLabel } from './openLabelText.ts'

/** What a recompute says about one machine. */
export type MachineMinutes = MachinePlace & {
  readonly write: readonly LedgerMinute[]
  readonly clear: readonly number[]
}

const insert = `
  INSERT INTO packboard.minute_ledger (
    client_id, machine_id, minute, version, cleared,
    pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
    pieces.ms, pieces.packs, pieces.rejects, pieces.speed_ms, pieces.speed_sum, pieces.speed_min, pieces.speed_max,
    pieces.samples, pieces.flagged,
    spans.from_ms, spans.to_ms, spans.state,
    carry, open_label
  ) FORMAT RowBinary
`

/** Rows of the ledger in one insert; each replaces the row of its minute. */
export async function writeMinutes(
  room: TelemetryRoom,
  { version, token }: { readonly version: bigint; readonly token: string },
  machines: readonly MachineMinutes[],
): Promise<void> {
  const rows = machines.flatMap(({ clientId, machineId, write, clear }) => [
    ...write.map((row) => ({ clientId, machineId, row })),
    ...clear.map((minute) => ({ clientId, machineId, row: nothing(minute) })),
  ])
  // Month by month, oldest first: a part of the table is one month, and what a crash cuts off is then the newest.
  for (const month of [...new Set(rows.map(({ row }) => monthOf(row.minute)))].sort(
    (a, b) => a - b,
  )) {
    const out = new RowWriter(1 << 20)
    for (const { clientId, machineId, row } of rows) {
      if (monthOf(row.minute) !== month) continue
      out.uint32(clientId)
      out.uint32(machineId)
      out.seconds(row.minute)
      out.uint64(version)
      out.bool(row.pieces.length === 0)
      writeRow(out, row)
    }
    await insertDurably(
      room,
      { name: 'ledger.writeMinutes', sql: insert, rows: out.bytes() },
      { token: `${token}-${month}`, limit: deadline(), started: () => {} },
    )
  }
}

function monthOf(minute: number): number {
  const date = new Date(minute)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Takes the place of a row whose minute has become empty. */
function nothing(minute: number): LedgerMinute {
  return { minute, pieces: [], spans: [], carry: '', openLabel: null }
}

function writeRow(out: RowWriter, { pieces, spans, carry, openLabel }: LedgerMinute): void {
  const column = (write: (piece: Piece) => void) => {
    out.length(pieces.length)
    for (const piece of pieces) write(piece)
  }
  const spanColumn = (write: (span: Span) => void) => {
    out.length(spans.length)
    for (const span of spans) write(span)
  }
  column((piece) => out.int32(piece.state))
  column((piece) => out.text(piece.category))
  column((piece) => out.text(piece.product))
  column((piece) => out.text(piece.tool))
  column((piece) => out.text(piece.user))
  column((piece) => out.text(piece.causeGroup))
  column((piece) => out.text(piece.cause))
  column((piece) => out.uint32(piece.ms))
  column((piece) => out.decimal128(piece.packs))
  column((piece) => {
    if (out.present(piece.rejects)) out.decimal128(piece.rejects)
  })
  column((piece) => out.uint32(piece.speedMs))
  column((piece) => out.decimal128(piece.speedSum))
  column((piece) => out.maybeFloat64(ppm(piece.speedMin)))
  column((piece) => out.maybeFloat64(ppm(piece.speedMax)))
  column((piece) => out.uint32(piece.samples))
  column((piece) => out.uint32(piece.flagged))
  spanColumn((span) => out.uint16(span.from))
  spanColumn((span) => out.uint16(span.to))
  spanColumn((span) => out.int32(span.state))
  out.text(carry)
  out.text(encodeLabel(openLabel))
}

function ppm(millionths: number | null): number | null {
  return millionths === null ? null : millionths / 1e6
}
