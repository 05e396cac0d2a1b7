import { liveMachines, machineNow as machineNowShape } from '@packboard/contract'
import { AppError } from '@packboard/model'
import { type MachineMoment, machineNow, watchClient } from '@packboard/telemetry/read'
import type { Access } from '../access/access.ts'
import { viewerKey } from '../access/actor.ts'
import { declare, onLinks, readBy } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import type { LiveStreams } from '../http/liveStreams.ts'
import { neverHeardOf } from './machinesData.ts'
import { machineNowWire } from './overviewWire.ts'

/** What comes later than this does not hold up the picture with which a stream begins: it may be months that pour in. */
const presentMs = 86_400_000

/**
 * The push: the present state of the machines of one client, or of one of them, sent within a second (D29). A page of one machine
 * would otherwise be woken by the reports of all others.
 */
export function liveRoutes(
  app: App,
  deps: Deps,
  access: Access,
  gate: QueryGate,
  streams: LiveStreams,
) {
  const declared = declare(liveMachines, 'Overview', { ...readBy('machines'), ...onLinks })
  app.route({
    ...declared,
    // HEAD would open a stream that nobody reads.
    exposeHeadRoute: false,
    schema: { ...declared.schema, produces: ['text/event-stream'] },
    async handler(request, reply) {
      const viewer = access.viewer(request)
      const scope = await access.scope(viewer, request.params.clientId)
      streams.checkRoom(viewerKey(viewer))

      const all = await access.machines(scope)
      const { machineId: only } = request.query
      const machines = only === undefined ? all : all.filter(({ serialNo }) => serialNo === only)
      if (only !== undefined && machines.length === 0) throw new AppError('machine.notFound')
      const serialOf = new Map(machines.map((machine) => [machine.id, machine.serialNo]))
      // Subscribed before the first state is queried, so that no change in between is lost.
      const early = new Map<number, MachineMoment>()
      let report: (moment: MachineMoment) => void = (moment) => early.set(moment.machineId, moment)
      let older: () => void = () => undefined
      const unwatch = watchClient(deps.telemetry, scope, (event) => {
        if (event.kind === 'older') older()
        else report(event.moment)
      })

      let picture: MachineMoment[]
      try {
        picture = await gate.askLive(viewer, scope, () =>
          machineNow(deps.telemetry, scope, {
            machineIds: [...serialOf.keys()],
            at: new Date(deps.now()),
            leavesOutBefore: new Date(deps.now() - presentMs),
          }),
        )
        streams.checkRoom(viewerKey(viewer))
      } catch (error) {
        unwatch()
        throw error
      }

      reply.hijack()
      reply.raw.writeHead(200, {
        ...plainHeaders(reply.getHeaders()),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
        // After the stream nothing else is sent on this connection.
        connection: 'close',
      })
      const stream = streams.open(reply.raw, {
        who: viewerKey(viewer),
        holds: () => access.stillHolds(request, scope),
        machines: machines.length,
      })
      stream.onClose(unwatch)

      const known = new Map(picture.map((moment) => [moment.machineId, moment]))
      const reported = new Map<string, string>()
      // The board also sends its present state to each new watcher: what was sent already is not sent again.
      function send(serialNo: string, moment: MachineMoment) {
        const text = textOf(serialNo, moment)
        if (reported.get(serialNo) === text) return
        reported.set(serialNo, text)
        stream.send('machine', serialNo, text)
      }
      stream.begin(
        'machine',
        machines.map(({ id, serialNo }) => [
          serialNo,
          () => {
            const moment = early.get(id) ?? known.get(id) ?? neverHeardOf(id)
            const text = textOf(serialNo, moment)
            reported.set(serialNo, text)
            return text
          },
        ]),
      )
      older = () => stream.send('older', '', '{}')
      report = (moment) => {
        const serialNo = serialOf.get(moment.machineId)
        if (serialNo !== undefined) return send(serialNo, moment)
        if (only !== undefined) return
        // A machine that was added since: its serial number is looked up once.
        access
          .machines(scope)
          .then((all) => {
            for (const machine of all) serialOf.set(machine.id, machine.serialNo)
            const added = serialOf.get(moment.machineId)
            if (added !== undefined) send(added, moment)
          })
          .catch((error: unknown) =>
            request.log.warn({ err: error }, 'a new machine could not be added to an open stream'),
          )
      }
      return reply
    },
  })
}

/** A moment goes to every stream of its client: its text is made once. */
const texts = new WeakMap<MachineMoment, { readonly serialNo: string; readonly text: string }>()

/** Filtered by the schema of the contract, like every answer. */
function textOf(serialNo: string, moment: MachineMoment): string {
  const known = texts.get(moment)
  if (known?.serialNo === serialNo) return known.text
  const text = JSON.stringify(machineNowShape.encode(machineNowWire(serialNo, moment)))
  texts.set(moment, { serialNo, text })
  return text
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
