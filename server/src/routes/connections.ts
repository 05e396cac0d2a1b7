import {
  updateConnection as changeCall,
  confirmDictionary as confirmCall,
  distrustCertificate as distrustCall,
  connectionFound as foundCall,
  type RecentMessageWire,
  machineConnection as readCall,
  connectionMessages as recentCall,
  machineToken as tokenCall,
  trustCertificate as trustCall,
} from '@packboard/contract'
import { dictionaryFinding } from '@packboard/ingest'
import {
  changeConnection,
  confirmDictionary,
  machineConnection,
  machineToken,
  machineTokenMadeAt,
  refusedSignIns,
  trustCertificate,
} from '@packboard/management'
import { AppError, type ClientScope, quarantineMends, refusedField } from '@packboard/model'
import { ofClient } from '@packboard/telemetry/elsewhere'
import {
  heardAt,
  machineNow,
  quarantineCounts,
  type RecentMessage,
  recentMessages,
  reportedNumbers,
} from '@packboard/telemetry/read'
import { messageLimits } from '@packboard/telemetry/write'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { ClusterDeps } from '../cluster/cluster.ts'
import { opcUaFound } from '../cluster/opcUaFound.ts'
import { addressFault } from '../csv/readMachineCsv.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { lightOf, type StoredOfMachine } from './connectionLight.ts'
import { adviceOf, type Refusal } from './sources.ts'

const second = 1_000
const day = 86_400 * second

/** How each machine sends (D44). */
export function connectionRoutes(
  app: App,
  deps: Deps & ClusterDeps,
  access: Access,
  gate: QueryGate,
) {
  const route = routesOf(app, 'Panel: connections')

  const { management, telemetry, config } = deps

  route(readCall, 'manageInstallation', async (request) => {
    const scope = access.panel(access.actor(request))
    const { id } = request.params
    const {
      holdMs,
      ofType,
      connector,
      clientId: _,
      confirmedAt: __,
      confirmedBy: ___,
      ...connection
    } = await machineConnection(management, scope, id)
    return {
      ...connection,
      tokenMadeAt: await machineTokenMadeAt(management, scope, id),
      door: connector,
      holdSeconds: holdMs === null ? null : holdMs / second,
      ofType: { holdSeconds: ofType.holdMs / second, designPpm: ofType.designPpm },
      reach: deps.network.reach,
    }
  })

  route(recentCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    const { id } = request.params
    const stored = await machineConnection(management, access.panel(actor), id)
    const { clientId } = stored
    const scope = await access.scope(actor, clientId)
    const { since, reported, ...remembered } = ofClient(clientId, () => ({
      ...recentMessages(telemetry, scope, id),
      reported: reportedNumbers(telemetry, scope, id),
    }))
    const now = deps.now()
    const holdMs = stored.holdMs ?? stored.ofType.holdMs
    const refusals = { name: stored.serialNo, since: new Date(now - day) }
    const [inStore, refused] = await Promise.all([
      gate.askLive(actor, scope, () => storedOfMachine(deps, scope, id, now)),
      refusedSignIns(management, scope, refusals),
    ])
    const { messages } = remembered
    return {
      since: new Date(since),
      ...lightOf(remembered, inStore, { now, holdMs }),
      refusedSignIns: refused,
      finding: dictionaryFinding(stored, reported),
      messages: messages.map(connectionMessage),
    }
  })

  route(changeCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    const { holdSeconds, address, dictionary, designPpm, door, version, opcUa } = request.body
    const set = address ? address : null
    const message = addressFault(door, set, config)
    if (message) throw new AppError('request.invalid', { fields: [{ field: 'address', message }] })
    await changeConnection(management, actor, access.panel(actor), request.params.id, {
      connector: door,
      address: set,
      dictionary: dictionary ?? null,
      holdMs: holdSeconds == null ? null : holdSeconds * second,
      designPpm: designPpm ?? null,
      opcUa: door === 'opcua' ? (opcUa ?? { security: 'strongest' }) : null,
      version,
    })
    return { message: 'Success!' }
  })

  route(confirmCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    const { id } = request.params
    await confirmDictionary(management, actor, access.panel(actor), id, request.body)
    return { message: 'Success!' }
  })

  opcUaRoutes(route, deps, access)

  route(tokenCall, { caller: 'manageDevices', answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const { id } = request.params
    const made = await machineToken(management, actor, access.panel(actor), id)
    return { message: 'Success!', ...made }
  })
}

/** What was found at the OPC UA server of a machine, and trust in its certificate. */
function opcUaRoutes(route: ReturnType<typeof routesOf>, deps: Deps & ClusterDeps, access: Access) {
  const { management } = deps

  route(foundCall, 'manageInstallation', async (request) => {
    const scope = access.panel(access.actor(request))
    const { id } = request.params
    const { clientId } = await machineConnection(management, scope, id)
    const again = request.query.again === 'yes'
    return { found: await opcUaFound(deps, clientId, id, { again }) }
  })

  route(trustCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    const scope = access.panel(actor)
    const { id } = request.params
    const { clientId } = await machineConnection(management, scope, id)
    const shown = (await opcUaFound(deps, clientId, id, { again: false }))?.certificate
    // What a person compared is what is trusted, and nothing that the server shows since.
    if (shown?.fingerprint !== request.body.fingerprint) {
      throw refusedField(
        'fingerprint',
        'The server does not show this certificate now. Compare the fingerprint again.',
      )
    }
    const { fingerprint, subject, validFrom, validTo } = shown
    await trustCertificate(management, actor, scope, id, {
      ...{ fingerprint, subject },
      ...{ validFrom: validFrom.toISOString(), validTo: validTo.toISOString() },
    })
    return { message: 'Success!' }
  })

  route(distrustCall, 'manageInstallation', async (request) => {
    const actor = access.actor(request)
    await trustCertificate(management, actor, access.panel(actor), request.params.id, null)
    return { message: 'Success!' }
  })
}

async function storedOfMachine(
  { telemetry }: Pick<Deps, 'telemetry'>,
  scope: ClientScope,
  id: number,
  now: number,
): Promise<StoredOfMachine> {
  const [moment] = await machineNow(telemetry, scope, { machineIds: [id], at: new Date(now) })
  const heard = heardAt(telemetry, scope, id)
  const isOffline = moment?.offline !== false
  const since = new Date(now - day)
  // Of history that was imported up to now the card is LIVE, and nothing was heard.
  const isGreen = heard !== null && !isOffline
  const counts = isGreen ? [] : await quarantineCounts(telemetry, scope, { since })
  const refused = counts.find(({ machineId }) => machineId === id)?.records ?? 0
  return { heardAt: heard, isOffline, refused }
}

function connectionMessage(message: RecentMessage): RecentMessageWire {
  const { no, receivedAt, source, topic, became, timeOfMessage = false } = message
  const raw = message.raw()
  return {
    no,
    receivedAt: new Date(receivedAt),
    source,
    topic: topic ?? null,
    raw: raw.slice(0, messageLimits.characters),
    isCut: raw.length > messageLimits.characters,
    timeOfMessage,
    became,
    why: message.became === 'quarantined' ? whyOf(message) : null,
  }
}

function whyOf({ topic, reason, detail }: { readonly topic?: string | undefined } & Refusal) {
  const advice = adviceOf({ topic, reason, detail })
  return { reason, detail, advice, mend: quarantineMends[advice] } as const
}
