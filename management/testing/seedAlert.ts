import { randomUUID } from 'node:crypto'
import type { AlertSeverity, AlertStep } from '@packboard/model'
import { planMessages } from '../src/outbox/planMessages.ts'
import { inside, type Management } from '../src/store.ts'

type Wanted = {
  readonly clientId?: number
  readonly machineId?: number
  readonly name?: string
  readonly severity?: AlertSeverity
  readonly steps: readonly AlertStep[]
  readonly repeatSeconds?: number
  /** Of a call for help from a tablet. */
  readonly raisedBy?: string
  readonly at: number
}

/** A rule and an alert of it that opens at a moment, with its messages: in one transaction, as the evaluation does it. */
export function seedAlert(
  management: Management,
  { clientId = 1, machineId, name = 'Stopped longer', severity = 'warning', ...wanted }: Wanted,
): Promise<{ readonly id: string; readonly ruleId: string }> {
  return inside(management).transaction(async (db) => {
    const at = new Date(wanted.at)
    const rule = {
      ...{ name, enabled: true, condition: { kind: 'stoppedLonger', seconds: 600 } },
      ...{ machines: 'all', when: 'always', severity, steps: wanted.steps },
      ...(wanted.repeatSeconds && { repeatSeconds: wanted.repeatSeconds }),
    }
    const ruleId = randomUUID()
    await db
      .insertInto('alert_rule')
      .values({
        // Not followed: what it looks at is not in the ledger, which would take the alert back.
        ...{ id: ruleId, client_id: clientId, place: 0, enabled: false },
        rule: JSON.stringify(rule),
      })
      .execute()
    const { id } = await db
      .insertInto('alert')
      .values({
        ...{ client_id: clientId, machine_id: machineId ?? null, rule_id: ruleId, origin: 'rule' },
        ...{ kind: 'stoppedLonger', rule_name: name, severity, cause: 'Film jam' },
        ...{ opened_at: at, known_at: at, raised_name: wanted.raisedBy ?? null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await planMessages(db, wanted.at, {
      ...{ id, clientId, machineId: machineId ?? null, severity, knownAt: at, steps: wanted.steps },
      repeatSeconds: wanted.repeatSeconds ?? null,
    })
    return { id, ruleId }
  })
}
