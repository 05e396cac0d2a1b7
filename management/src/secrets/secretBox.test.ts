import { expect, test } from 'vitest'
import { keyIdOf, newSecretKey, secretBox } from './secretBox.ts'

const key = newSecretKey()
const box = secretBox(() => [key])

test('a sealed text opens for its purpose and its row alone, and shows nothing of itself', () => {
  const sealed = box.seal('opcua', 'machine 7', 'hunter2')
  expect(sealed).toMatch(new RegExp(`^v1\\.${key.id}\\.[A-Za-z0-9_-]+$`))
  expect(sealed).not.toContain('hunter2')
  expect(box.open('opcua', 'machine 7', sealed)).toBe('hunter2')
  expect(() => box.open('opcua', 'machine 8', sealed)).toThrow()
  expect(() => box.open('totp', 'machine 7', sealed)).toThrow()
  expect(box.seal('opcua', 'machine 7', 'hunter2')).not.toBe(sealed)
  for (const text of ['', 'Grüße 🔑', 'x'.repeat(10_000)])
    expect(box.open('smtp', 'mail', box.seal('smtp', 'mail', text))).toBe(text)
})

test('a changed character is found wherever it is', () => {
  const sealed = box.seal('companySignIn', 'identityProvider 1', 'secret of the company')
  for (let place = sealed.lastIndexOf('.') + 1; place < sealed.length - 1; place++) {
    const other = sealed[place] === 'A' ? 'B' : 'A'
    const changed = `${sealed.slice(0, place)}${other}${sealed.slice(place + 1)}`
    expect(() => box.open('companySignIn', 'identityProvider 1', changed)).toThrow()
  }
  for (const text of ['', 'hunter2', 'v1.', `v1.${key.id}.AAAA`, `v2${sealed.slice(2)}`])
    expect(() => box.open('companySignIn', 'identityProvider 1', text)).toThrow()
})

test('without its key a text does not open, and nothing is sealed or signed', () => {
  const sealed = box.seal('broker', 'broker', 'hunter2')
  expect(keyIdOf(sealed)).toBe(key.id)
  expect(keyIdOf('hunter2')).toBeNull()
  const empty = secretBox(() => [])
  expect(empty.open('broker', 'broker', sealed)).toBeNull()
  expect(secretBox(() => [newSecretKey()]).open('broker', 'broker', sealed)).toBeNull()
  expect(() => empty.seal('broker', 'broker', 'hunter2')).toThrow(/key file/)
  expect(() => empty.mac('audit', Buffer.from('row'))).toThrow(/key file/)
  expect([empty.keyId(), empty.keyIds()]).toEqual([null, []])
})

test('a new key seals, and those from before still open and sign', () => {
  const sealed = box.seal('totp', 'user 3', 'seed')
  const [row, signed] = [Buffer.from('row'), box.mac('audit', Buffer.from('row'))]
  const newer = newSecretKey()
  const both = secretBox(() => [newer, key])
  expect(both.open('totp', 'user 3', sealed)).toBe('seed')
  expect(keyIdOf(both.seal('totp', 'user 3', 'seed'))).toBe(newer.id)
  expect([both.keyId(), both.keyIds()]).toEqual([newer.id, [newer.id, key.id]])
  expect(both.mac('audit', row, key.id)).toEqual(signed)
  expect(both.mac('audit', row)).not.toEqual(signed)
  expect(box.mac('programKey', row)).not.toEqual(signed)
  expect(() => both.mac('audit', row, newSecretKey().id)).toThrow(/key file/)
})
