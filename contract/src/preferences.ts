import {
  arrangedMachines,
  colourSchemes,
  densities,
  longestPageAddress,
  overviewGroupings,
  savedViewLimits,
} from '@packboard/model'
import { endpoint, id, serialNo } from './endpoint.ts'
import { z } from './z.ts'

const looks = z.object({
  colourScheme: z
    .enum(colourSchemes)
    .nullable()
    .describe('Colours of the screens; `auto`: as the device is set; null: never chosen'),
  density: z
    .enum(densities)
    .nullable()
    .describe('Room between and inside the parts of a page; null: never chosen'),
})
export type Looks = z.output<typeof looks>

export const preferences = endpoint('GET', '/api/admin/preferences', {
  summary: 'How the caller wants the screens to look, on every device',
  answer: looks,
})

export const setPreferences = endpoint('PUT', '/api/admin/preferences', {
  summary: 'Set how the screens look for the caller; what is left out stays as it is',
  body: looks.partial(),
  answer: z.object({ message: z.string() }),
})

const serialNos = z.array(serialNo).max(arrangedMachines)

const arrangement = z.object({
  grouping: z
    .enum(overviewGroupings)
    .nullable()
    .describe('What the cards are grouped by; null: never chosen'),
  order: serialNos.describe('Serial numbers in the own order; others follow as they come'),
  favourites: serialNos.describe('Serial numbers that come first in their group'),
})
export type OverviewArrangement = z.output<typeof arrangement>

export const overviewArrangement = endpoint('GET', '/api/admin/overview-arrangement/:clientId', {
  summary: 'How the caller arranged the machines of a client on the overview',
  params: z.object({ clientId: id }),
  answer: z.object({ arrangement: arrangement.nullable().describe('null: never arranged') }),
})

export const setOverviewArrangement = endpoint('PUT', '/api/admin/overview-arrangement/:clientId', {
  summary: 'Arrange the machines of a client on the overview of the caller',
  params: z.object({ clientId: id }),
  body: arrangement,
  answer: z.object({ message: z.string() }),
})

const name = z
  .string()
  .trim()
  .min(1)
  .max(savedViewLimits.name)
  .regex(/^\P{Cc}*$/u)
const address = z
  .string()
  .min(1)
  .max(longestPageAddress)
  .describe('Address of a page of this client, from /admin/ on, with its filters and period')
const isShared = z.boolean().describe('Everybody who sees this client finds it')

export const savedView = z.object({
  id: z.number().int(),
  name,
  address,
  isShared,
  isOwn: z.boolean(),
  owner: z.string().describe('User name of who saved it'),
})
export type SavedView = z.output<typeof savedView>

export const savedViews = endpoint('GET', '/api/admin/views/:clientId', {
  summary: 'Addresses that the caller saved for this client, and those that others share, by name',
  params: z.object({ clientId: id }),
  answer: z.object({
    views: z.array(savedView),
    mayShare: z.boolean().describe('Whether the caller may share a view with the client'),
  }),
})

export const addSavedView = endpoint('POST', '/api/admin/views/:clientId', {
  summary: 'Save an address under a name; an own view of that name is replaced',
  params: z.object({ clientId: id }),
  body: z.object({ name, address, isShared }),
  answer: z.object({ message: z.string(), id: z.number().int() }),
})

export const updateSavedView = endpoint('PUT', '/api/admin/views/:clientId', {
  summary: 'Name an own view anew, and share it or no longer; one that is not there is left alone',
  params: z.object({ clientId: id }),
  body: z.object({ id: z.number().int().min(1).max(2_147_483_647), name, isShared }),
  answer: z.object({ message: z.string() }),
})

export const deleteSavedView = endpoint('DELETE', '/api/admin/views/:clientId', {
  summary:
    'Delete an own view, or a shared one by those who may share; one that is not there is deleted already',
  params: z.object({ clientId: id }),
  query: z.object({ id }),
  answer: z.object({ message: z.string() }),
})
