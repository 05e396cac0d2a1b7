import { afterEach, beforeEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { type MailQueue, openMailQueue, smtpSender } from './mailQueue.ts'

let server: MailServer
let office: MailQueue
let lines: string[]

const mail = { to: 'ann@test.example', subject: 'Täst', text: 'canary text' }
const about = { kind: 'reset', userId: 7 }

beforeEach(async () => {
  server = await openMailServer()
  const captured = capturedLog()
  lines = captured.lines
  const sender = smtpSender(server.url, 'Packboard <packboard@test.example>')
  office = openMailQueue(sender, captured.log, { retryMs: [5, 10], patienceMs: 5_000 })
})
afterEach(async () => {
  await office.close()
  await server.close()
})

test('hands an e-mail over to a real mail server, and says so', async () => {
  let reported = 0
  const onSent = async () => void reported++
  expect(await office.deliver(mail, { ...about, onSent })).toBe('sent')
  expect(server.arrived).toMatchObject([
    { from: 'packboard@test.example', to: ['ann@test.example'] },
  ])
  expect(server.arrived[0]?.text).toContain('canary text')
  expect(reported).toBe(1)
  expect(office.waiting).toBe(0)
})

test('a mail server that turns it away twice gets it the third time', async () => {
  server.refuse(2)
  let reported = 0
  const onSent = async () => void reported++
  expect(await office.deliver(mail, { ...about, onSent })).toBe('waiting')
  await expect.poll(() => server.arrived.length).toBe(1)
  await expect.poll(() => reported).toBe(1)
  expect(server.tries).toBe(3)
  expect(office.waiting).toBe(0)
})

test('what cannot be sent at all is given up after the last try, and the log says so', async () => {
  server.refuse(100)
  expect(await office.deliver(mail, about)).toBe('waiting')
  await expect.poll(() => office.waiting).toBe(0)
  expect(server.tries).toBe(3)
  const lost = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'mail.lost')
  expect(lost).toMatchObject([{ level: 'error', mail: 'reset', user: 7, tried: 3 }])
})

test('a mail server that is not there: the same', async () => {
  await server.close()
  expect(await office.deliver(mail, about)).toBe('waiting')
  await expect.poll(() => office.waiting).toBe(0)
  expect(lines.join('')).toContain('mail.lost')
})

test('what waits when the server stops is told in the log', async () => {
  const { log, lines: reported } = capturedLog()
  const patient = openMailQueue(smtpSender(server.url, 'a@test.example'), log, {
    retryMs: [60_000],
  })
  server.refuse(1)
  expect(await patient.deliver(mail, about)).toBe('waiting')
  await patient.close()
  expect(reported.join('')).toContain('mail.lost')
})

test('an address is one address, and neither it nor the text reaches the log', async () => {
  const to = 'ann@test.example, eve@evil.example'
  await office.deliver({ ...mail, to }, about)
  await office.deliver({ ...mail, subject: 'a\r\nBcc: eve@evil.example' }, about)
  await expect.poll(() => office.waiting).toBe(0)
  expect(server.arrived.flatMap((arrived) => arrived.to)).not.toContain('eve@evil.example')
  expect(lines.join('')).not.toMatch(/canary|test\.example/)
})
