import { seedDemo } from '@packboard/demo'
import { type DemoClient, demoPlant } from '@packboard/demo/plant'
import { openManagement } from '@packboard/management'

/** The client of the measured machines; its gateway is `gateway-many`. */
export const manyClient = { id: 90, name: 'Many machines', slug: 'many' } as const

/** The demo and one more client with so many machines, each with a device of its own; returns their serial numbers. */
export async function seedManyMachines(dataDir: string, count: number): Promise<string[]> {
  const [model] = demoPlant
  const [machine] = model?.machines ?? []
  if (!model || !machine) throw new Error('the demo plant has no machine')
  const machines = Array.from({ length: count }, (_, index) => ({
    ...(model.machines[index % model.machines.length] ?? machine),
    serialNo: `FM-${100 + index}`,
    line: `Line ${Math.floor(index / 5) + 1}`,
  }))
  const many: DemoClient = { ...model, ...manyClient, machines }
  const management = await openManagement({ dataDir })
  await seedDemo(management, [...demoPlant, many])
  await management.close()
  return machines.map(({ serialNo }) => serialNo)
}
