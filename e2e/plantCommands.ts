import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Journeys run in processes of their own; through this small server on loopback they call the process that started
 * the plant to pass a command on, such as `silence FW-101`.
 */
export async function listenForCommands(plant: ChildProcess | undefined) {
  const endpoint = createServer((request, response) => {
    let command = ''
    request.on('data', (part) => {
      command += part
    })
    request.on('end', () => {
      plant?.send(command)
      response.end()
    })
  })
  await new Promise<void>((done) => endpoint.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`,
    close: () => endpoint.close(),
  }
}

/** Sends one command to the plant: `stop-connection FW-101`, `silence FW-101`, `resume FW-101`, `state FW-101 13`. */
export async function commandPlant(command: string) {
  await fetch(process.env.PACKBOARD_E2E_PLANT!, { method: 'POST', body: command })
}
