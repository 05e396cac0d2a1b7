import { expect, test } from 'vitest'
import { passkeyPlace } from './passkeys.ts'

test.each([
  [undefined, 'publicUrl'],
  ['https://10.0.0.7', 'name'],
  ['http://127.0.0.1:8080', 'name'],
  ['https://[2001:db8::1]:8443', 'name'],
  ['http://packboard.example.com', 'tls'],
  [
    'https://packboard.example.com/board',
    { rpId: 'packboard.example.com', origin: 'https://packboard.example.com' },
  ],
  ['http://localhost:8080', { rpId: 'localhost', origin: 'http://localhost:8080' }],
])('passkeys at %s: %j', (publicUrl, place) => {
  expect(passkeyPlace(publicUrl)).toEqual(place)
})
