import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

const running = { url: 'http://127.0.0.1:8080', mqttPort: 1883, firstAdminLink: undefined }
const link = 'http://127.0.0.1:8080/auth/reset-password/abc/create'

test('an empty installation says its address, the link of its first administrator, and what comes next', () => {
  const said = greeting({ ...running, firstAdminLink: link }, { role: 'all', publicUrl: undefined })
  expect(said).toContain('Packboard is on  http://127.0.0.1:8080')
  expect(said).toContain(link)
  expect(said).toContain('add a client and its machines')
  expect(said).toContain('port 1883 (MQTT)')
})

test('one that has an administrator shows no link, and says the address that people use', () => {
  const said = greeting(running, { role: 'all', publicUrl: 'https://packboard.example.com' })
  expect(said).toContain('Packboard is on  https://packboard.example.com')
  expect(said).toContain('Sign in there')
  expect(said).not.toContain('choose the password')
})

test('a process that only holds records sends nobody anywhere', () => {
  const said = greeting(
    { ...running, mqttPort: undefined },
    { role: 'ledger', publicUrl: undefined },
  )
  expect(said).not.toContain('Sign in')
  expect(said).not.toContain('MQTT')
})
