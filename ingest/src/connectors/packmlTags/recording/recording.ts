import { readFileSync } from 'node:fs'
import { z } from 'zod'

const message = z.object({
  t: z.iso.datetime(),
  dt: z.number(),
  topic: z.string(),
  retain: z.boolean(),
  payload: z.string(),
})
type RecordedMessage = z.output<typeof message>

const expected = z.object({
  plain: z.object({
    states: z.array(z.tuple([z.iso.datetime(), z.string(), z.string()])),
    seconds_per_state: z.record(z.string(), z.number()),
    final: z.record(z.string(), z.coerce.number()),
  }),
})

const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The messages of a recording, in the order in which they came. */
export function recordedMessages(
  name: 'plain.jsonl' | 'retained-after-exit.jsonl',
): RecordedMessage[] {
  return text(name)
    .trim()
    .split('\n')
    .map((line) => message.parse(JSON.parse(line)))
}

/** What the recorded machine did, as read out of the recording by hand. */
export const whatItDid = expected.parse(JSON.parse(text('expected-plain.json'))).plain
