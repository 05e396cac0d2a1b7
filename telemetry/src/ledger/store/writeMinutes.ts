import { deadline, insertDurably } from '../../clickhouse/insertDurably.ts'
import { RowWriter } from '../../clickhouse/rowWriter.ts'
import type { TelemetryContext } from '../../context.ts'
import type { LedgerMinute, Piece, Span } from '../fold/ledgerMinute.ts'
import type { MachinePlace } from './machinePlace.ts'
import { encodeLabel } from './openLabelText.ts'
import { packCarry } from './packedCarry.ts'

/** What a recompute says about one machine. */
type MachineMinutes = MachinePlace & {
  readonly write: readonly LedgerMinute[]
  readonly clear: readonly number[]
}

const insert = `
  INSERT INTO minute_ledger (
    client_id, machine_id, minute, version, cleared,
    pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
    pieces.ms, pieces.packs, pieces.rejects, pieces.speedless_ms, pieces.speed_sum, pieces.speed_min, pieces.speed_max,
    pieces.samples, pieces.flagged, pieces.stops,
    spans.from_ms, spans.to_ms, spans.state,
    carry_form, carry_user, carry_back, carry_speed, carry_packs, carry_rejects, carry, open_label
  ) FORMAT RowBinary
`

/** Rows of the ledger in one insert; each replaces the row of its minute. */
export async function writeMinutes(
  context: TelemetryContext,
  version: bigint,
  machines: readonly MachineMinutes[],
): Promise<void> {
  const months = new Set<number>()
  for (const { write, clear } of machines) {
    for (const { minute } of write) months.add(monthOf(minute))
    for (const minute of clear) months.add(monthOf(minute))
  }
  // Month by month, oldest first: a part of the table is one month, and what a crash cuts off is then the newest.
  for (const month of [...months].sort((a, b) => a - b)) {
    const out = new RowWriter(1 << 20)
    const only = months.size === 1
    for (const { write, clear, ...place } of machines) {
      for (const row of write) {
        if (only || monthOf(row.minute) === month) writeRow(out, place, version, row)
      }
      for (const minute of clear) {
        if (only || monthOf(minute) === month) writeRow(out, place, version, nothing(minute))
      }
    }
    await insertDurably(
      context,
      { name: 'ledger.writeMinutes', sql: insert, rows: out.bytes() },
      { limit: deadline() },
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

function writeRow(
  out: RowWriter,
  { clientId, machineId }: MachinePlace,
  version: bigint,
  { minute, pieces, spans, carry, openLabel }: LedgerMinute,
): void {
  out.uint32(clientId)
  out.uint32(machineId)
  out.seconds(minute)
  out.uint64(version)
  out.bool(pieces.length === 0)
  for (const write of pieceColumns) {
    out.length(pieces.length)
    for (const piece of pieces) write(out, piece)
  }
  for (const write of spanColumns) {
    out.length(spans.length)
    for (const span of spans) write(out, span)
  }
  const packed = packCarry(carry, minute)
  out.uint8(packed.form)
  out.text(packed.user)
  out.uint32(packed.back)
  out.int64(packed.speed)
  out.int64(packed.packs)
  out.int64(packed.rejects)
  out.text(packed.rest)
  out.text(encodeLabel(openLabel))
}

/** In the order of the insert. */
const pieceColumns: readonly ((out: RowWriter, piece: Piece) => void)[] = [
  (out, piece) => out.int32(piece.state),
  (out, piece) => out.text(piece.category),
  (out, piece) => out.text(piece.product),
  (out, piece) => out.text(piece.tool),
  (out, piece) => out.text(piece.user),
  (out, piece) => out.text(piece.causeGroup),
  (out, piece) => out.text(piece.cause),
  (out, piece) => out.uint32(piece.ms),
  (out, piece) => out.decimal128(piece.packs),
  (out, piece) => {
    if (out.present(piece.rejects)) out.decimal128(piece.rejects)
  },
  (out, piece) => out.uint32(piece.ms - piece.speedMs),
  (out, piece) => out.decimal128(piece.speedSum),
  (out, piece) => out.maybeFloat64(ppm(piece.speedMin)),
  (out, piece) => out.maybeFloat64(ppm(piece.speedMax)),
  (out, piece) => out.uint32(piece.samples),
  (out, piece) => out.uint32(piece.flagged),
  (out, piece) => out.uint32(piece.stops),
]
const spanColumns: readonly ((out: RowWriter, span: Span) => void)[] = [
  (out, span) => out.uint16(span.from),
  (out, span) => out.uint16(span.to),
  (out, span) => out.int32(span.state),
]

function ppm(millionths: number | null): number | null {
  return millionths === null ? null : millionths / 1e6
}
