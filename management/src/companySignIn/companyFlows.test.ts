import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import {
  beginFlow,
  type FlowOutcome,
  fetchOutcome,
  forgetCompanyFlows,
  keepOutcome,
  takeFlow,
} from './companyFlows.ts'

let opened: TestManagement
let now = Date.now()
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  for (const client of [1, 2]) {
    await runSql(
      opened.management,
      `insert into identity_provider (name, client_id, issuer, oidc_client_id, scopes, role_claim, first_sign_in, created_at)
       values ('Company', ${client}, 'https://login.example', 'packboard', 'openid', 'groups', 'approval', now())`,
    )
  }
})
afterAll(() => opened?.close())

const secret = 'of this browser alone'
const challenge = createHash('sha256').update(secret).digest('base64url')
const begin = () =>
  beginFlow(opened.management, {
    identityProviderId: 1,
    purpose: 'signIn',
    challenge,
    userId: null,
  })
const outcome: FlowOutcome = {
  person: {
    subject: 'ann',
    email: 'ann@northfield.example',
    isEmailVerified: true,
    firstName: 'Ann',
    lastName: '',
    roleValues: ['leads'],
  },
  providerSession: 'sid',
  refreshToken: 'a secret of the company',
  shown: [],
}
const used = { code: 'company.stateUsed' }

test('a state is taken once, also by two processes at one moment, and by its own company alone', async () => {
  const { state, nonce, verifier } = await begin()
  await expect(takeFlow(opened.management, 2, state)).rejects.toMatchObject(used)
  const taken = await Promise.allSettled(
    Array.from({ length: 6 }, () => takeFlow(opened.management, 1, state)),
  )
  const good = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(good).toEqual([{ purpose: 'signIn', userId: null, nonce, verifier }])
  await expect(takeFlow(opened.management, 1, 'x'.repeat(43))).rejects.toMatchObject(used)
})

test('a state of before ten minutes, a code of before one, and a code that was used are over', async () => {
  const late = await begin()
  now += 600_000
  await expect(takeFlow(opened.management, 1, late.state)).rejects.toMatchObject(used)
  const { state } = await begin()
  await takeFlow(opened.management, 1, state)
  const code = await keepOutcome(opened.management, state, outcome)
  expect(await fetchOutcome(opened.management, { code, secret })).toEqual({
    ...outcome,
    identityProviderId: 1,
    purpose: 'signIn',
    userId: null,
  })
  await expect(fetchOutcome(opened.management, { code, secret })).rejects.toMatchObject(used)
  const other = await begin()
  await takeFlow(opened.management, 1, other.state)
  const old = await keepOutcome(opened.management, other.state, outcome)
  now += 60_000
  await expect(fetchOutcome(opened.management, { code: old, secret })).rejects.toMatchObject(used)
})

test('another browser gets nothing, and uses the code up', async () => {
  const { state } = await begin()
  await takeFlow(opened.management, 1, state)
  const code = await keepOutcome(opened.management, state, outcome)
  await expect(
    fetchOutcome(opened.management, { code, secret: 'of another' }),
  ).rejects.toMatchObject({ code: 'company.otherBrowser' })
  await expect(fetchOutcome(opened.management, { code, secret })).rejects.toMatchObject(used)
})

test('nothing of a sign-in lies in the store as it is, and what is over is deleted', async () => {
  const { state, nonce, verifier } = await begin()
  const rows = () =>
    runSql<{ line: string }>(opened.management, 'select f::text as line from company_flow f')
  const before = JSON.stringify(await rows())
  await takeFlow(opened.management, 1, state)
  const code = await keepOutcome(opened.management, state, outcome)
  const after = JSON.stringify(await rows())
  for (const hidden of [
    state,
    nonce,
    verifier,
    code,
    'a secret of the company',
    'northfield.example',
  ]) {
    expect([hidden, (before + after).includes(hidden)]).toEqual([hidden, false])
  }
  now += 600_000
  await forgetCompanyFlows(opened.management)
  expect(await rows()).toEqual([])
})
