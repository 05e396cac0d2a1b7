import { demoPlant as demoClients } from '@packboard/demo/plant'
import type {
  CounterKind,
  MachineKind,
  Plant,
  PlantClient,
  PlantLine,
  PlantMachine,
  PlantProduct,
} from './plantLayout.ts'
import type { ShiftPattern } from './shift/shifts.ts'

/** What the management store's list does not know of a machine: how its controller counts and how its clock goes. */
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
  'Northfield Confectionery': 'threeShifts',
  'Norsk Kjeks AS': 'twoShifts',
  'Nova Snacks': 'lateTwoShifts',
  'Nonna Biscotti': 'dayShift',
}

/** The plant of the demo: the machines of the demo's clients, each with its habits. */
export function demoPlant(): Plant {
  return {
    clients: demoClients.map((client): PlantClient => {
      const lineNames = [...new Set(client.machines.map((machine) => machine.lineName))]
      return {
        slug: client.slug,
        zone: client.zone,
        lines: lineNames.map((name, index): PlantLine => {
          const machines = client.machines.filter(({ lineName }) => lineName === name)
          const kind = kindOf(machines[0]?.machineType ?? '')
          return {
            client: client.slug,
            zone: client.zone,
            name,
            index,
            pattern: patterns[client.name] ?? 'twoShifts',
            machines: machines.map((machine) => ({
              serialNo: machine.serialNo,
              kind: kindOf(machine.machineType),
              designPpm: machine.designPpm,
              holdMs: machine.holdMs,
              counter: 'lifetime' satisfies CounterKind,
              batchCounter: false,
              numbered: false,
              clockMs: 0,
              ...habits[machine.serialNo],
            })),
            products: productsFor(client.products, kind),
            crews: client.crews,
          }
        }),
      }
    }),
  }
}

function kindOf(machineType: string): MachineKind {
  if (machineType.includes('VFFS')) return 'formFillSeal'
  return machineType.includes('twin') ? 'twinFlowWrapper' : 'flowWrapper'
}

/** Bags are filled on one kind of machine, bars are wrapped on the other. */
function productsFor(
  products: readonly (PlantProduct & { readonly bagged: boolean })[],
  kind: MachineKind,
): PlantProduct[] {
  return products.filter(({ bagged }) => bagged === (kind === 'formFillSeal'))
}
