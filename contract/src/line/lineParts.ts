import { instant, serialNo } from '../endpoint.ts'
import { z } from '../z.ts'

/** What pages that show no line say of one. */
export const lineName = z.string().min(1).max(200)

const share = z.number().nullable()
/** OEEE, packs and planned time of some machines of a line. */
export const lineFigures = z.object({
  oeee: share.describe('Percent; null: no planned time, no key station, or a target is missing'),
  plannedSeconds: z.number(),
  packs: z.number(),
  targetPpm: z
    .number()
    .nullable()
    .optional()
    .describe('Of the products that are packed now; absent of a window'),
})

/** A line beside the sum of its machines (D103). */
export const lineOeee = z.object({
  line: lineFigures.nullable().describe('Of its key station; null: it has none'),
  machines: lineFigures.describe('The sum of all machines of its flow'),
})
export type LineOeeeWire = z.output<typeof lineOeee>

/** For what a machine of a line waits. */
export const waitsForRoot = z.object({
  machineId: serialNo.nullable().describe('The root; null: outside the line'),
  from: instant.nullable().describe('When the stop of the root began; null: none is known'),
  group: z.string().describe('Alarm group of its cause; empty: the cause is a state'),
  cause: z.string(),
})
export type WaitsForRoot = z.output<typeof waitsForRoot>
