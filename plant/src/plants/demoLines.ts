import { type DemoClient, demoPlant as demoClients } from '@packboard/demo/plant'
import { noTroubles, type TroubleRates } from '../machine/conduct.ts'
import type {
  FlowStation,
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
  cartoner: { ...noTroubles, microStop: 0.25, jam: 0.2, safety: 0.02, glueCold: 0.04 },
  casePacker: { ...noTroubles, microStop: 0.2, jam: 0.25, safety: 0.02, glueCold: 0.1 },
  palletiser: { ...noTroubles, microStop: 0.15, briefBlock: 0.08, jam: 0.12, safety: 0.05 },
}

const glue = { tempFront: 'Glue temperature under set point' }
const packerWords: Partial<Record<MachineKind, PlantMachine['alarmWords']>> = {
  cartoner: {
    ...glue,
    magazineEmpty: 'Carton magazine empty',
    transferJam: 'Carton crosswise at its infeed',
    transferLost: 'Carton not opened',
  },
  casePacker: {
    ...glue,
    magazineEmpty: 'Case magazine empty',
    transferJam: 'Carton crosswise at case lift',
    transferLost: 'Case not opened',
  },
  palletiser: {
    magazineEmpty: 'Pallet magazine empty',
    transferJam: 'Case crosswise at layer table',
    transferLost: 'Gap in a layer',
    outfeedJam: 'Pallet blocked at outfeed',
  },
}

/** What the management store's list does not know of a line, and of each of its machines. */
type Character = {
  readonly line: (line: {
    readonly client: string
    readonly name: string
    readonly kind: MachineKind
    readonly flow: readonly FlowStation[]
  }) => Pick<PlantLine, 'pattern' | 'liveDays' | 'conduct' | 'inSeries' | 'flow'>
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
            ...character.line({ client: client.slug, name, kind, flow: flowOf(client, name) }),
            machines: machines.map((machine): PlantMachine => {
              const machineKind = kindOf(machine.machineType)
              const own = character.machine(machine.serialNo, machineKind)
              return {
                serialNo: machine.serialNo,
                kind: machineKind,
                designPpm: machine.designPpm,
                targetShare: machine.targetShare,
                holdMs: machine.holdMs,
                counter: 'lifetime',
                batchCounter: false,
                numbered: false,
                clockMs: 0,
                isNew: false,
                ...own,
                alarmWords: { ...own.alarmWords, ...packerWords[machineKind] },
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

/** While the whole line runs its first buffer is nearly full, the next one nearly empty, and so on by turns. */
function flowOf({ flows }: DemoClient, name: string): FlowStation[] {
  const stations = flows.find(({ lineName }) => lineName === name)?.stations ?? []
  return stations.map(({ machines, needs, bufferSeconds }, place) => ({
    ...{ machines, needs, bufferMs: bufferSeconds * 1_000 },
    restShare: place % 2 === 1 ? 0.9 : 0.1,
  }))
}

function kindOf(machineType: string): MachineKind {
  if (machineType.includes('Cartoner')) return 'cartoner'
  if (machineType.includes('Case Packer')) return 'casePacker'
  if (machineType.includes('Palletiser')) return 'palletiser'
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
