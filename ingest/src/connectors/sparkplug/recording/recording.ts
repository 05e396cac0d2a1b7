import { readFileSync } from 'node:fs'
import { z } from 'zod'

const value = z.union([z.string(), z.number(), z.boolean()])
const message = z.object({
  t: z.iso.datetime(),
  dt: z.number(),
  topic: z.string(),
  b64: z.string().transform((text) => Buffer.from(text, 'base64')),
  decoded: z.object({
    timestamp: z.number(),
    seq: z.number().optional(),
    metrics: z.array(
      z.object({ name: z.string(), type: z.string(), value, timestamp: z.number().optional() }),
    ),
  }),
})
type RecordedMessage = z.output<typeof message>

/** The messages of the recording, in the order in which they came; `decoded` is what another decoder read. */
export const recordedMessages: readonly RecordedMessage[] = readFileSync(
  new URL('sparkplug.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => message.parse(JSON.parse(line)))

const expected = z.object({
  states: z.array(z.tuple([z.number(), z.string()])),
  final: z.record(z.string(), z.number()),
})

/** What the recorded machine did, as read out of `decoded` by hand: times are those of the machine. */
export const whatItDid = expected.parse(
  JSON.parse(readFileSync(new URL('expected.json', import.meta.url), 'utf8')),
)
