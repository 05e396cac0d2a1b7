import { addUser, outbox, resetPassword, signUp } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** Reached through a proxy, so twelve characters are wanted (D39); the accounts are those of before, with nine. */
let server: TestServer
let token: string
beforeAll(async () => {
  server = await openTestServer({ env: { PUBLIC_URL: 'https://packboard.example.com' } })
  token = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

/** The link that a person is invited by, as the outbox of the demo shows it. */
async function invitation(username: string): Promise<string> {
  const { id } = await tables(server.deps.management)
    .insertInto('user_account')
    .values({ username, email: `${username}@test.example`, group_id: 3, client_id: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.deps.mail.invite(id)
  const { mails } = outbox.answer.parse(await (await server.ask(outbox.path)).json())
  const text = mails.find(({ to }) => to === `${username}@test.example`)?.text ?? ''
  return /\/reset-password\/([\w-]{43})\//.exec(text)?.[1] ?? ''
}

let people = 0
const places: Readonly<Record<string, (password: string) => Promise<Response>>> = {
  'sign-up': (password) => {
    people += 1
    const username = `person ${people}`
    const body = { username, email: `person${people}@test.example`, password }
    return server.ask(signUp.path, { body })
  },
  'the panel': (password) => {
    people += 1
    const username = `person ${people}`
    const body = { username, email: `person${people}@test.example`, password, firstName: 'A' }
    return server.ask(addUser.path, { token, body: { ...body, role: 3, clientId: 1 } })
  },
  'an invitation': async (newPassword) => {
    people += 1
    const resetToken = await invitation(`invited${people}`)
    return server.ask(resetPassword.path, {
      body: { resetToken, newPassword, termsAccepted: true },
    })
  },
}

test.each(Object.keys(places))(
  'a new password of %s is long and none that is common',
  async (place) => {
    const choose = async (password: string) => {
      const answer = await places[place]?.(password)
      return [answer?.status, await answer?.json()]
    }
    expect(await choose('eleven char')).toMatchObject([
      400,
      { code: 'password.refused', message: 'Password must be at least 12 characters long.' },
    ])
    expect(await choose('Password2026!!')).toMatchObject([
      400,
      { code: 'password.common', message: expect.stringContaining('too common') },
    ])
    expect((await choose('kettle-orbit-mango'))[0]).toBe(200)
  },
)
