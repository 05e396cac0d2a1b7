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

test('a long text with letters of more than one byte is as long as its bytes', () => {
  const text = 'Käse–Brötchen 🥨 '.repeat(20)
  const out = new RowWriter(16)
  out.text(text)
  const bytes = Buffer.from(text)
  const length = [(bytes.length & 127) | 128, bytes.length >> 7]
  expect(out.bytes()).toEqual(Buffer.concat([Buffer.from(length), bytes]))
})
