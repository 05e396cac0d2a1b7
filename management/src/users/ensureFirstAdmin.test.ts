import { specifiedPasswordRules } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { signInWithPassword } from '../../testing/signInWithPassword.ts'
import { resetPassword } from '../passwordLinks/resetPassword.ts'
import { ensureFirstAdmin } from './ensureFirstAdmin.ts'

let empty: TestManagement

beforeAll(async () => {
  empty = await openTestManagement({ demo: false })
})
afterAll(() => empty.close())

test('an empty installation gets one link; each start ends the one before, and its use is the last', async () => {
  const { management } = empty
  const first = await ensureFirstAdmin(management, undefined, specifiedPasswordRules)
  const second = await ensureFirstAdmin(management, undefined, specifiedPasswordRules)
  if (first.outcome !== 'invited' || second.outcome !== 'invited') throw new Error('no link')
  const choose = (token: string) =>
    resetPassword(management, {
      token,
      newPassword: 'chosen by link',
      termsAccepted: true,
      rules: specifiedPasswordRules,
    })
  await expect(choose(first.token)).rejects.toMatchObject({ code: 'reset.invalid' })
  await choose(second.token)
  expect(await ensureFirstAdmin(management, undefined, specifiedPasswordRules)).toEqual({
    outcome: 'known',
  })
  expect(await ensureFirstAdmin(management, 'a later one', specifiedPasswordRules)).toEqual({
    outcome: 'known',
  })
  const admin = { username: 'admin', password: 'chosen by link', address: '127.0.0.1' }
  expect((await signInWithPassword(management, admin)).role).toBe('admin')
})

test('with a password it is created once, and an open link ends', async () => {
  const other = await openTestManagement({ demo: false })
  const { management } = other
  try {
    const waiting = await ensureFirstAdmin(management, undefined, specifiedPasswordRules)
    const both = [
      ensureFirstAdmin(management, 'a first one', specifiedPasswordRules),
      ensureFirstAdmin(management, 'a second one', specifiedPasswordRules),
    ]
    expect((await Promise.all(both)).map(({ outcome }) => outcome).sort()).toEqual([
      'created',
      'known',
    ])
    expect(await ensureFirstAdmin(management, 'a later one', specifiedPasswordRules)).toEqual({
      outcome: 'known',
    })
    if (waiting.outcome !== 'invited') throw new Error('no link')
    await expect(
      resetPassword(management, {
        token: waiting.token,
        newPassword: 'taken over',
        termsAccepted: true,
        rules: specifiedPasswordRules,
      }),
    ).rejects.toMatchObject({ code: 'reset.invalid' })

    const try1 = (password: string) =>
      signInWithPassword(management, { username: 'admin', password, address: '127.0.0.1' })
    const tries = await Promise.allSettled([try1('a first one'), try1('a second one')])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(try1('a later one')).rejects.toMatchObject({ code: 'signin.failed' })
  } finally {
    await other.close()
  }
})
