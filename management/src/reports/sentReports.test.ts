import { reportLimits } from '@packboard/model'
import { describe, expect, test } from 'vitest'
import { reportBook } from '../../testing/reportBook.ts'
import { messagesFailed } from '../outbox/endMessages.ts'
import { takeDue } from '../outbox/takeDue.ts'
import { unreachedRecipients } from './reportRecipients.ts'
import {
  endReportLook,
  fixedPeriods,
  forgetOldReports,
  reportForMessage,
  reportsToLookAt,
  sentOfReport,
} from './sentReports.ts'

const { address, clock, fix, idOf, made, management, neighbour, own, period, read, run, set } =
  reportBook()

describe('what was sent', () => {
  test('of a period is fixed once, with one message for each recipient', async () => {
    const mail = await address(1, 'boss@one.example')
    const one = made({
      to: [
        ...[
          { channel: 'role', to: 4 } as const,
          { channel: 'person', to: idOf('clientadmin') } as const,
        ],
        { channel: 'mail', to: mail },
      ],
    })
    await set([one])
    const [role] = await run<{ group_id: number }>(
      `select group_id from user_account where username = 'user'`,
    )
    const withRole = {
      ...one,
      to: [{ channel: 'role' as const, to: role?.group_id ?? 0 }, ...one.to.slice(1)],
    }
    await set([withRole])
    const counts = await Promise.all([fix(withRole), fix(withRole), fix(withRole)])
    expect(counts.filter((count) => count !== undefined)).toEqual([expect.any(Number)])
    const rows = await run<{ user_id: number | null; address_id: number | null }>(
      'select user_id, address_id from outbox order by id',
    )
    expect(rows).toContainEqual({ user_id: idOf('clientadmin'), address_id: null })
    expect(rows).toContainEqual({ user_id: idOf('user'), address_id: null })
    expect(rows).toContainEqual({ user_id: null, address_id: mail })
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
    const begins = [period.from, period.to]
    const known = await fixedPeriods(management(), one.id, begins)
    expect([...known]).toEqual([period.from.getTime()])
    expect(await sentOfReport(management(), own, one.id)).toHaveLength(1)
    expect(await sentOfReport(management(), neighbour, one.id)).toEqual([])
  })

  test('is looked at once more after 6 hours, and corrected once', async () => {
    const one = made()
    await set([one])
    await fix(one)
    const due = () => reportsToLookAt(management(), undefined)
    expect(await due()).toEqual([])
    clock.now += reportLimits.hoursUntilLook * 3_600_000
    const [found] = await due()
    const corrects = found?.sent.id ?? ''
    const correction = { origin: 'correction', corrects } as const
    const both = await Promise.all([fix(one, correction), fix(one, correction)])
    expect(both.filter((count) => count === 1)).toHaveLength(1)
    expect(await due()).toEqual([])
    await endReportLook(management(), corrects)
    expect(await fix(one, correction)).toBeUndefined()
  })

  test('says who refused it, and forgets it after 400 days', async () => {
    const mail = await address(1, 'wrong@one.example')
    const one = made({ to: [{ channel: 'mail', to: mail }] })
    await set([one])
    await fix(one)
    const taken = await takeDue(management(), {
      ...{ channel: 'mail', most: 10, besides: [], besidesHooks: [], besidesClients: [] },
    })
    const rows = taken.flatMap((message) => message.rows)
    await messagesFailed(management(), rows, { why: 'refused', status: null })
    const stored = await read()
    const unreached = await unreachedRecipients(management(), own, stored)
    expect(unreached.get(one.id)).toMatchObject([{ why: 'refused', name: 'wrong@one.example' }])
    const [sent] = await sentOfReport(management(), own, one.id)
    expect(sent?.deliveries).toMatchObject([{ name: 'wrong@one.example', state: 'failed' }])
    expect(await forgetOldReports(management())).toBe(0)
    clock.now += 401 * 86_400_000
    expect(await forgetOldReports(management())).toBe(1)
  })

  test('by hand is for one person, and of an unsaved report too', async () => {
    const draft = made({ to: [] })
    const hand = { origin: 'hand', only: idOf('clientadmin'), isSaved: false } as const
    expect(await fix(draft, hand)).toBe(1)
    expect(await fix(draft, hand)).toBe(1)
    const [row] = await run<{ report_sent_id: string }>('select report_sent_id from outbox')
    const found = await reportForMessage(management(), row?.report_sent_id ?? '')
    expect(found).toMatchObject({ clientId: 1, reportId: null, isOff: false })
  })

  test('an unconfirmed address is named', async () => {
    const mail = await address(1, 'new@one.example', false)
    await set([made({ to: [{ channel: 'mail', to: mail }] })])
    const unreached = await unreachedRecipients(management(), own, await read())
    expect([...unreached.values()]).toMatchObject([[{ why: 'notConfirmed' }]])
  })
})
