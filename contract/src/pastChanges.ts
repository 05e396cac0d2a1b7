import { settingKinds } from '@packboard/model'
import { instant } from './endpoint.ts'
import { z } from './z.ts'

/** Settings that were applied from an earlier day, as a figure names them that they moved (D75, D98). */
export const pastChanges = z
  .array(
    z.object({
      kind: z.enum(settingKinds),
      product: z.string().nullable(),
      code: z.number().int().nullable().describe('The state of a category'),
      value: z
        .union([z.number(), z.string()])
        .nullable()
        .describe('Packs per minute, seconds or a category; null: none of its own'),
      from: instant.describe('Since when it holds'),
      by: z.string().nullable().describe('null: the account is gone, or names are hidden here'),
      at: instant.describe('When it was applied'),
      reason: z.string(),
    }),
  )
  .min(1)
