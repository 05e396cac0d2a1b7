import { z } from 'zod'
import { scaled } from '../clickhouse/readRows.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import type { LedgerMinute } from '../ledger/fold/ledgerMinute.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { unpackCarry } from '../ledger/store/packedCarry.ts'
import { encodeLabel, encodeModes } from '../ledger/store/storedMinuteRow.ts'

const sql = `
  SELECT toUnixTimestamp(minute) AS start,
    pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
    pieces.ms, pieces.packs, pieces.rejects,
    arrayMap((ms, without) -> toUInt32(ms - without), pieces.ms, pieces.speedless_ms) AS speed_ms, pieces.speed_sum, pieces.speed_min, pieces.speed_max,
    pieces.samples, pieces.flagged, pieces.stops, spans.from_ms, spans.to_ms, spans.state,
    carry_form, carry_user, carry_back, toString(carry_speed) AS carry_speed, toString(carry_packs) AS carry_packs,
    toString(carry_rejects) AS carry_rejects, carry, open_label, modes
  FROM minute_ledger FINAL
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
  ORDER BY minute
`

const texts = z.array(z.string())
const numbers = z.array(z.number())
const row = z.object({
  start: z.number(),
  'pieces.state': numbers,
  'pieces.category': texts,
  'pieces.product': texts,
  'pieces.tool': texts,
  'pieces.user': texts,
  'pieces.cause_group': texts,
  'pieces.cause': texts,
  'pieces.ms': numbers,
  'pieces.packs': texts,
  'pieces.rejects': z.array(z.string().nullable()),
  speed_ms: numbers,
  'pieces.speed_sum': texts,
  'pieces.speed_min': z.array(z.number().nullable()),
  'pieces.speed_max': z.array(z.number().nullable()),
  'pieces.samples': numbers,
  'pieces.flagged': numbers,
  'pieces.stops': numbers,
  'spans.from_ms': numbers,
  'spans.to_ms': numbers,
  'spans.state': numbers,
  carry_form: z.number(),
  carry_user: z.string(),
  carry_back: z.number(),
  carry_speed: z.string(),
  carry_packs: z.string(),
  carry_rejects: z.string(),
  carry: z.string(),
  open_label: z.string(),
  modes: z.string(),
})

/** All that a machine may have. */
export const everything = { from: new Date(0), to: new Date(4_000_000_000_000) }

/** The rows of one machine as texts, by minute. */
export async function storedRows(
  context: TelemetryContext,
  { clientId, machineId }: MachinePlace,
  { from, to }: { readonly from: Date; readonly to: Date } = everything,
): Promise<Map<number, string>> {
  const rows = await select(context, {
    name: 'ledger.verify',
    sql,
    params: { clientId, machineId, from, to },
    limits: bulkLimits,
    row,
  })
  return new Map(rows.map((one) => [one.start * 1_000, textOfRow(one)]))
}

/** A computed row as such a text. */
export function textOf({ pieces, spans, modes, carry, openLabel }: LedgerMinute): string {
  const ppm = (millionths: number | null) => (millionths === null ? null : millionths / 1e6)
  return JSON.stringify([
    inOneOrder(
      pieces.map((piece) => [
        piece.state,
        piece.category,
        piece.product,
        piece.tool,
        piece.user,
        piece.causeGroup,
        piece.cause,
        piece.ms,
        String(piece.packs),
        piece.rejects === null ? null : String(piece.rejects),
        piece.speedMs,
        String(piece.speedSum),
        ppm(piece.speedMin),
        ppm(piece.speedMax),
        piece.samples,
        piece.flagged,
        piece.stops,
      ]),
    ),
    spans.map(({ from, to, state }) => [from, to, state]),
    carry,
    encodeLabel(openLabel),
    encodeModes(modes),
  ])
}

function textOfRow(found: z.output<typeof row>): string {
  const rejects = (i: number) => found['pieces.rejects'][i] ?? null
  return JSON.stringify([
    inOneOrder(
      found['pieces.state'].map((state, i) => [
        state,
        found['pieces.category'][i],
        found['pieces.product'][i],
        found['pieces.tool'][i],
        found['pieces.user'][i],
        found['pieces.cause_group'][i],
        found['pieces.cause'][i],
        found['pieces.ms'][i],
        String(scaled(found['pieces.packs'][i] ?? '', 9)),
        rejects(i) === null ? null : String(scaled(rejects(i) ?? '', 9)),
        found.speed_ms[i],
        String(scaled(found['pieces.speed_sum'][i] ?? '', 6)),
        found['pieces.speed_min'][i],
        found['pieces.speed_max'][i],
        found['pieces.samples'][i],
        found['pieces.flagged'][i],
        found['pieces.stops'][i],
      ]),
    ),
    found['spans.from_ms'].map((from, i) => [
      from,
      found['spans.to_ms'][i],
      found['spans.state'][i],
    ]),
    unpackCarry(
      {
        form: found.carry_form,
        user: found.carry_user,
        back: found.carry_back,
        speed: BigInt(found.carry_speed),
        packs: BigInt(found.carry_packs),
        rejects: BigInt(found.carry_rejects),
        rest: found.carry,
      },
      found.start * 1_000,
    ),
    found.open_label,
    found.modes,
  ])
}

/** Pieces of a minute are sums: their order says nothing, and a pseudonym is written where the name stood (D54). */
function inOneOrder(pieces: readonly unknown[][]): unknown[][] {
  return pieces
    .map((piece) => ({ piece, text: JSON.stringify(piece) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ piece }) => piece)
}
