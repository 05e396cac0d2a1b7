import type { Plant, PlantLine } from '../plantLayout.ts'
import { factory } from './factory.ts'
import { faultPlant } from './faultPlant.ts'

/**
 * The plants by the name that PLANT gives them; `npm start -- --plant` offers the first two. `journeys` is for the journeys
 * in the browser.
 */
export const plants = {
  factory,
  faults: faultPlant,
  journeys: journeysPlant,
} satisfies Record<string, () => Plant>

export type PlantName = keyof typeof plants

export const isPlantName = (name: string): name is PlantName => Object.hasOwn(plants, name)

/** The fault plant, with one client of the good factory: without closed days, because journeys look at yesterday. */
function journeysPlant(): Plant {
  const good = factory().clients.filter(({ slug }) => slug === 'norsk-kjeks')
  return {
    clients: faultPlant().clients.map((client) => {
      const other = good.find(({ slug }) => slug === client.slug)
      if (!other) return { ...client, lines: client.lines.map(withoutClosedDays) }
      const lines = other.lines.map((line) => ({
        ...line,
        pattern: 'twoShiftsDaily' as const,
        liveDays: 'allShifts' as const,
      }))
      return { ...other, lines }
    }),
  }
}

const withoutClosedDays = (line: PlantLine): PlantLine =>
  line.pattern === 'threeShifts' ? { ...line, pattern: 'threeShiftsDaily' } : line
