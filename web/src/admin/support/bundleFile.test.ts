import { expect, test } from 'vitest'
import { bundleFile } from './bundleFile.ts'

test('a bundle is saved as text that a person can read before sending it', async () => {
  const madeAt = '2026-11-24T06:20:31.123Z'
  const { name, content } = await bundleFile({
    content: new Blob([JSON.stringify({ madeAt, log: [{ level: 'warn' }] })]),
  })
  expect(name).toBe('packboard-support-2026-11-24T062031.json')
  const text = await content.text()
  expect(text.split('\n').length).toBe(9)
  expect(JSON.parse(text)).toEqual({ madeAt, log: [{ level: 'warn' }] })
})
