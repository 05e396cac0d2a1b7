import { FrameGuard } from '../broker/tlsListener.ts'
import { namespace, payloadBytes } from '../connectors/sparkplug/topic.ts'
import type { UnassignedDevices } from '../connectors/sparkplug/unassigned.ts'
import { silentLog } from '../log.ts'
import { connectToPlant, type PlantConnectionOptions } from './plantConnection.ts'

/** Every birth at the broker, also of edge nodes that no machine names, which the host of Sparkplug B does not hear. */
const filters = [`${namespace}/+/NBIRTH/+`, `${namespace}/+/DBIRTH/+/+`]
/** The largest birth that is read anywhere, and its topic: more would lie in memory until it is whole. */
const packetBytes = payloadBytes + 65_536
/** A broker that allows no such subscription may end the connection with it: so many in a row end the watch. */
const tries = 3

/**
 * Hears of all births at the broker of the plant, to list what no machine is set to; of each nothing but the topic is looked at. It has a
 * connection of its own, which a broker that allows no such subscription and a packet that is too large end, and no other one.
 */
export function openBirthWatch(
  options: PlantConnectionOptions & {
    readonly clientId: string
    readonly births: Pick<UnassignedDevices, 'sawBirth'>
  },
): { close(): Promise<void> } {
  const { clientId, births, now, log } = options
  // What is wrong with the broker the connections that read records log.
  const { client } = connectToPlant({ ...options, log: silentLog }, 'births', {
    ...{ clientId, clean: true, resubscribe: false },
  })
  let refused = 0
  client.on('connect', () => {
    const { stream } = client
    const guard = new FrameGuard(packetBytes)
    stream.on('data', (bytes: Uint8Array) => {
      if (!guard.accepts(bytes)) stream.destroy()
    })
    // Those that come while Packboard is away are not waited for.
    client.subscribe(filters, { qos: 0 }, (error) => {
      refused = error ? refused + 1 : 0
      if (refused < tries || client.disconnecting) return
      log.info({ err: error }, 'The external broker lets no births of Sparkplug B be listed')
      client.end(true)
    })
  })
  client.handleMessage = ({ topic, retain }, done) => {
    if (!retain) births.sawBirth(topic, now())
    done()
  }
  return { close: () => client.endAsync(true) }
}
