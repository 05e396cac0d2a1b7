import { demoPlant } from '@packboard/demo/plant'
import { type Conduct, noTroubles, type TroubleRates } from '../machine/conduct.ts'
import type { MachineKind, Plant, PlantMachine } from '../plantLayout.ts'
import { hashText } from '../random.ts'
import { demoLines, packerRates, type RatesByKind } from './demoLines.ts'

/** When the demo's clients work, as their plans say. */
const weeks = new Map(demoPlant.map(({ slug, week }) => [slug, week]))

/** A few stops an hour, of the lengths that PIADE's machines have (`npm run plant:fit`). */
const common = {
  ...noTroubles,
  microStop: 0.75,
  briefBlock: 0.15,
  jam: 0.35,
  jawJam: 0.08,
  breakdown: 0.012,
  safety: 0.04,
  filmSnap: 0.05,
  registration: 0.12,
  sealOver: 0.05,
  sealUnder: 0.06,
  minPack: 0.01,
  maxPack: 0.01,
}

const perHour: RatesByKind = {
  flowWrapper: common,
  twinFlowWrapper: { ...common, jam: 0.4, filmSnap: 0.03 },
  formFillSeal: { ...common, microStop: 0.6, jam: 0.2, jawJam: 0.15, minPack: 0.15, maxPack: 0.1 },
  ...packerRates,
}

const conduct: Conduct = {
  speedShare: [0.93, 1],
  slowShare: [0.85, 0.94],
  slowMinutes: [5, 25],
  slowEveryHours: 6,
  rejectsPer10k: [20, 60],
  bufferMs: [90_000, 180_000],
  reelChangeSeconds: [40, 110],
  spliceShare: 0.97,
  reelSnapShare: 0.02,
  microStopSeconds: [26, 5, 120],
  microStopAlarmShare: 0.25,
  sealWaitSeconds: [0, 0],
  // What is in the audit record of FW-202 is then its trouble and little else.
  sealChangeShare: 0,
  // All breaks are in the plan.
  breaks: {},
  firstOrderHours: [1, 6],
  orderHours: [3.5, 7],
  changeoverShare: 0.6,
  setUpMinutes: [6, 16],
  serviceShare: 0.01,
}

/** The third line has hardly a belt between its machines: the first stands when the second does. */
const shortBelt: Conduct = { ...conduct, bufferMs: [8_000, 16_000] }

/** What is particular to a machine. */
const particular: Record<string, (rates: TroubleRates) => Partial<PlantMachine>> = {
  // A trouble of each shift on days on which the demo runs live, on three machines.
  'FW-101': () => ({
    liveTrouble: { shift: 'Early', setting: 'sealFront', change: -8, alarm: 'tempFront' },
  }),
  'FW-102': () => ({
    liveTrouble: { shift: 'Night', setting: 'sealRear', change: 7, alarm: 'tempRear' },
  }),
  'FW-201': () => ({
    counter: 'perBatch',
    liveTrouble: { shift: 'Late', setting: 'filmTension', change: 6, alarm: 'filmSnap' },
  }),
  // The late crew takes the jaws down, and the seals fail until maintenance sets them back.
  'FW-202': () => ({
    wrongSetting: {
      shift: 'Late',
      setting: 'sealFront',
      change: -9,
      afterHours: [0.6, 1.4],
      hours: [4, 5.5],
      trouble: 'sealUnder',
      perHour: 16,
    },
  }),
  // Holds up its line: bars lie crosswise at its transfer plate.
  'FW-302': (rates) => ({ jamsAt: 'transferJam', troublesPerHour: { ...rates, jam: 5.2 } }),
  'VF-401': () => ({ batchCounter: true }),
  'VF-623': () => ({ isNew: true, counter: 'perBatch' }),
}

/** The first machines of a line with a flow wait for product, and nothing but the line blocks them. */
const first = new Set(
  demoPlant.flatMap(({ flows }) => flows.flatMap(({ stations }) => stations[0]?.machines ?? [])),
)
const suppliedLine = { noSupply: 0.08, briefBlock: 0, microStop: 0.3, jam: 0.15, jawJam: 0.05 }

/** Some machines are better kept than others: from two thirds to five thirds of the usual troubles. */
function ratesOf(serialNo: string, kind: MachineKind): TroubleRates {
  const share = (67 + (hashText(serialNo) % 101)) / 100
  const rates = first.has(serialNo) ? { ...perHour[kind], ...suppliedLine } : perHour[kind]
  const scaled = Object.entries(rates).map(([name, rate]) => [name, rate * share])
  return { ...rates, ...Object.fromEntries(scaled) }
}

/**
 * A good factory, with two troubles worth finding: FW-202 since its seal temperature was changed, and FW-302, which holds
 * up line 3. Its lines work as the plans of its clients say, VF-623 is new.
 */
export function factory(): Plant {
  return demoLines({
    line: ({ client, name, kind, flow }) => ({
      pattern: weeks.get(client) ?? [],
      liveDays: 'asPlanned',
      conduct: client === 'northfield-confectionery' && name === 'Line 3' ? shortBelt : conduct,
      // Bagging machines stand side by side under one scale.
      inSeries: kind !== 'formFillSeal',
      flow,
    }),
    machine: (serialNo, kind) => {
      const troublesPerHour = ratesOf(serialNo, kind)
      return {
        troublesPerHour,
        // The days of the fault plant keep the words that they always had.
        alarmWords: { upstream: 'Upstream machine stopped' },
        ...particular[serialNo]?.(troublesPerHour),
      }
    },
  })
}
