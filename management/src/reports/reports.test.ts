import type { Report } from '@packboard/model'
import { describe, expect, test } from 'vitest'
import { reportBook } from '../../testing/reportBook.ts'
import { unreachedRecipients } from './reportRecipients.ts'
import { reportsInForce } from './reports.ts'
import { reportOfClient } from './sentReports.ts'

const { address, clock, fix, idOf, made, management, neighbour, own, read, run, set } = reportBook()

describe('the reports of a client', () => {
  test('are set whole, in their order, and are of this client alone', async () => {
    const [one, two] = [made(), made({ name: 'Week', kind: 'week', machines: ['FW-101'] })]
    expect(await set([one, two], 0)).toBe(1)
    expect(await read()).toMatchObject([one, two])
    expect(await read(neighbour)).toEqual([])
    await expect(reportOfClient(management(), neighbour, one.id)).rejects.toMatchObject({
      code: 'report.notFound',
    })
    await expect(set([one], 0)).rejects.toMatchObject({ code: 'edit.conflict', status: 409 })
    expect(await set([two, one], 1)).toBe(2)
    expect(await set([two, one], 2)).toBe(2)
    expect(await set([one], 2)).toBe(3)
    expect(await read()).toHaveLength(1)
    await expect(set([two], undefined, neighbour)).rejects.toMatchObject({
      code: 'report.idTaken',
    })
    expect(await run(`select entity from audit_log`)).toHaveLength(3)
  })

  test('begin to send when they are added, switched on, or become of another kind', async () => {
    const one = made({ enabled: false })
    await set([one])
    const sinceOf = async () => (await read())[0]?.since.getTime()
    const added = await sinceOf()
    clock.now += 60_000
    await set([{ ...one, name: 'Other' }])
    expect(await sinceOf()).toBe(added)
    await set([{ ...one, enabled: true }])
    expect(await sinceOf()).toBe(clock.now)
    clock.now += 60_000
    await set([{ ...one, enabled: true, kind: 'day' }])
    expect(await sinceOf()).toBe(clock.now)
  })

  test.each<[string, () => Promise<Partial<Report>> | Partial<Report>, string]>([
    ['a machine of the neighbour', () => ({ machines: ['FW-511'] }), 'machine'],
    ['a line that there is not', () => ({ machines: { lineName: 'Line 77' } }), 'line'],
    [
      'a person of the neighbour',
      () => ({ to: [{ channel: 'person', to: idOf('neighbour') }] }),
      'person',
    ],
    ['a group of staff', () => ({ to: [{ channel: 'role', to: 1 }] }), 'role'],
    [
      'an address of the neighbour',
      async () => ({ to: [{ channel: 'mail', to: await address(2, 'boss@two.example') }] }),
      'address',
    ],
  ])('%s is refused', async (_, more, what) => {
    await expect(set([made(await more())])).rejects.toMatchObject({
      status: 400,
      message: `The client has no such ${what}.`,
    })
  })

  test('a person who left does not keep the others from being saved', async () => {
    const one = made({ to: [{ channel: 'person', to: idOf('engineer') }] })
    await set([one])
    await run(`update user_account set enabled = false where username = 'engineer'`)
    await set([one, made({ name: 'Two' })])
    const [first] = await read()
    const unreached = await unreachedRecipients(management(), own, first ? [first] : [])
    expect(unreached.get(one.id)).toMatchObject([{ why: 'gone', name: '' }])
    expect(await fix(one)).toBe(0)
    await run(`update user_account set enabled = true where username = 'engineer'`)
  })

  test('in force are those that are switched on, of clients whose records are here', async () => {
    await set([made(), made({ enabled: false })])
    await set([made({ to: [] })], undefined, neighbour)
    const found = await reportsInForce(management(), undefined)
    expect(found.map(({ clientId }) => clientId)).toEqual([1, 2])
    expect(await reportsInForce(management(), 77)).toEqual([])
  })
})
