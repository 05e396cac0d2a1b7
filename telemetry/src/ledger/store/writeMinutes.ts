import { deadline, insertDurably } from '../../clickhouse/insertDurably.ts'
import { ListEnds, NativeBlock } from '../../clickhouse/nativeBlock.ts'
import {
  type Column,
  DecimalColumn,
  int32,
  int64,
  MaybeDecimals,
  MaybeNumbers,
  seconds,
  TextColumn,
  uint8,
  uint16,
  uint32,
  uint64,
} from '../../clickhouse/nativeColumns.ts'
import type { TelemetryContext } from '../../context.ts'
import { inSlices } from '../../slices.ts'
import { type LedgerMinute, ppmOf } from '../fold/ledgerMinute.ts'
import type { MachinePlace } from './machinePlace.ts'
import { type PackedCarry, packCarry } from './packedCarry.ts'
import { encodeLabel, encodeModes } from './storedMinuteRow.ts'

/** What a recompute says about one machine. */
type MachineMinutes = MachinePlace & {
  readonly write: readonly LedgerMinute[]
  readonly clear: readonly number[]
}

type Row = MachinePlace & { readonly row: LedgerMinute; readonly carry: PackedCarry }

const insert = `
  INSERT INTO minute_ledger (
    client_id, machine_id, minute, version, cleared,
    pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
    pieces.ms, pieces.packs, pieces.rejects, pieces.speedless_ms, pieces.speed_sum, pieces.speed_min, pieces.speed_max,
    pieces.samples, pieces.flagged, pieces.stops,
    spans.from_ms, spans.to_ms, spans.state,
    modes, carry_form, carry_user, carry_back, carry_speed, carry_packs, carry_rejects, carry, open_label
  ) FORMAT Native
`

/** Rows that are encoded before it can rest: a millisecond. A round has up to 15,000. */
const rowsAtOnce = 50

/** Rows of the ledger in one insert; each replaces the row of its minute. */
export async function writeMinutes(
  context: TelemetryContext,
  version: bigint,
  machines: readonly MachineMinutes[],
): Promise<void> {
  const months = await inSlices('ledger', rowsByMonth(machines))
  // Month by month, oldest first: a part of the table is one month, and what a crash cuts off is then the newest.
  for (const [, rows] of [...months].sort(([a], [b]) => a - b)) {
    const block = await inSlices('ledger', blockOf(rows, version))
    await insertDurably(
      context,
      { name: 'ledger.writeMinutes', sql: insert, rows: block },
      { limit: deadline() },
    )
  }
}

function* rowsByMonth(machines: readonly MachineMinutes[]): Generator<void, Map<number, Row[]>> {
  const months = new Map<number, Row[]>()
  for (const { clientId, machineId, write, clear } of machines) {
    for (const [index, row] of [...write, ...clear.map(nothing)].entries()) {
      if (index % rowsAtOnce === 0) yield
      const month = monthOf(row.minute)
      const rows = months.get(month)
      const added = { clientId, machineId, row, carry: packCarry(row.carry, row.minute) }
      if (rows) rows.push(added)
      else months.set(month, [added])
    }
  }
  return months
}

function monthOf(minute: number): number {
  const date = new Date(minute)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Takes the place of a row whose minute has become empty. */
function nothing(minute: number): LedgerMinute {
  return { minute, pieces: [], spans: [], modes: [], carry: '', openLabel: null }
}

function* blockOf(rows: readonly Row[], version: bigint): Generator<void, Buffer> {
  const block = new NativeBlock(rows.length)
  const clientIds = block.add('client_id', uint32(rows.length)).values
  const machineIds = block.add('machine_id', uint32(rows.length)).values
  const minutes = block.add('minute', seconds(rows.length)).values
  block.add('version', uint64(rows.length)).values.fill(version)
  const cleared = block.add('cleared', uint8(rows.length)).values
  yield* addPieces(block, rows)
  yield* addSpans(block, rows)
  const modes = block.add('modes', new TextColumn(rows.length))
  const form = block.add('carry_form', uint8(rows.length)).values
  const user = block.add('carry_user', new TextColumn(rows.length))
  const back = block.add('carry_back', uint32(rows.length)).values
  const speed = block.add('carry_speed', int64(rows.length)).values
  const packs = block.add('carry_packs', int64(rows.length)).values
  const rejects = block.add('carry_rejects', int64(rows.length)).values
  const rest = block.add('carry', new TextColumn(rows.length))
  const label = block.add('open_label', new TextColumn(rows.length))
  for (const [place, { clientId, machineId, row, carry }] of rows.entries()) {
    if (place % rowsAtOnce === 0) yield
    clientIds[place] = clientId
    machineIds[place] = machineId
    minutes[place] = row.minute / 1_000
    cleared[place] = row.pieces.length === 0 ? 1 : 0
    modes.add(encodeModes(row.modes))
    form[place] = carry.form
    user.add(carry.user)
    back[place] = carry.back
    speed[place] = carry.speed
    packs[place] = carry.packs
    rejects[place] = carry.rejects
    rest.add(carry.rest)
    label.add(encodeLabel(row.openLabel))
  }
  yield
  return block.bytes()
}

function* addPieces(block: NativeBlock, rows: readonly Row[]): Generator<void, void> {
  const ends = new ListEnds()
  for (const { row } of rows) ends.add(row.pieces.length)
  const count = ends.values
  const add = <Filled extends Column>(name: string, column: Filled) =>
    block.addLists(`pieces.${name}`, ends, column)
  const state = add('state', int32(count)).values
  const category = add('category', new TextColumn(count))
  const product = add('product', new TextColumn(count))
  const tool = add('tool', new TextColumn(count))
  const user = add('user', new TextColumn(count))
  const causeGroup = add('cause_group', new TextColumn(count))
  const cause = add('cause', new TextColumn(count))
  const ms = add('ms', uint32(count)).values
  const packs = add('packs', new DecimalColumn(9, count))
  const rejects = add('rejects', new MaybeDecimals(9, count))
  const speedlessMs = add('speedless_ms', uint32(count)).values
  const speedSum = add('speed_sum', new DecimalColumn(6, count))
  const speedMin = add('speed_min', new MaybeNumbers('Float64', count))
  const speedMax = add('speed_max', new MaybeNumbers('Float64', count))
  const samples = add('samples', uint32(count)).values
  const flagged = add('flagged', uint32(count)).values
  const stops = add('stops', uint32(count)).values
  let place = 0
  for (const [index, { row }] of rows.entries()) {
    if (index % rowsAtOnce === 0) yield
    for (const piece of row.pieces) {
      state[place] = piece.state
      category.add(piece.category)
      product.add(piece.product)
      tool.add(piece.tool)
      user.add(piece.user)
      causeGroup.add(piece.causeGroup)
      cause.add(piece.cause)
      ms[place] = piece.ms
      packs.set(place, piece.packs)
      rejects.set(place, piece.rejects)
      speedlessMs[place] = piece.ms - piece.speedMs
      speedSum.set(place, piece.speedSum)
      speedMin.set(place, ppmOf(piece.speedMin))
      speedMax.set(place, ppmOf(piece.speedMax))
      samples[place] = piece.samples
      flagged[place] = piece.flagged
      stops[place] = piece.stops
      place += 1
    }
  }
}

function* addSpans(block: NativeBlock, rows: readonly Row[]): Generator<void, void> {
  const ends = new ListEnds()
  for (const { row } of rows) ends.add(row.spans.length)
  const from = block.addLists('spans.from_ms', ends, uint16(ends.values)).values
  const to = block.addLists('spans.to_ms', ends, uint16(ends.values)).values
  const state = block.addLists('spans.state', ends, int32(ends.values)).values
  let place = 0
  for (const [index, { row }] of rows.entries()) {
    if (index % rowsAtOnce === 0) yield
    for (const span of row.spans) {
      from[place] = span.from
      to[place] = span.to
      state[place] = span.state
      place += 1
    }
  }
}
