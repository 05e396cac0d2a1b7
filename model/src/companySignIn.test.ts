import { expect, test } from 'vitest'
import {
  companyRoles,
  domainOfEmail,
  isPublicMailDomain,
  proofName,
  proofText,
  readDomain,
} from './companySignIn.ts'

test.each([
  'gmail.com',
  'GMX.de',
  'yahoo.co.uk',
  'hotmail.com.br',
  'web.de',
  'outlook.com',
  'qq.com',
])('everybody can have an address of %s', (domain) => {
  expect(isPublicMailDomain(domain)).toBe(true)
})

test.each([
  'northfield.example',
  'mail.northfield.example',
  'gmail.northfield.example',
  'web.northfield.com',
])('%s is the domain of a company', (domain) => {
  expect(isPublicMailDomain(domain)).toBe(false)
})

test('a domain has one form', () => {
  expect(readDomain(' @Northfield.Example ')).toBe('northfield.example')
  expect(readDomain('bücher.example')).toBe('xn--bcher-kva.example')
  for (const wrong of [
    '',
    'northfield',
    'a/b.example',
    'a.example:8443',
    'a@b.example',
    '10.1.2.3',
    '[::1]',
  ]) {
    expect([wrong, readDomain(wrong)]).toEqual([wrong, null])
  }
  expect(domainOfEmail('"a@b"@Northfield.example')).toBe('northfield.example')
  expect(domainOfEmail('@northfield.example')).toBe(null)
  expect(domainOfEmail('nobody')).toBe(null)
})

test('no owner’s provider gives the role of an admin', () => {
  expect(companyRoles('client')).toEqual(['user', 'clientAdmin', 'engineer'])
  expect(companyRoles('distributor')).toEqual(['distributor'])
  expect(companyRoles('installation')).toEqual(['distributor'])
})

test('the proof of a domain is a text at a name below it', () => {
  expect(proofName('northfield.example')).toBe('_packboard.northfield.example')
  expect(proofText('abc')).toBe('packboard-sign-in=abc')
})
