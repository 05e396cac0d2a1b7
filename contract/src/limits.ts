import { limitRanges, nearLimitShare } from '@packboard/model'
import { endpoint } from './endpoint.ts'
import { z } from './z.ts'

const whole = z.number().int()
const version = whole.min(0).max(2_147_483_647)

const limit = z.object({
  value: whole.describe('In force'),
  set: whole.nullable().describe('Set by an administrator; null: the default is in force'),
  default: whole.describe('The setting of the environment'),
  min: whole,
  max: whole,
})

const settable = (name: keyof typeof limitRanges) =>
  whole
    .min(limitRanges[name].min)
    .max(limitRanges[name].max)
    .nullable()
    .describe('null: the default')

const near = `from ${100 * nearLimitShare} % of its limit on`

export const nearDevice = z.object({
  id: whole,
  name: z.string(),
  clientId: whole,
  clientName: z.string(),
  usedMegabytes: z.number().describe('Sent, less what the time since then has given back'),
})
export type NearDevice = z.output<typeof nearDevice>

export const nearMachine = z.object({
  machineId: z.string().nullable().describe('null: machines that do not exist, together'),
  clientId: whole.nullable().describe('null: a broker sent them, for no known machine'),
  clientName: z.string().nullable(),
  records: whole,
  megabytes: z.number(),
})
export type NearMachine = z.output<typeof nearMachine>

export const limits = endpoint('GET', '/api/admin/limits', {
  summary: 'The limits of this installation, and who is near one',
  answer: z.object({
    deviceMegabytesPerDay: limit.describe('What one device may send in a day; more is refused'),
    quarantineRecords: limit.describe('Quarantined records that are stored of one machine'),
    quarantineMegabytes: limit.describe('The same in megabytes; beyond, they are only counted'),
    version: version.describe('0 while nobody has set a limit'),
    devices: z.array(nearDevice).describe(`Each ${near}, the fullest first`),
    machines: z
      .array(nearMachine)
      .nullable()
      .describe(
        `Each ${near}, the fullest first; counted again after ten minutes. null: the records cannot be counted now`,
      ),
  }),
})
export type Limits = z.output<typeof limits.answer>

export const setLimits = endpoint('PUT', '/api/admin/limits', {
  summary: 'Set the limits of this installation: in force at once, for HTTP and MQTT',
  body: z.object({
    deviceMegabytesPerDay: settable('deviceMegabytesPerDay'),
    quarantineRecords: settable('quarantineRecords'),
    quarantineMegabytes: settable('quarantineMegabytes'),
    version: version.optional().describe('As it was read; 409 when somebody was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})
