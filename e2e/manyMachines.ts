import type { Page } from '@playwright/test'

/** What the server says of a machine; the copies differ in name and line. */
type Named = Record<string, unknown>
type Answer = Record<string, Named[]>

const perLine = 10

/** From here on the client of the page has so many machines: copies of those of the demo, ten on a line. */
export async function multiplyMachines(page: Page, count: number) {
  let own: string[] = []
  const copiesOf = <Each>(all: readonly Each[], copy: (one: Each, suffix: string) => Each) =>
    Array.from({ length: count }, (_, place) => {
      const one = all[place % all.length]
      if (one === undefined) throw new Error('The client has no machines.')
      const round = Math.floor(place / all.length)
      return copy(one, round === 0 ? '' : `-${round}`)
    })
  await page.route('**/api/admin/client_machines/*', async (route) => {
    const { machines = [] }: Answer = await (await route.fetch()).json()
    own = machines.map(({ machineId }) => String(machineId))
    const copies = copiesOf(machines, (one, suffix) => ({
      ...one,
      machineId: `${one.machineId}${suffix}`,
    }))
    const inLines = copies.map((one, place) => ({
      ...one,
      lineName: `Line ${1 + Math.floor(place / perLine)}`,
    }))
    await route.fulfill({ json: { machines: inLines } })
  })
  await page.route('**/api/admin/machinesData', async (route) => {
    const postData = { ...route.request().postDataJSON(), machinesIdArray: own }
    const answer: Answer = await (await route.fetch({ postData })).json()
    const dataArray = copiesOf(answer.dataArray ?? [], (one, suffix) => {
      const name = `${one.machineId}${suffix}`
      return { ...one, machineId: name, Machine_ID: name }
    })
    await route.fulfill({ json: { ...answer, dataArray } })
  })
  // The push knows only the machines of the demo.
  await page.route('**/machines-live/**', (route) => route.abort())
}
