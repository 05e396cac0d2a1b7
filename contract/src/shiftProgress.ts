import { shiftProgressLimits, targetSources } from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { z } from './z.ts'

const packs = z.number()

const progress = {
  made: packs.describe('Packs since the shift began'),
  due: packs.nullable().describe('Target speed × planned time so far; null: a target is missing'),
  ofShift: packs.nullable().describe('The same for the whole shift'),
  forecast: packs
    .nullable()
    .describe(
      `Made, and the rate of the last planned hour × planned time that is left; null in the first ${shiftProgressLimits.leastMinutes} planned minutes`,
    ),
}

/** The plan of a shift against what was made, with all terms of the figures (D72). */
export const machineProgress = z.object({
  ...progress,
  machineId: serialNo,
  target: z
    .object({ product: z.string(), ppm: z.number(), source: z.enum(targetSources).nullable() })
    .nullable()
    .describe('With what it packs now, taken for the whole shift'),
  plannedSeconds: z.number().describe('Of the shift so far, without breaks and closed time'),
  leftSeconds: z.number().describe('Planned time of the shift that is left'),
  ratePacks: packs.describe('Made in the time of the rate'),
  rateSeconds: z.number().describe('The last planned hour of this shift, less while it is younger'),
})
export type MachineProgress = z.output<typeof machineProgress>

export const groupProgress = z.object({
  ...progress,
  by: z.enum(['line', 'machineType', 'client']),
  key: z.string().describe('Name of the line or machine type; empty: without one, and of client'),
})
export type GroupProgress = z.output<typeof groupProgress>

export const shiftProgress = endpoint({
  method: 'GET',
  path: '/api/admin/shift-progress/:clientId',
  summary: 'Of the shift that runs: packs made, due by now, of the shift, and the forecast',
  params: z.object({ clientId: id }),
  answer: z.object({
    shift: z
      .object({ name: z.string(), from: instant, to: instant })
      .nullable()
      .describe('null: the client has no shifts, and nothing is known'),
    at: instant.describe('Of all figures'),
    machines: z.array(machineProgress),
    groups: z.array(groupProgress).describe('Sums by line, by machine type and of all machines'),
  }),
})
export type ShiftProgress = z.output<typeof shiftProgress.answer>
