import { z } from 'zod'
import { scaled } from '../src/clickhouse/decimals.ts'
import { bulkLimits, select } from '../src/clickhouse/select.ts'
import type { TelemetryContext } from '../src/context.ts'
import { emptyCarry } from '../src/ledger/fold/carry.ts'
import { foldStretch } from '../src/ledger/fold/foldStretch.ts'
import type { LedgerMinute } from '../src/ledger/fold/ledgerMinute.ts'
import { minuteMs, minuteOf } from '../src/ledger/fold/minute.ts'
import { ledgerOf } from '../src/ledger/ledgerOf.ts'
import type { MachinePlace } from '../src/ledger/store/machinePlace.ts'
import { readExtents } from '../src/ledger/store/openingState.ts'
import { encodeLabel } from '../src/ledger/store/openLabelText.ts'
import { unpackCarry } from '../src/ledger/store/packedCarry.ts'
import { readAlarms, readSamples } from '../src/ledger/store/readRecords.ts'

/** What a check of the ledger found; no differences means that it is as the raw records say, to the last digit. */
export type LedgerCheck = {
  readonly machines: number
  readonly minutes: number
  readonly differences: {
    readonly machineId: number
    readonly minute: Date
    readonly stored: string | null
    readonly computed: string | null
  }[]
}

const sql = `
  SELECT toUnixTimestamp(minute) AS start,
    pieces.state, pieces.category, pieces.product, pieces.tool, pieces.user, pieces.cause_group, pieces.cause,
    pieces.ms, pieces.packs, pieces.rejects,
    arrayMap((ms, without) -> toUInt32(ms - without), pieces.ms, pieces.speedless_ms) AS speed_ms, pieces.speed_sum, pieces.speed_min, pieces.speed_max,
    pieces.samples, pieces.flagged, pieces.stops, spans.from_ms, spans.to_ms, spans.state,
    carry_form, carry_user, carry_back, toString(carry_speed) AS carry_speed, toString(carry_packs) AS carry_packs,
    toString(carry_rejects) AS carry_rejects, carry, open_label
  FROM minute_ledger FINAL
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
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
})

/** Computes the whole ledger afresh from raw, machine by machine, and compares it with what is stored. */
export async function verifyLedger({
  context,
}: {
  readonly context: TelemetryContext
}): Promise<LedgerCheck> {
  const ledger = ledgerOf(context)
  await ledger.settled()
  const revision = context.counters.revision
  const differences: LedgerCheck['differences'] = []
  const machines = await readExtents(context)
  let minutes = 0
  for (const { clientId, machineId, oldest } of machines) {
    const all = [{ clientId, machineId, from: 0, to: null }]
    const [samples, alarms, stored] = await Promise.all([
      readSamples(context, all, revision),
      readAlarms(context, all, revision),
      storedRows(context, { clientId, machineId }),
    ])
    const folded = foldStretch({
      rule: ledger.ruleOf(machineId),
      carry: emptyCarry(),
      from: minuteOf(oldest) - minuteMs,
      to: null,
      samples: samples.get(machineId) ?? [],
      alarms: alarms.get(machineId) ?? [],
    })
    const computed = new Map(folded.minutes.map((minute) => [minute.minute, textOf(minute)]))
    minutes += computed.size
    for (const minute of new Set([...computed.keys(), ...stored.keys()])) {
      const a = stored.get(minute) ?? null
      const b = computed.get(minute) ?? null
      if (a !== b) {
        differences.push({ machineId, minute: new Date(minute), stored: a, computed: b })
      }
    }
  }
  return { machines: machines.length, minutes, differences }
}

/** The rows of one machine as texts, by minute. */
export async function storedRows(
  context: TelemetryContext,
  params: MachinePlace,
): Promise<Map<number, string>> {
  const rows = await select(context, {
    name: 'ledger.verify',
    sql,
    params,
    limits: bulkLimits,
    row,
  })
  return new Map(rows.map((one) => [one.start * 1_000, textOfRow(one)]))
}

function textOf({ pieces, spans, carry, openLabel }: LedgerMinute): string {
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
  ])
}

/** Pieces of a minute are sums: their order says nothing, and a pseudonym is written where the name stood (D54). */
function inOneOrder(pieces: readonly unknown[][]): unknown[][] {
  return pieces
    .map((piece) => ({ piece, text: JSON.stringify(piece) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ piece }) => piece)
}
