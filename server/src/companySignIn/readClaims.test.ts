import { companyLimits } from '@packboard/model'
import { expect, test } from 'vitest'
import { readClaims, shownClaims } from './readClaims.ts'

const now = Date.parse('2026-11-30T06:00:00Z')
const claims = { sub: 'ann', iat: now / 1_000, email: 'Ann@Northfield.example' }
const read = (more: object, roleClaim = 'groups') =>
  readClaims({ ...claims, ...more }, roleClaim, now)

test('reads the person, and takes nothing for granted', () => {
  expect(read({})).toEqual({
    subject: 'ann',
    email: 'Ann@Northfield.example',
    isEmailVerified: false,
    firstName: '',
    lastName: '',
    roleValues: [],
  })
  expect(
    read({ email_verified: true, given_name: 'Ann', family_name: 'Lee', groups: 'leads' }),
  ).toMatchObject({
    isEmailVerified: true,
    firstName: 'Ann',
    lastName: 'Lee',
    roleValues: ['leads'],
  })
  // The words of a claim are no answer of the provider that it is true.
  for (const email_verified of ['true', 1, {}, null]) {
    expect(read({ email_verified }).isEmailVerified).toBe(false)
  }
  expect(read({ xms_edov: true }).isEmailVerified).toBe(true)
  expect(read({ email: ['ann@northfield.example'] }).email).toBe(null)
  expect(read({ email: 'ann@northfield.example, eve@evil.example' }).email).toBe(null)
})

test('an account of Google is the company’s only where Google says so', () => {
  const google = { iss: 'https://accounts.google.com', email_verified: true }
  expect(read({ ...google, hd: 'northfield.example' }).isEmailVerified).toBe(true)
  for (const hd of [undefined, '', 'elsewhere.example', true]) {
    expect(read({ ...google, hd }).isEmailVerified).toBe(false)
  }
})

test('a name is a name', () => {
  expect(read({ name: 'Ann\n\u202eLee https://evil.example' }).firstName).toBe(
    'Ann Lee https evil.example',
  )
  expect(read({ given_name: 'A'.repeat(500) }).firstName).toHaveLength(64)
})

test('groups stand in a list, within other claims, or under a name with dots', () => {
  expect(
    read({ realm_access: { roles: ['a', 'b', 7, null] } }, 'realm_access.roles').roleValues,
  ).toEqual(['a', 'b'])
  const name = 'https://northfield.example/groups'
  expect(read({ [name]: ['a'] }, name).roleValues).toEqual(['a'])
  expect(read({}, '__proto__.constructor').roleValues).toEqual([])
  const most = Array.from({ length: companyLimits.groups }, (_, index) => `group ${index}`)
  expect(read({ groups: most }).roleValues).toHaveLength(companyLimits.groups)
  expect(() => read({ groups: [...most, 'one more'] })).toThrow('more than 1,000 groups')
})

test.each([
  ['no subject', { sub: undefined }, 'company.claims'],
  ['an empty subject', { sub: '' }, 'company.claims'],
  ['a subject that is no text', { sub: 7 }, 'company.claims'],
  ['a subject without an end', { sub: 'x'.repeat(256) }, 'company.claims'],
  ['a time above 30 s ahead', { iat: now / 1_000 + 31 }, 'company.clock'],
  ['claims without an end', { more: Array(companyLimits.claimValues).fill(1) }, 'company.tooLarge'],
  [
    'claims as deep as a well',
    { a: { a: { a: { a: { a: { a: { a: { a: { a: 1 } } } } } } } } },
    'company.tooLarge',
  ],
])('%s is refused', (_what, more, code) => {
  expect(() => read(more)).toThrow(expect.objectContaining({ code }))
})

test('a clock may be 30 s ahead', () => {
  expect(read({ iat: now / 1_000 + 30 }).subject).toBe('ann')
})

test('claims are shown as text, each cut', () => {
  expect(shownClaims({ sub: 'ann', groups: ['a'], long: 'x'.repeat(9_000) })).toEqual([
    { name: 'sub', value: 'ann' },
    { name: 'groups', value: '["a"]' },
    { name: 'long', value: 'x'.repeat(2_000) },
  ])
})
