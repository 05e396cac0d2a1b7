import { endpoint, instant } from './endpoint.ts'
import { damagedTable } from './health.ts'
import { z } from './z.ts'

const count = z.number()
const word = z.string()
const facts = z.record(z.string(), z.unknown())

/** What a person who helps needs to know of an installation; no name, value or address of a customer is in it. */
export const supportBundle = endpoint('GET', '/api/admin/support-bundle', {
  summary:
    'Versions, settings without secrets, health, counts, metrics, slow questions and the newest log lines: no data of customers',
  answer: z.object({
    about: word,
    madeAt: instant,
    packboard: z.object({
      version: word,
      commit: word.nullable(),
      startedAt: instant,
      role: word,
      demo: z.boolean(),
    }),
    machine: z.object({
      node: word,
      os: word.describe('Kernel and its version'),
      processors: count,
      memoryBytes: count,
      freeMemoryBytes: count,
      load: z.array(count),
      zone: word,
    }),
    process: z.object({ uptimeSeconds: count, memoryBytes: count, heapBytes: count }),
    settings: z.record(word, word).describe('A number, a choice, or only whether it is set'),
    health: z
      .object({
        parts: z.record(word, word),
        damage: z.array(damagedTable),
      })
      .describe('As /health/ready'),
    disk: z.object({ freeBytes: count, totalBytes: count }).nullable(),
    engines: z.object({
      telemetry: z.object({ version: word.nullable(), restarts: count }),
      management: z.object({ version: word.nullable(), restarts: count }),
    }),
    counts: z.record(word, count).nullable().describe('null: the store did not answer'),
    tables: z
      .array(z.object({ table: word, rows: count, bytes: count, parts: count }))
      .nullable()
      .describe('null: another process holds the records, or the store did not answer'),
    questions: z
      .array(z.object({ name: word, count, ms: count, mostMs: count }))
      .describe('Questions to the telemetry engine since the start, by name, without their values'),
    slow: z
      .array(z.object({ name: word, at: instant, ms: count }))
      .describe('Of those the newest 200 that took half a second or more'),
    metrics: z.array(word).describe('Lines of /metrics'),
    log: z
      .array(facts)
      .describe(
        'The newest lines of the log: words of the code and numbers; leftOut names the fields that may hold more',
      ),
  }),
})
export type SupportBundle = z.output<typeof supportBundle.answer>
