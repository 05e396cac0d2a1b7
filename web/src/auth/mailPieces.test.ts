import { expect, test } from 'vitest'
import { mailPieces } from './mailPieces.ts'

test('an address of Packboard becomes a link of this browser, and the words stay as they were', () => {
  const text = 'Choose it here:\n\nhttp://127.0.0.1:8080/auth/reset-password/abc/create\n\nBye'
  const pieces = mailPieces(text)
  expect(pieces.map(({ words }) => words).join('')).toBe(text)
  expect(pieces.map(({ link }) => link)).toEqual([
    undefined,
    '/auth/reset-password/abc/create',
    undefined,
  ])
})

test('an address of somebody else stays whole, and nothing else becomes a link', () => {
  expect(mailPieces('see https://example.com/a?b=c')).toEqual([
    { words: 'see ' },
    { words: 'https://example.com/a?b=c', link: 'https://example.com/a?b=c' },
    { words: '' },
  ])
  expect(mailPieces('javascript:alert(1) and http://')).toEqual([
    { words: 'javascript:alert(1) and http://' },
  ])
})
