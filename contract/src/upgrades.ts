import { endpoint, instant } from './endpoint.ts'
import { z } from './z.ts'

const counted = z.number().int().min(0)

const step = z.object({
  version: counted,
  name: z.string(),
  takenAt: instant.nullable().describe('null: the store has lost its note of it'),
})
export type TakenStep = z.output<typeof step>

const schemas = z.object({
  records: counted.describe('The last step of the records'),
  management: counted.describe('The last step of the management data'),
})

const copy = z.object({
  folder: z.string(),
  by: z.string().describe('The version that made it before its first start'),
  madeAt: instant,
  keptUntil: instant.describe('Then it is deleted, or by the next upgrade'),
  schemas: schemas.nullable().describe('null: of a version that noted none'),
  bytes: counted
    .nullable()
    .describe(
      'What it took when it was made; parts that it shares with the stores take room once they are merged. null: of a version that noted none',
    ),
})

const room = z.object({
  bytes: counted.describe('What the copy before an upgrade would take now'),
  freeBytes: counted,
  isEnough: z.boolean().describe('Beside it 1 GB stays free'),
})
export type UpgradeRoom = z.output<typeof room>

export const upgrades = endpoint('GET', '/api/admin/upgrades', {
  summary:
    'The version that runs, the schema steps of both stores, the copy before the last upgrade and the room for the next',
  answer: z.object({
    version: z.string(),
    commit: z.string().nullable(),
    steps: z.object({
      records: z.array(step).describe('The newest first'),
      management: z.array(step).describe('The newest first'),
    }),
    copy: copy.nullable().describe('null: there was no upgrade, or its copy is no longer kept'),
    copyDays: counted.describe('How long a copy is kept'),
    room: room
      .nullable()
      .describe('null: the stores are on other servers, whose own tools copy them'),
  }),
})
export type Upgrades = z.output<typeof upgrades.answer>
