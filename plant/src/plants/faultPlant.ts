import { type Conduct, noTroubles } from '../machine/conduct.ts'
import type { Plant, PlantMachine } from '../plantLayout.ts'
import type { ShiftPattern } from '../shift/shifts.ts'
import { demoLines, packerRates, type RatesByKind } from './demoLines.ts'

/** How a machine's controller counts and how its clock goes. */
const habits: Record<string, Partial<PlantMachine>> = {
  'FW-201': { counter: 'perBatch' },
  'FW-302': { counter: 'hundredths' },
  'VF-401': { batchCounter: true },
  'VF-402': { counter: 'sixteenBit', batchCounter: true },
  'FW-512': { counter: 'perBatch' },
  // Their clocks are not set: one is ahead, but within what is forgiven (D9), the other far behind.
  'FW-522': { clockMs: 3_000, numbered: true },
  'VF-623': { clockMs: -40_000, numbered: true },
  'VF-531': { batchCounter: true },
  'FW-711': { counter: 'perBatch' },
}

const patterns: Record<string, ShiftPattern> = {
  'northfield-confectionery': 'threeShifts',
  'norsk-kjeks': 'twoShifts',
  'nova-snacks': 'lateTwoShifts',
  'nonna-biscotti': 'dayShift',
}

/**
 * Chosen so that the shares of time and the counts per hour lie where the PIADE machines have them
 * (docs/decisions/0006-the-virtual-plant.md).
 */
const common = {
  ...noTroubles,
  microStop: 7,
  briefBlock: 1.6,
  jam: 1.1,
  jawJam: 0.35,
  breakdown: 0.13,
  safety: 0.16,
  filmSnap: 0.14,
  registration: 0.4,
  sealOver: 0.3,
  sealUnder: 0.4,
  minPack: 0.05,
  maxPack: 0.05,
}

const perHour: RatesByKind = {
  flowWrapper: common,
  twinFlowWrapper: { ...common, jam: 1.4, filmSnap: 0.1 },
  formFillSeal: { ...common, microStop: 5, jam: 0.5, jawJam: 0.8, minPack: 0.5, maxPack: 0.4 },
  ...packerRates,
}

// Four crews in ten are relieved at the machine and the line continues through the meal.
const breaks = { meal: 0.6, short: 0.5 }

const conduct: Conduct = {
  speedShare: [0.88, 1],
  slowShare: [0.6, 0.88],
  slowMinutes: [4, 22],
  slowEveryHours: 1.6,
  rejectsPer10k: [25, 95],
  bufferMs: [15_000, 45_000],
  reelChangeSeconds: [70, 220],
  spliceShare: 0.8,
  reelSnapShare: 0.06,
  microStopSeconds: [8, 2, 40],
  microStopAlarmShare: 0.05,
  sealWaitSeconds: [20, 90],
  sealChangeShare: 1,
  breaks: { Early: breaks, Late: breaks, Night: breaks, Day: breaks },
  firstOrderHours: [0.8, 4.5],
  orderHours: [2.5, 6],
  changeoverShare: 0.65,
  setUpMinutes: [5, 17],
  serviceShare: 0.012,
}

/**
 * The plant for tests: every trouble, every state within a week, every kind of counter, wrong clocks. Its days never
 * change (`faultPlant.test.ts`).
 */
export function faultPlant(): Plant {
  return demoLines({
    line: ({ client, flow }) => ({
      pattern: patterns[client] ?? 'twoShifts',
      liveDays: 'allShifts',
      conduct,
      inSeries: true,
      // Its other machines keep the days that they always had.
      flow: flow.slice(1),
    }),
    machine: (serialNo, kind) => ({ troublesPerHour: perHour[kind], ...habits[serialNo] }),
  })
}
