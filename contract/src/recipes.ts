import { endpoint, id } from './endpoint.ts'
import { z } from './z.ts'

const amount = z.number().min(0).max(1e9).nullable()

/** A product as its maker set it up; the fields of the recipe form (specification §3). */
export const recipe = z.object({
  Product_e: z.string().min(1).max(512).describe('Product'),
  ProductTargetSpeed: z.number().positive().max(1e6).nullable().describe('Packs per minute'),
  ProductCostPerKg: amount,
  ProductExtraCost: amount,
  ProductT1SP: amount,
  ProductTolerance: amount,
  ProductWeight: amount,
  CountThreshold: amount,
  AdjMax: amount,
  AdjMin: amount,
  AdjQtPercStart: amount,
  AutoAdjustON: z.boolean().nullable(),
  AdjStartWeigh: amount,
  CwProgramNumber: amount,
  CwBypass: z.boolean().nullable(),
  Tare: amount,
})
export type RecipeWire = z.output<typeof recipe>

export const recipes = endpoint('GET', '/api/admin/recipes/:clientId', {
  summary: 'The products of a client with their target speeds and other settings',
  params: z.object({ clientId: id }),
  answer: z.object({ recipes: z.array(recipe) }),
})

/**
 * Why a line of a file is rejected. `values` holds the variable parts of the message, so that a screen can show it in
 * any language.
 */
export const refusalCodes = [
  'noHead',
  'tooMany',
  'twice',
  'tooLong',
  'quoteOpen',
  'quoteInside',
  'unknownField',
  'fieldTwice',
  'noProduct',
  'cells',
  'noName',
  'noYesOrNo',
  'noNumber',
  'outside',
  'noDay',
  'notHere',
  'twoKeys',
  'previewNeeded',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

const refusedLine = z.object({
  line: z.number().int(),
  message: z.string(),
  code: z.enum(refusalCodes),
  values: z
    .object({
      field: z.string(),
      fields: z.string(),
      cell: z.string(),
      product: z.string(),
      first: z.number().int(),
      count: z.number().int(),
      most: z.number().int(),
    })
    .partial(),
})
export type RefusedLine = z.output<typeof refusedLine>

export const importRecipes = endpoint('POST', '/api/admin/recipes/:clientId/import', {
  summary:
    'Products out of a CSV text with the field names as its first line; nothing is stored when a line is refused or dryRun is true. `Machine`, `MachineType` and `ValidFrom` (`YYYY-MM-DD`, or with ` HH:mm`, on the clock of the client) say of what the target speed of a line is, and from when on: not in the past, which needs a preview',
  params: z.object({ clientId: id }),
  body: z.object({ csv: z.string().max(900_000), dryRun: z.boolean() }),
  answer: z.object({
    added: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    refused: z.array(refusedLine),
  }),
})
