import { demoPlant as demoClients } from '@packboard/demo/plant'
import { noTroubles, type TroubleRates } from '../machine/conduct.ts'
import type {
  MachineKind,
  Plant,
  PlantClient,
  PlantLine,
  PlantMachine,
  PlantProduct,
} from '../plantLayout.ts'

export type RatesByKind = Readonly<Record<MachineKind, TroubleRates>>

/** Of the machines that pack packs, in any plant. */
export const packerRates: Pick<RatesByKind, 'cartoner' | 'casePacker' | 'palletiser'> = {
  cartoner: { ...noTroubles, microStop: 0.4, jam: 0.25, safety: 0.03, glueCold: 0.05 },
  casePacker: { ...noTroubles, microStop: 0.3, jam: 0.3, safety: 0.03, glueCold: 0.12 },
  palletiser: { ...noTroubles, microStop: 0.2, jam: 0.15, safety: 0.06 },
}

/** What the management store's list does not know of a line, and of each of its machines. */
type Character = {
  readonly line: (
    client: string,
    name: string,
    kind: MachineKind,
  ) => Pick<PlantLine, 'pattern' | 'liveDays' | 'conduct' | 'inSeries' | 'flow'>
  readonly machine: (
    serialNo: string,
    kind: MachineKind,
  ) => Partial<PlantMachine> & Pick<PlantMachine, 'troublesPerHour'>
}

/** The machines of the demo's clients, each with its character. All plants have the same machines. */
export function demoLines(character: Character): Plant {
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
            ...character.line(client.slug, name, kind),
            machines: machines.map((machine): PlantMachine => {
              const machineKind = kindOf(machine.machineType)
              return {
                serialNo: machine.serialNo,
                kind: machineKind,
                designPpm: machine.designPpm,
                targetShare: 1,
                holdMs: machine.holdMs,
                counter: 'lifetime',
                batchCounter: false,
                numbered: false,
                clockMs: 0,
                isNew: false,
                ...character.machine(machine.serialNo, machineKind),
              }
            }),
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
