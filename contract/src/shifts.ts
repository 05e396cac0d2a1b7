import { endpoint, id } from './endpoint.ts'
import { timeOfDay, timezone } from './filter.ts'
import { z } from './z.ts'

/** When a shift begins: on this day of the week, at this time in the client's own zone; it runs until the next start. */
export const shiftStart = z.object({
  weekday: z.number().int().min(1).max(7).describe('Monday is 1, Sunday is 7'),
  start: timeOfDay,
  name: z.string().trim().min(1).max(40),
})

const version = z.number().int().min(0).max(2_147_483_647)

export const clientTimes = endpoint({
  method: 'GET',
  path: '/api/admin/client-times/:clientId',
  summary: "A client's own time zone and the starts of its shifts, Monday first",
  params: z.object({ clientId: id }),
  answer: z.object({
    timezone,
    shifts: z.array(shiftStart),
    version: version.describe('0 while nobody has set shifts'),
  }),
})

export const setShifts = endpoint({
  method: 'PUT',
  path: '/api/admin/shifts/:clientId',
  summary: 'Set all starts of the shifts of a client; none takes its shifts away',
  params: z.object({ clientId: id }),
  body: z.object({
    shifts: z.array(shiftStart).max(84),
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})
