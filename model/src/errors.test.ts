import { describe, expect, test } from 'vitest'
import { AppError, type ErrorCode, errorCatalogue } from './errors.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]

describe.each(codes)('%s', (code) => {
  const { status, message } = errorCatalogue[code]

  test('is named after what it is about and what is wrong with it', () => {
    expect(code).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/)
  })

  test('has a status of the specification and words for a person', () => {
    expect([400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503]).toContain(status)
    expect(message.trim()).toBe(message)
    expect(message.length).toBeGreaterThan(5)
  })
})

test('each code is there once, whatever the case', () => {
  expect(new Set(codes.map((code) => code.toLowerCase())).size).toBe(codes.length)
})

test('only a missing session is 401, because the screens sign out on any 401 (D40); no screen calls as a device', () => {
  const refusals = codes.filter((code) => errorCatalogue[code].status === 401)
  expect(refusals).toEqual(['session.required', 'device.unknown'])
})

test('what belongs to another tenant looks like what is not there (D35)', () => {
  for (const code of ['client.notFound', 'machine.notFound'] as const) {
    expect(errorCatalogue[code].status).toBe(404)
  }
})

test('an error carries code, status, words, fields and when to try again', () => {
  const cause = new Error('inside')
  const error = new AppError('request.invalid', {
    cause,
    message: 'Serial No is required',
    fields: [{ field: 'machineId', message: 'is required' }],
    retryAfter: 3,
  })
  expect(error).toMatchObject({
    name: 'AppError',
    code: 'request.invalid',
    status: 400,
    message: 'Serial No is required',
    fields: [{ field: 'machineId', message: 'is required' }],
    retryAfter: 3,
    cause,
  })
  const plain = new AppError('server.failed')
  expect(plain).toMatchObject({ message: 'An error occurred', fields: [], retryAfter: undefined })
})
