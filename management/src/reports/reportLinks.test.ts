import { describe, expect, test } from 'vitest'
import { reportBook } from '../../testing/reportBook.ts'
import { findReportLink, isReportStopped, makeReportLink, useReportLink } from './reportLinks.ts'
import { unreachedRecipients } from './reportRecipients.ts'

const { fix, idOf, made, management, own, read, set } = reportBook()

describe('the link in a report', () => {
  test('stops it for its recipient alone, and sends it again', async () => {
    const one = made({
      to: [
        { channel: 'person', to: idOf('clientadmin') },
        { channel: 'person', to: idOf('user') },
      ],
    })
    await set([one])
    const holder = { userId: idOf('clientadmin') }
    const token = await makeReportLink(management(), one.id, holder)
    const found = () => findReportLink(management(), token)
    expect(await found()).toMatchObject({ reportName: 'Shift', isStopped: false })
    await useReportLink(management(), token, 'stop')
    await useReportLink(management(), token, 'stop')
    expect(await found()).toMatchObject({ isStopped: true })
    expect(await isReportStopped(management(), one.id, holder)).toBe(true)
    expect(await fix(one)).toBe(1)
    expect((await unreachedRecipients(management(), own, await read())).get(one.id)).toMatchObject([
      { why: 'stopped', to: idOf('clientadmin') },
    ])
    await useReportLink(management(), token, 'confirm')
    expect(await found()).toMatchObject({ isStopped: false })
  })

  test.each(['x'.repeat(43), '', 'a/b'])('%s is not found', async (token) => {
    await expect(findReportLink(management(), token)).rejects.toMatchObject({
      code: 'reportLink.notFound',
      status: 404,
    })
    await expect(useReportLink(management(), token, 'stop')).rejects.toMatchObject({
      code: 'reportLink.notFound',
    })
  })
})
