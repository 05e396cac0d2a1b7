import { storedRows, textOf } from '../src/check/ledgerRows.ts'
import { emptyCarry } from '../src/ledger/fold/carry.ts'
import { foldStretch } from '../src/ledger/fold/foldStretch.ts'
import type { LedgerRule } from '../src/ledger/fold/ledgerRule.ts'
import { minuteMs, minuteOf } from '../src/ledger/fold/minute.ts'
import { ruleWith } from '../src/ledger/fold/recompute.ts'
import { RepairList } from '../src/ledger/fold/repairList.ts'
import type { OpenContext } from '../src/ledger/ledger.ts'
import { readExtents } from '../src/ledger/store/extents.ts'
import { readAlarms, readSamples } from '../src/ledger/store/readRecords.ts'

export { storedRows } from '../src/check/ledgerRows.ts'

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

/** Computes the whole ledger afresh from raw, machine by machine, and compares it with what is stored. */
export async function verifyLedger({
  context,
}: {
  readonly context: OpenContext
}): Promise<LedgerCheck> {
  const ledger = context.ledger
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
    const fold = (rule: LedgerRule) =>
      foldStretch({
        rule,
        carry: emptyCarry(),
        from: minuteOf(oldest) - minuteMs,
        to: null,
        samples: samples.get(machineId) ?? [],
        alarms: alarms.get(machineId) ?? [],
      })
    // What fills the gaps is found anew, too.
    const { repairs: _, ...rule } = ledger.ruleOf(machineId)
    const folded = fold(ruleWith(rule, RepairList.none.with(fold(rule).found)))
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
