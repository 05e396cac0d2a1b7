import { daySummary, machinesData, stateLane } from '@packboard/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { slicedAnswer } from './slicedAnswer.ts'

const at = new Date('2026-04-08T06:00:00.000Z')

test('an answer in slices is the same text as in one piece, and others are served in between', async () => {
  const parts = Array.from({ length: 50_000 }, (_, code) => ({ from: at, to: at, code }))
  let served = 0
  const other = setInterval(() => {
    served += 1
  }, 0)
  const bytes = await slicedAnswer(stateLane.answer, { parts })
  clearInterval(other)
  expect(bytes.toString()).toBe(JSON.stringify(stateLane.answer.encode({ parts })))
  expect(served).toBeGreaterThan(2)
})

test('empty tables, absent fields and nested texts are written as ever', async () => {
  const schema = z.object({
    name: z.string(),
    missing: z.string().optional(),
    inner: z.object({ rows: z.array(z.object({ text: z.string(), none: z.null() })) }),
    empty: z.array(z.object({ text: z.string() })),
  })
  const answer = {
    name: '"quoted" \u2028',
    inner: {
      rows: [
        { text: 'a', none: null },
        { text: 'ü', none: null },
      ],
    },
    empty: [],
  }
  expect((await slicedAnswer(schema, answer)).toString()).toBe(JSON.stringify(answer))
})

test('a field that the contract does not have is not sent, and a wrong one fails', async () => {
  const secret = { Day: '2026-04-08', Machine: 'A', Product: 'P', Tool: 'T', secret: 1 }
  const { tableData } = daySummary.answer.shape
  const schema = z.object({ tableData })
  expect((await slicedAnswer(schema, { tableData: [secret] })).toString()).not.toContain('secret')
  // @ts-expect-error: no such answer
  await expect(slicedAnswer(machinesData.answer, { dataArray: [{}] })).rejects.toThrow()
})
