import { at, type Call, list } from './callWire.ts'
import { targetOf } from './referenceOee.ts'
import type { KnownPlant } from './referencePlant.ts'

/** The machines of the overview, each with the target speed of the product that it packs now (D22). */
export function overviewCall(plant: KnownPlant, clientId: number, now: number): Call {
  const machines = plant.known.map((machine) => {
    const product = machine.timeline.stretches.at(-1)?.product ?? ''
    const target = targetOf(plant, machine, product, now)
    return {
      machineId: machine.serialNo,
      lineName: machine.line,
      machineType: { label: machine.type.label },
      target: { product, ppm: target?.ppm ?? null, source: target?.source ?? null },
    }
  })
  return {
    name: 'machines',
    expected: { status: 200, machines, inOrderOfLines: true },
    async ask(endpoint) {
      const path = `admin/client_machines/${clientId}`
      const { status, body } = await endpoint(path, { targets: 'yes' })
      const found = list(at(body, 'machines'))
      const lines = found.map((one) => String(at(one, 'lineName')))
      return {
        status,
        machines: found.toSorted((a, b) =>
          String(at(a, 'machineId')) < String(at(b, 'machineId')) ? -1 : 1,
        ),
        inOrderOfLines:
          new Set(lines).size === lines.filter((line, i) => line !== lines[i - 1]).length,
      }
    },
  }
}
