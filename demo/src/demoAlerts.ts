import { randomUUID } from 'node:crypto'
import type { Db } from '@packboard/management/seeding'
import type { AlertRule, AlertStep } from '@packboard/model'

/** A rule of the demo; its steps name people of demoAccounts, who get what they are sent in the outbox of the demo. */
type DemoRule = Omit<AlertRule, 'enabled' | 'steps'> & {
  /** Whom, and after how many minutes. */
  readonly informs: readonly (readonly [username: string, minutes: number])[]
}

const firstLines = ['FW-101', 'FW-102', 'FW-201', 'FW-202']

/** The rules of Northfield Confectionery: what a plant would begin with. */
export const demoAlertRules: readonly DemoRule[] = [
  {
    name: 'Stopped longer than 5 min',
    condition: { kind: 'stoppedLonger', seconds: 300 },
    machines: firstLines,
    when: 'planned',
    severity: 'warning',
    informs: [
      ['engineer', 0],
      ['clientadmin', 10],
    ],
  },
  {
    name: 'Offline longer than 15 min',
    condition: { kind: 'offlineLonger', seconds: 900 },
    machines: 'all',
    when: 'always',
    severity: 'warning',
    informs: [['engineer', 0]],
  },
  {
    name: 'Rejects over 3 % of 500 packs',
    condition: { kind: 'rejectsOver', percent: 3, packs: 500 },
    machines: 'all',
    when: 'planned',
    severity: 'warning',
    informs: [['engineer', 0]],
  },
  {
    name: 'Alarm Film, 3 times in 30 min',
    condition: { kind: 'alarm', group: 'Film', times: 3, minutes: 30 },
    machines: { lineName: 'Line 2' },
    when: 'planned',
    severity: 'info',
    text: 'Check the brake of the film reel first.',
    informs: [['engineer', 0]],
  },
  {
    name: 'Call for help',
    condition: { kind: 'helpCalled' },
    machines: 'all',
    when: 'always',
    severity: 'critical',
    informs: [
      ['engineer', 0],
      ['clientadmin', 5],
    ],
  },
]

/** Writes the rules of the demo's first client, whose people have to be there. */
export async function seedAlertRules(change: Db): Promise<void> {
  const people = await change.selectFrom('user_account').select(['id', 'username']).execute()
  const idOf = new Map(people.map(({ id, username }) => [username, id]))
  const stepOf = ([username, minutes]: readonly [string, number]): AlertStep => {
    const to = idOf.get(username)
    if (to === undefined) throw new Error(`The demo has no ${username}.`)
    return { afterSeconds: minutes * 60, channel: 'person', to }
  }
  const at = new Date()
  await change
    .insertInto('alert_rule_book')
    .values({ client_id: 1, version: 1, changed_at: at })
    .execute()
  await change
    .insertInto('alert_rule')
    .values(
      demoAlertRules.map(({ informs, ...rest }, place) => {
        const rule: AlertRule = { ...rest, enabled: true, steps: informs.map(stepOf) }
        return {
          ...{ id: randomUUID(), client_id: 1, place, enabled: true },
          ...{ rule: JSON.stringify(rule), created_at: at, changed_at: at },
        }
      }),
    )
    .execute()
}
