import { AppError } from '@packboard/model'
import { ClientError } from 'openid-client'
import { expect, test } from 'vitest'
import { companyFailure } from './providerFailure.ts'

/** As the library wraps what it found: the comparison is the cause of the cause. */
const wrapped = (code: string, cause: unknown, message = 'inside') =>
  Object.assign(new ClientError('outside', { cause: new Error(message, { cause }) }), { code })

test.each([
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', {}, 'company.clock'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', { claim: 'nonce' }, 'company.nonce'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', { claim: 'azp' }, 'company.audience'],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', { claim: 'other' }, 'company.claims'],
  ['OAUTH_INVALID_RESPONSE', { header: { alg: 'none' } }, 'company.algorithm'],
  ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', { attribute: 'sub' }, 'company.claims'],
  ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', { attribute: 'issuer' }, 'company.foreignIssuer'],
  ['OAUTH_KEY_SELECTION_FAILED', {}, 'company.signature'],
  ['OAUTH_TIMEOUT', {}, 'company.away'],
  ['SOMETHING_NEW', {}, 'company.notConform'],
])('%s with %j is %s', (code, cause, expected) => {
  expect(companyFailure(wrapped(code, cause)).code).toBe(expected)
})

test('a failing company is away; our own refusal comes through whatever wrapped it', () => {
  const answer = (status: number) =>
    Object.assign(new ClientError('x', { cause: new Response('', { status }) }), {
      code: 'OAUTH_RESPONSE_IS_NOT_CONFORM',
    })
  expect(companyFailure(answer(502)).code).toBe('company.away')
  expect(companyFailure(answer(404)).code).toBe('company.notConform')
  const own = new AppError('company.privateAddress')
  expect(companyFailure(wrapped('OAUTH_TIMEOUT', own))).toBe(own)
  expect(companyFailure('no error').code).toBe('company.notConform')
})
