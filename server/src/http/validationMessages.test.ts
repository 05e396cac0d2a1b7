import { expect, test } from 'vitest'
import { z } from 'zod'
import { registerValidationMessages } from './validationMessages.ts'

registerValidationMessages()

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message)

test.each([
  ['an empty text', z.string().min(1), '', 'Please fill in this field.'],
  ['a missing text', z.string(), undefined, 'Please fill in this field.'],
  ['a short text', z.string().min(8), 'a', 'At least 8 characters are needed.'],
  ['a long text', z.string().max(2), 'abc', 'No more than 2 characters, please.'],
  ['a small number', z.number().min(3), 1, 'Must be at least 3.'],
  ['a large number', z.number().max(3), 4, 'Must be no more than 3.'],
  ['a long list', z.array(z.number()).max(1), [1, 2], 'No more than 1 at a time, please.'],
  ['no e-mail address', z.email(), 'nobody', 'Please enter a valid e-mail address.'],
  ['what is not offered', z.enum(['a']), 'b', 'Please choose one of what is offered.'],
  ['another kind', z.string(), 5, 'This is not valid here.'],
  ['what nobody knows', z.strictObject({}), { x: 1 }, 'Nothing is known of x.'],
])('%s is told in plain words', (_what, schema, value, message) => {
  expect(messages(schema, value)).toEqual([message])
})

test('the own words of a schema come first', () => {
  expect(messages(z.string().min(1, 'A name, please.'), '')).toEqual(['A name, please.'])
})
