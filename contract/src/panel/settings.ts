import {
  clientSettingKinds,
  isDate,
  ruleEditions,
  settingKinds,
  settingLimits,
  stopThresholdLimits,
} from '@packboard/model'
import { endpoint, id, instant, serialNo } from '../endpoint.ts'
import { z } from '../z.ts'
import { byId, version } from './panelParts.ts'

const wall = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => isDate(text.slice(0, 10)))

const validFrom = wall
  .optional()
  .describe(
    '`YYYY-MM-DD HH:mm` on the clock of the client, of a machine type on that of each client; left out: from the next whole minute on. One that does not exist moves forward, of one that exists twice it is the first. An earlier one than now, with a minute of tolerance, is refused by settings.previewNeeded unless a preview of the same rows is named',
  )
/** What lets a PUT change the past: rows that begin before now, after their preview. */
const applied = {
  applyFrom: wall
    .optional()
    .describe('The earliest `validFrom` of the rows, as the preview has it'),
  previewId: z.string().min(1).max(64).optional(),
}
const continued = {
  previewId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Of a preview of the same rows that is not complete: its answer is continued'),
}

const reason = z.string().max(settingLimits.reasonLength).default('').describe('Why, in words')
const ppm = z.number().positive().max(settingLimits.mostPpm)

/** Who entered what, when and why; nothing of it is ever overwritten. */
const entered = {
  validFrom: wall.nullable().describe('null: from the beginning'),
  enteredAt: instant,
  enteredBy: z
    .string()
    .nullable()
    .describe('null: a new version of Packboard, or the account is gone'),
  reason: z.string(),
}

/** A change of the past that is being computed; figures are those of before until their day is done. */
const applying = z
  .array(
    z.object({
      by: z.string().nullable().describe('null: the account is gone'),
      at: instant,
      reason: z.string(),
      days: z.number().int().describe('Days of single machines to be computed'),
      done: z.number().int(),
    }),
  )
  .describe('Changes of the past that are being computed, in the order in which they were entered')

/** What a change of the past would move. Nothing is stored. */
export const settingsPreview = z.object({
  previewId: z.string(),
  until: instant.describe('A later PUT needs a new preview'),
  applyFrom: wall.describe('The earliest `validFrom` of the rows'),
  done: z
    .number()
    .int()
    .describe(
      'Days of single machines that are compared so far. Below `of` the answer is incomplete, and a call with the same rows and this `previewId` continues it',
    ),
  of: z.number().int(),
  seconds: z.number().describe('How long it took so far'),
  days: z.number().int().describe('Days of single machines whose figures move'),
  machines: z.array(z.object({ machineId: serialNo, days: z.number().int() })),
  weeks: z
    .array(
      z.object({
        week: z.string().describe('ISO 8601, as 2026-W40, on the clock of each client'),
        from: z.string().describe('Its first day, YYYY-MM-DD'),
        before: z.number().nullable().describe('OEEE of the machines that move, a share'),
        after: z.number().nullable(),
      }),
    )
    .describe('The weeks whose OEEE moves'),
  clients: z
    .array(
      z.object({
        clientId: z.number().int().nullable(),
        name: z.string().nullable(),
        machines: z.number().int(),
        days: z.number().int(),
      }),
    )
    .describe('Clients that the person does not see are one row without number and name'),
  keptFrom: instant
    .nullable()
    .describe('Records before it are gone: figures of hold limits and categories before it stay'),
  beforeFirst: instant
    .nullable()
    .describe('The first record, where the change begins before it; else null'),
})
export type SettingsPreview = z.output<typeof settingsPreview>

export const productTarget = z.object({
  product: z.string(),
  machineTypeId: z.number().int().nullable(),
  machineId: serialNo.nullable().describe('Serial number; null: of the type, or of all machines'),
  ppm: z.number().nullable().describe('Packs per minute; null: none of its own from then on'),
  ...entered,
})
export type ProductTarget = z.output<typeof productTarget>

export const products = endpoint('GET', '/api/admin/products/:clientId', {
  summary:
    'The target speeds of the products of a client with their history, in the order in which they were entered: of a machine before those of its type, before those of all machines; of each the newest that holds, of two for one minute the later entry',
  params: z.object({ clientId: id }),
  answer: z.object({
    version,
    zone: z.string(),
    targets: z.array(productTarget),
    products: z.array(z.string()),
    machineTypes: z.array(z.object({ id: z.number().int(), label: z.string() })),
    machines: z.array(
      z.object({
        id: z.number().int().describe('In the address of its settings'),
        machineId: serialNo,
        machineTypeId: z.number().int(),
      }),
    ),
    applying,
  }),
})
export type Products = z.output<typeof products.answer>

const newTargets = {
  version: version.optional(),
  targets: z
    .array(
      z.object({
        product: z.string().trim().min(1).max(512),
        machineTypeId: id.nullish(),
        machineId: serialNo.nullish().describe('Serial number; it comes before the type'),
        ppm: ppm.nullable(),
        validFrom,
        reason,
      }),
    )
    .min(1)
    .max(settingLimits.entries),
}

export const setProducts = endpoint('PUT', '/api/admin/products/:clientId', {
  summary:
    'Enter target speeds of products, all of them or none; what changes nothing is left out. 409 when the version is older',
  params: z.object({ clientId: id }),
  body: z.object({ ...newTargets, ...applied }),
  answer: z.object({ message: z.string(), version }),
})

export const previewProducts = endpoint('POST', '/api/admin/products/:clientId/preview', {
  summary:
    'What target speeds that begin in the past would move: days, weeks and machines. Nothing is stored',
  params: z.object({ clientId: id }),
  body: z.object({ ...newTargets, ...continued }),
  answer: settingsPreview,
})

export const productProposals = endpoint('GET', '/api/admin/products/:clientId/proposals', {
  summary:
    'Target speeds that the records propose: of each product of the last 30 days on each machine, beside the present one',
  params: z.object({ clientId: id }),
  answer: z.array(
    z.object({
      product: z.string(),
      machineId: serialNo,
      present: z.number().nullable().describe('Packs per minute; null: none, the estimate counts'),
      proposed: z
        .number()
        .describe('The 95th percentile of the running minutes of 30 days, packs per minute'),
      performanceWeek: z.number().nullable().describe('Performance of the last 7 days, a share'),
      tooLow: z.boolean().describe('Performance of the last 7 days above 100 %'),
    }),
  ),
})

export type ProductProposal = z.output<typeof productProposals.answer>[number]

/** The categories of states (D13). */
export const categoryNames = [
  'run',
  'alarm',
  'idle',
  'ancillary',
  'unknown',
  'runWhileCounting',
] as const

export const setting = z.object({
  kind: z.enum(settingKinds),
  code: z.number().int().nullable().describe('The state of a category'),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .describe(
      'Packs per minute, seconds of a hold limit or a threshold, a category, the name of a line, an edition of the rules; null: none of its own from then on',
    ),
  ...entered,
})
export type Setting = z.output<typeof setting>

const ownSettings = z.object({
  version,
  name: z.string(),
  zones: z.array(z.string()).describe('On whose clocks it begins'),
  settings: z.array(setting),
  ofType: z.array(setting).describe('What a machine has where it has none of its own'),
  applying,
})
export type OwnSettings = z.output<typeof ownSettings>

const dated = { validFrom, reason }
const newSetting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('designSpeed'), value: ppm.nullable(), ...dated }),
  z.object({
    kind: z.literal('holdLimit'),
    value: z.number().min(1).max(86_400).multipleOf(0.001).nullable().describe('Seconds'),
    ...dated,
  }),
  z.object({
    kind: z.literal('stopThreshold'),
    value: z
      .number()
      .int()
      .min(stopThresholdLimits.least)
      .max(stopThresholdLimits.most)
      .nullable()
      .describe(
        'Seconds: a shorter stop is a micro-stop. A stop has the threshold of its beginning',
      ),
    ...dated,
  }),
  z.object({
    kind: z.literal('category'),
    code: z.number().int().min(-32_768).max(32_767),
    value: z.enum(categoryNames).nullable(),
    ...dated,
  }),
])
const newTarget = z.object({ kind: z.literal('targetSpeed'), value: ppm.nullable(), ...dated })

export type SettingInput = z.output<typeof newSetting>

export const machineTypeSettings = endpoint('GET', '/api/admin/machineTypes/:id/settings', {
  summary:
    'What a machine type is set to, with its history: hold limit, design speed, stop threshold and the category of states; without one 90 s, none, 120 s, the usual one',
  params: byId,
  answer: ownSettings,
})
const newTypeSettings = {
  version: version.optional(),
  settings: z.array(newSetting).min(1).max(settingLimits.entries),
}

export const setMachineTypeSettings = endpoint('PUT', '/api/admin/machineTypes/:id/settings', {
  summary: 'Enter settings of a machine type: they begin on the clock of each client',
  params: byId,
  body: z.object({ ...newTypeSettings, ...applied }),
  answer: z.object({ message: z.string(), version }),
})
export const previewMachineTypeSettings = endpoint(
  'POST',
  '/api/admin/machineTypes/:id/settings/preview',
  {
    summary:
      'What settings of a machine type that begin in the past would move, at all clients. Nothing is stored',
    params: byId,
    body: z.object({ ...newTypeSettings, ...continued }),
    answer: settingsPreview,
  },
)

export const machineSettings = endpoint('GET', '/api/admin/machine/:id/settings', {
  summary:
    'What a machine is set to of its own, with its history, and the lines in which it stood; and the settings of its type',
  params: byId,
  answer: ownSettings,
})
const newMachineSettings = {
  version: version.optional(),
  settings: z
    .array(z.union([newSetting, newTarget]))
    .min(1)
    .max(settingLimits.entries),
}

export const setMachineSettings = endpoint('PUT', '/api/admin/machine/:id/settings', {
  summary:
    'Enter settings of a machine: they come before those of its type. Its line is changed with the machine',
  params: byId,
  body: z.object({ ...newMachineSettings, ...applied }),
  answer: z.object({ message: z.string(), version }),
})
export const previewMachineSettings = endpoint('POST', '/api/admin/machine/:id/settings/preview', {
  summary:
    'What settings of a machine that begin in the past would move: days and weeks. Nothing is stored',
  params: byId,
  body: z.object({ ...newMachineSettings, ...continued }),
  answer: settingsPreview,
})

export const clientSettings = endpoint('GET', '/api/admin/client/:clientId/settings', {
  summary:
    'By which rules the figures of a client are, with its history: a setting with a date, as those of machines',
  params: z.object({ clientId: id }),
  answer: ownSettings,
})
const newClientSettings = {
  version: version.optional(),
  settings: z
    .array(
      z.object({
        kind: z.enum(clientSettingKinds),
        value: z
          .enum(ruleEditions)
          .describe(
            'earlier: packs outside of planned time count in OEEE, and Machine OEEE takes out external states alone; revised: they do not, and it takes out reasons with an external cause, too',
          ),
        validFrom,
        reason,
      }),
    )
    .min(1)
    .max(settingLimits.entries),
}

export const setClientSettings = endpoint('PUT', '/api/admin/client/:clientId/settings', {
  summary: 'Enter settings of a client: all its figures are by them',
  params: z.object({ clientId: id }),
  body: z.object({ ...newClientSettings, ...applied }),
  answer: z.object({ message: z.string(), version }),
})
export const previewClientSettings = endpoint(
  'POST',
  '/api/admin/client/:clientId/settings/preview',
  {
    summary:
      'What settings of a client that begin in the past would move: days, weeks and machines. Nothing is stored',
    params: z.object({ clientId: id }),
    body: z.object({ ...newClientSettings, ...continued }),
    answer: settingsPreview,
  },
)
