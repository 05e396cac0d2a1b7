import { expect, test } from 'vitest'
import { bodyOf, draftOf, missingField, ofOwner, ownerOf, withRole } from './providerDraft.ts'

const filled = {
  ...draftOf(null),
  name: 'Northfield',
  issuer: 'https://login.example',
  oidcClientId: 'packboard',
}

test('says what is missing, in the order of the form', () => {
  expect(missingField(draftOf(null), 'client')).toBe('name')
  expect(missingField({ ...filled, issuer: ' ' }, 'client')).toBe('issuer')
  expect(missingField(filled, 'client')).toBe(null)
  const row = withRole(filled, 'client')
  expect(missingField(row, 'client')).toBe('roles')
  expect(missingField({ ...filled, forced: true }, 'client')).toBe('breakGlassUserId')
})

test('a row of the installation names the distributor, another one does not', () => {
  const draft = withRole(filled, 'installation')
  const [role] = draft.roles
  expect(role).toEqual({ key: 0, value: '', role: 'distributor', distributorId: null })
  const named = draft.roles.map((each) => ({ ...each, value: 'sales' }))
  expect(missingField({ ...draft, roles: named }, 'installation')).toBe('roles')
  const whole = named.map((each) => ({ ...each, distributorId: 2 }))
  expect(missingField({ ...draft, roles: whole }, 'installation')).toBe(null)
  expect(bodyOf({ ...draft, roles: whole }).roles).toEqual([
    { value: 'sales', role: 'distributor', distributorId: 2 },
  ])
})

test('another owner keeps the roles that it may give', () => {
  const draft = withRole(withRole(filled, 'client'), 'distributor')
  expect(draft.roles.map(({ role }) => role)).toEqual(['user', 'distributor'])
  expect(ofOwner(draft, { clientId: null, distributorId: 1 }).roles).toHaveLength(1)
  expect(ownerOf({ clientId: null, distributorId: 1 }, 'client')).toBe('distributor')
  expect(ownerOf({ clientId: null, distributorId: null }, 'client')).toBe('client')
  expect(ownerOf({ clientId: null, distributorId: null }, null)).toBe('installation')
})

test('an empty secret is not sent', () => {
  expect(bodyOf(filled)).not.toHaveProperty('secret')
  expect(bodyOf({ ...filled, secret: 'new' })).toMatchObject({ secret: 'new' })
})
