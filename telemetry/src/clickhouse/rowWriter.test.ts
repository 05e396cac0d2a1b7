import { expect, test } from 'vitest'
import { RowWriter } from './rowWriter.ts'

test('texts stay whole where the buffer has to grow in the middle of them', () => {
  const text = 'carry '.repeat(40)
  const out = new RowWriter(16)
  for (let i = 0; i < 50; i++) out.text(text)
  const bytes = out.bytes()
  const length = text.length + 2
  for (let i = 0; i < 50; i++) {
    expect(bytes.subarray(i * length + 2, (i + 1) * length).toString()).toBe(text)
  }
})

test('a decimal is a signed whole number of 128 bits', () => {
  const out = new RowWriter()
  out.decimal128(-1n)
  out.decimal128((1n << 64n) + 5n)
  expect(out.bytes().toString('hex')).toBe(
    `${'ff'.repeat(16)}0500000000000000${'01'}${'00'.repeat(7)}`,
  )
})

test('a long text with letters of more than one byte is as long as its bytes', () => {
  const text = 'Käse–Brötchen 🥨 '.repeat(20)
  const out = new RowWriter(16)
  out.text(text)
  const bytes = Buffer.from(text)
  const length = [(bytes.length & 127) | 128, bytes.length >> 7]
  expect(out.bytes()).toEqual(Buffer.concat([Buffer.from(length), bytes]))
})
