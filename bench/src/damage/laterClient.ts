import { sendByHttp } from './load.ts'
import type { ServedPackboard } from './servedPackboard.ts'

type Added = { readonly id?: number; readonly token?: string }

/** A client that is added after the older copy was made, with a machine that sends. */
export class LaterClient {
  readonly #id: number

  private constructor(id: number) {
    this.#id = id
  }

  static async add(packboard: ServedPackboard): Promise<LaterClient> {
    const id = await addClient(packboard, 'Later GmbH', 'LATER-1')
    return new LaterClient(id)
  }

  /** A client that is added after an older copy went on must not see anything of one that the copy lacks. */
  async faultsAfterOlderCopy(packboard: ServedPackboard): Promise<string[]> {
    const faults: string[] = []
    const id = await addClient(packboard, 'Newest Ltd', 'NEWEST-1', false)
    if (id === this.#id) faults.push('a new client has the id of one that the older copy lacks')
    const day = new Date().toISOString().slice(0, 10)
    const answer = await packboard.call(
      `/api/production_chart_data/products_pie_chart?clientId=${id}&start_date=${day}&end_date=${day}`,
    )
    const text = await answer.text()
    if (!answer.ok || text.includes('Secret')) faults.push(`a new client is shown ${text}`)
    return faults
  }
}

async function addClient(
  packboard: ServedPackboard,
  name: string,
  machine: string,
  sends = true,
): Promise<number> {
  const client = await post(packboard, '/api/admin/client', { name, subscriptionId: 1 })
  const clientId = client.id ?? 0
  await post(packboard, '/api/admin/machine', { clientId, machineTypeId: 1, machineId: machine })
  const { token } = await post(packboard, '/api/admin/device', {
    clientId,
    name: machine,
    machines: [machine],
  })
  if (sends) {
    const record = { kind: 'sample', serialNo: machine, time: Date.now(), state: 10 }
    const products = [1, 2, 3].map((n) => ({
      ...record,
      time: record.time + n,
      product: 'Secret of Later GmbH',
      packs: 1_000 - n,
    }))
    if (!(await sendByHttp(packboard, machine, products, token)))
      throw new Error('not acknowledged')
  }
  return clientId
}

async function post(packboard: ServedPackboard, path: string, body: object): Promise<Added> {
  const answer = await packboard.call(path, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
