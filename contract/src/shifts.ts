import { shiftProgressLimits, targetSources } from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { timeOfDay, timezone } from './filter.ts'
import { z } from './z.ts'

/** When a shift begins: on this day of the week, at this time in the client's own zone; it runs until the next start. */
export const shiftStart = z.object({
  weekday: z.number().int().min(1).max(7).describe('Monday is 1, Sunday is 7'),
  start: timeOfDay,
  name: z.string().trim().min(1).max(40),
})

const version = z.number().int().min(0).max(2_147_483_647)

export const clientTimes = endpoint('GET', '/api/admin/client-times/:clientId', {
  summary: "A client's own time zone and the starts of its shifts, Monday first",
  params: z.object({ clientId: id }),
  answer: z.object({
    timezone,
    shifts: z.array(shiftStart),
    version: version.describe('0 while nobody has set shifts'),
  }),
})

export const setShifts = endpoint('PUT', '/api/admin/shifts/:clientId', {
  summary: 'Set all starts of the shifts of a client; none takes its shifts away',
  params: z.object({ clientId: id }),
  body: z.object({
    shifts: z.array(shiftStart).max(84),
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

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

export const shiftProgress = endpoint('GET', '/api/admin/shift-progress/:clientId', {
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
