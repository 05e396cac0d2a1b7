import { expect, test } from 'vitest'
import { clientAuthentication } from './clientAuthentication.ts'

/** What is sent of a client ID and a secret: the header, and the fields of the form. */
async function sent(clientId: string, secret: string | null, methods?: readonly string[]) {
  const body = new URLSearchParams()
  const headers = new Headers()
  const show = clientAuthentication(secret, methods)
  await show({ issuer: 'https://login.example' }, { client_id: clientId }, body, headers)
  const [, basic] = /^Basic (.+)$/.exec(headers.get('authorization') ?? '') ?? []
  return { basic: basic && atob(basic), form: Object.fromEntries(body) }
}

test.each([
  // What needs no encoding is read alike by a server that decodes nothing.
  ['pack-board_1.eu', 'q3Z-0_w.8x', 'pack-board_1.eu:q3Z-0_w.8x'],
  // Everything else is encoded: the example of RFC 6749, appendix B.
  ['packboard', ' %&+£€', 'packboard:+%25%26%2B%C2%A3%E2%82%AC'],
  ['https://packboard.example', 'a:b', 'https%3A%2F%2Fpackboard.example:a%3Ab'],
])('the client %s shows its secret as a form encodes it', async (clientId, secret, basic) => {
  expect(await sent(clientId, secret)).toEqual({ basic, form: {} })
})

test('a company that does not read the header gets the secret in the form', async () => {
  expect(await sent('packboard', 'a-b c', ['client_secret_post'])).toEqual({
    basic: undefined,
    form: { client_id: 'packboard', client_secret: 'a-b c' },
  })
})

test('without a secret only the client ID is sent', async () => {
  expect(await sent('packboard', null)).toEqual({
    basic: undefined,
    form: { client_id: 'packboard' },
  })
})
