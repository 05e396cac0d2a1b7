import { stopThresholdLimits } from '@packboard/model'
import { endpoint } from '../endpoint.ts'
import { day } from '../filter.ts'
import { z } from '../z.ts'
import { added, byId, done, version } from './panelParts.ts'

const stopThreshold = z.object({
  validFrom: day
    .nullable()
    .describe('From 00:00 of this day on the clock of the client; null: from the beginning'),
  seconds: z.number().int().min(stopThresholdLimits.least).max(stopThresholdLimits.most),
})

export const machineTypeRow = z.object({
  id: z.number().int(),
  label: z.string(),
  imagePath: z.string(),
  stopThresholds: z
    .array(stopThreshold.extend({ setBy: z.string().nullable() }))
    .describe(
      'Which stops are micro-stops, by when they began; before the first and without any 120 s',
    ),
  version,
})
export type MachineTypeRow = z.output<typeof machineTypeRow>

/** The list that both the panel's table and its selects use; the name is the specification's. */
export const machineTypes = endpoint({
  method: 'GET',
  path: '/api/admin/machineTypes',
  summary: 'All machine types',
  answer: z.object({ machines: z.array(machineTypeRow) }),
})
/** Multipart: the text `label` and the picture `file` (PNG, JPEG or WebP, up to 5 MB; D52). */
export const addMachineType = endpoint({
  method: 'POST',
  path: '/api/admin/machineTypes',
  summary: 'Add a machine type with its picture (multipart: label, file)',
  answer: added,
})
export const updateMachineType = endpoint({
  method: 'PUT',
  path: '/api/admin/machineTypes/:id',
  summary: 'Change the picture of a machine type (multipart: file, version); its label stays',
  params: byId,
  answer: done,
})
export const deleteMachineType = endpoint({
  method: 'DELETE',
  path: '/api/admin/machineTypes/:id',
  summary: 'Delete a machine type; 409 while machines are of it',
  params: byId,
  answer: done,
})
export const setStopThresholds = endpoint({
  method: 'PUT',
  path: '/api/admin/machineTypes/:id/stopThresholds',
  summary:
    'Set the stop thresholds of a machine type, all of them: a stop that is shorter is a micro-stop, another one asks for a reason. A stop has the threshold of the day on which it began',
  params: byId,
  body: z.object({
    stopThresholds: z.array(stopThreshold).max(stopThresholdLimits.entries),
    version: version.optional(),
  }),
  answer: done,
})
