import { z } from 'zod'
import { scaled } from '../clickhouse/readRows.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { type LedgerMinute, ppmOf } from '../ledger/fold/ledgerMinute.ts'
import type { MachinePlace } from '../ledger/store/machinePlace.ts'
import { unpackCarry } from '../ledger/store/packedCarry.ts'
import { encodeLabel, encodeModes } from '../ledger/store/storedMinuteRow.ts'

const sql = `
  SELECT toUnixTimestamp(minute) AS start,
    arrayZip(pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
      pieces.ms, pieces.packs, pieces.rejects,
      arrayMap((ms, without) -> toUInt32(ms - without), pieces.ms, pieces.speedless_ms), pieces.speed_sum, pieces.speed_min,
      pieces.speed_max, pieces.samples, pieces.flagged, pieces.stops) AS parts,
    arrayZip(spans.from_ms, spans.to_ms, spans.state) AS times,
    carry_form, carry_user, carry_back, toString(carry_speed) AS carry_speed, toString(carry_packs) AS carry_packs,
    toString(carry_rejects) AS carry_rejects, carry, open_label, modes
  FROM minute_ledger FINAL
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
  ORDER BY minute
`

const [text, number] = [z.string(), z.number()]
const row = z.object({
  start: number,
  parts: z.array(
    z.tuple(
      [number, text, text, text, text, text, text, number, text, text.nullable(), number, text],
      number.nullable(),
    ),
  ),
  times: z.array(z.tuple([number, number, number])),
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
        ppmOf(piece.speedMin),
        ppmOf(piece.speedMax),
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
  return JSON.stringify([
    inOneOrder(
      found.parts.map(
        ([state, category, product, tool, user, group, cause, ms, packs, rejects, ...of]) => {
          const [speedMs, speedSum, ...more] = of
          const context = [state, category, product, tool, user, group, cause]
          const counts = [
            String(scaled(packs, 9)),
            rejects === null ? null : String(scaled(rejects, 9)),
          ]
          return [...context, ms, ...counts, speedMs, String(scaled(speedSum, 6)), ...more]
        },
      ),
    ),
    found.times,
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
