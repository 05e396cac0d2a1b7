import { networkPasswordRules, specifiedPasswordRules } from '@packboard/model'
import { expect, test } from 'vitest'
import { commonPasswords, isCommonPassword, requirePassword } from './passwords.ts'

test('the list has ten thousand passwords and more', async () => {
  expect((await commonPasswords()).size).toBeGreaterThan(10_000)
})

test.each([
  'password',
  'administrator',
  'Administrator',
  'UNBELIEVABLE',
  '1qaz2wsx3edc',
  'dragon1234567',
  'Password2026!!',
  '123456monkey',
  'monkeymonkey',
  'MonkeyMonkeyMonkey1',
  '111111111111',
  'ｐａｓｓｗｏｒｄ2026',
])('%s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
})

test.each([
  'kettle-orbit-mango',
  'blue film on line four',
  '7194-2285-0163-9940',
  'Schichtwechsel um halb zwei',
  'x',
])('%s is not', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

test('a common password is refused where the rules say so, with its field', async () => {
  const check = (password: string, rules = networkPasswordRules) =>
    requirePassword(password, rules, 'newPassword')
  await expect(check('administrator')).rejects.toMatchObject({
    code: 'password.common',
    status: 400,
    fields: [{ field: 'newPassword', message: expect.stringContaining('too common') }],
  })
  await expect(check('eleven char')).rejects.toMatchObject({
    code: 'password.refused',
    message: 'Password must be at least 12 characters long.',
  })
  await check('kettle-orbit-mango')
  await check('123', specifiedPasswordRules)
  await check('administrator', { minLength: 12, refuseCommon: false })
})
