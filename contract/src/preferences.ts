import { arrangedMachines, colourSchemes, densities, overviewGroupings } from '@packboard/model'
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

export const preferences = endpoint({
  method: 'GET',
  path: '/api/admin/preferences',
  summary: 'How the caller wants the screens to look, on every device',
  answer: looks,
})

export const setPreferences = endpoint({
  method: 'PUT',
  path: '/api/admin/preferences',
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

export const overviewArrangement = endpoint({
  method: 'GET',
  path: '/api/admin/overview-arrangement/:clientId',
  summary: 'How the caller arranged the machines of a client on the overview',
  params: z.object({ clientId: id }),
  answer: z.object({ arrangement: arrangement.nullable().describe('null: never arranged') }),
})

export const setOverviewArrangement = endpoint({
  method: 'PUT',
  path: '/api/admin/overview-arrangement/:clientId',
  summary: 'Arrange the machines of a client on the overview of the caller',
  params: z.object({ clientId: id }),
  body: arrangement,
  answer: z.object({ message: z.string() }),
})
