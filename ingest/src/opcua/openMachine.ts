import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOpcUaAddress } from '@packboard/contract'
import {
  AttributeIds,
  ClientMonitoredItem,
  ClientMonitoredItemGroup,
  type ClientSession,
  type ClientSubscription,
  coerceNodeId,
  constructEventFilter,
  type DataValue,
  type NodeId,
  type OPCUAClient,
  ofType,
  TimestampsToReturn,
  type Variant,
} from 'node-opcua-client'
import type { Incoming } from '../connector.ts'
import type { OpcUaSetting } from '../directory.ts'
import type { Alarms } from '../packml/alarms.ts'
import type { AllowedHosts } from './allowedHosts.ts'
import type { Certificates } from './certificates.ts'
import {
  chooseMachine,
  eventsOfServer,
  findMachines,
  findNotifier,
  nodesBelow,
} from './findMachines.ts'
import { OpcUaFailure, type OpcUaFound } from './found.ts'
import { gather } from './gather.ts'
import * as limits from './limits.ts'
import {
  cumulativeTime,
  packmlModel,
  weihenstephanModel,
  withDataPoints,
  wsState,
} from './machineModel.ts'
import { MachineReader } from './machineReader.ts'
import { openSession } from './openSession.ts'
import { readStateMachines } from './stateMachines.ts'
import { type Below, boundedValue, fieldOf, readValues, shortText } from './values.ts'

const clockOfServer = coerceNodeId('i=2258')
const alarmConditions = coerceNodeId('i=2915')
const eventFields = [
  'ConditionId',
  'SourceName',
  'ConditionName',
  'Message',
  'ActiveState.Id',
  'Retain',
  'Time',
]

/** A machine whose subscription is served. */
export type Life = {
  /** Rejects when it ends, with the reason. */
  readonly ended: Promise<never>
  /** The server has spoken within the last two of its keep-alives, and knows the state of the machine. */
  isAlive(): boolean
  /** `connecting` also while a connection that broke is being repaired. */
  status(): 'connecting' | 'served' | 'stale'
  close(): Promise<void>
}

/** Connects to the server of a machine, finds the machine in it, and subscribes to what it says. Writes and calls nothing. */
export async function openMachine(options: {
  readonly serialNo: string
  readonly holdMs: number
  readonly setting: OpcUaSetting
  readonly timing: limits.Timing
  readonly hosts: AllowedHosts
  readonly certificates: Certificates
  readonly alarms: Alarms
  readonly now: () => number
  /** Ends the opening. */
  readonly ending: AbortSignal
  readonly report: (found: Partial<OpcUaFound>) => void
  readonly bring: (records: readonly Incoming[], receivedAt: number) => void
}): Promise<Life> {
  const { setting, now, report } = options
  // Its listeners would wait for ever for what has happened.
  options.ending.throwIfAborted()
  const address = readOpcUaAddress(setting.address)
  if (!address) throw new OpcUaFailure('failed', `${setting.address} is no address of OPC UA.`)

  let current: OPCUAClient | undefined
  let isClosed = false
  const close = async () => {
    isClosed = true
    // A server that answers nothing is not waited for.
    await Promise.race([
      current?.disconnect().catch(() => undefined),
      sleep(limits.partingMs, undefined, { ref: false }),
    ])
  }
  const over = new AbortController()
  const givenUp = new Promise<never>((_resolve, reject) => {
    options.ending.addEventListener(
      'abort',
      () => {
        void close()
        reject(
          new OpcUaFailure('failed', 'The server did not say how the machine is within a minute.'),
        )
      },
      { once: true, signal: over.signal },
    )
  })
  const opening = open(address)
  try {
    // A request that was on its way when its session was closed is never answered by the library.
    return await Promise.race([opening, givenUp])
  } catch (error) {
    opening.then(
      (late) => late.close(),
      () => undefined,
    )
    await close()
    throw error
  } finally {
    over.abort()
  }

  async function open({ path, ...server }: NonNullable<typeof address>): Promise<Life> {
    const opened = await openSession({
      ...server,
      ...options,
      now: now(),
      shown: (certificate) => report({ certificate }),
      opening(client) {
        current = client
        if (isClosed) void close()
      },
    })
    report({ security: opened.security, server: opened.server })
    const { reader, notifier } = await find(opened.session, path, options)
    // With them the library reads how their structures are built. At the first message that has one it would be too late:
    // when that fails there, nobody waits for the outcome.
    await readValues(
      opened.session,
      reader.reader.variables.map(({ node }) => node),
    )
    return subscribe({ ...options, ...opened, ...reader, notifier, close })
  }
}

type Options = Parameters<typeof openMachine>[0]
type Clock = { aheadMs: number }

/** Finds the machine and what of it can be read. */
async function find(session: ClientSession, path: readonly string[], options: Options) {
  const { serialNo, setting, alarms, report } = options
  const machines = await findMachines(session)
  report({ machines: machines.map((one) => one.path.join('/')) })
  const chosen = chooseMachine(machines, path)
  const isWs = chosen.model === 'weihenstephan'
  const all = await nodesBelow(session, chosen.node)
  const below = isWs ? withDataPoints(all) : all
  const model = isWs ? weihenstephanModel(below, await isPerHour(session, below)) : packmlModel
  const statePath = [...all.keys()].find((path) => path.split('/').at(-1) === wsState)
  const machine = await readStateMachines(session, all, isWs ? statePath : undefined)
  if (!machine) {
    throw new OpcUaFailure(
      'noPackML',
      'The PackML object of the server has no current state: publish its BaseStateMachine.',
    )
  }
  const { own, server } = await findNotifier(session, chosen)
  // What a machine sends itself; else its array; else what the server sends, when there is nobody else in it.
  const hasAlarms = model
    .alarmNodes(below, true)
    .some((name) => isAlarmNode(name) && below.has(name))
  const notifier =
    own ?? (!hasAlarms && server && machines.length === 1 ? eventsOfServer : undefined)
  const from = notifier ? 'conditions' : hasAlarms ? 'array' : 'none'
  const clock: Clock = { aheadMs: await clockAhead(session, options.now) }
  const reader = new MachineReader({
    ...{ serialNo, below, model, machine, alarms, alarmsFrom: from },
    dictionary: setting.dictionary,
    clockAheadMs: () => clock.aheadMs,
  })
  report({
    machine: chosen.path.join('/'),
    parts: model.parts.map((name) => ({ name, isThere: below.has(name) })),
    alarms: from,
    clockAheadMs: clock.aheadMs,
  })
  return { reader: { reader, clock }, notifier }
}

/** Beside the list of alarms PackML has one of stop reasons, which is there also where alarms are conditions. */
const isAlarmNode = (name: string) => !name.startsWith('Admin/') || name === 'Admin/Alarm'

/** Whether a server of Weihenstephan says that the unit of its speeds is an hour's. */
async function isPerHour(session: ClientSession, below: Below): Promise<boolean> {
  const path = [...below.keys()].find((one) => one.endsWith('WS_Cur_Mach_Spd/EngineeringUnits'))
  const node = path === undefined ? undefined : below.get(path)
  if (!node) return false
  const [value] = await readValues(session, [node])
  const unit = fieldOf(value?.value?.value, 'DisplayName')
  return /(\/\s*h|per hour)\s*$/i.test(shortText(unit))
}

async function clockAhead(session: ClientSession, now: () => number): Promise<number> {
  const before = now()
  const [value] = await readValues(session, [clockOfServer])
  const time: unknown = value?.value?.value
  return time instanceof Date ? Math.round(time.getTime() - (before + now()) / 2) : 0
}

async function subscribe(
  options: Options & {
    readonly client: OPCUAClient
    readonly session: ClientSession
    readonly reader: MachineReader
    readonly clock: Clock
    readonly notifier: NodeId | undefined
    close(): Promise<void>
  },
): Promise<Life> {
  const { client, session, reader, clock, now, report, bring } = options
  const keepAliveMs = Math.min(limits.keepAliveMs, Math.max(1_000, options.holdMs / 3))
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: limits.publishMs,
    requestedMaxKeepAliveCount: Math.round(keepAliveMs / limits.publishMs),
    requestedLifetimeCount: Math.round(limits.sessionMs / limits.publishMs),
    maxNotificationsPerPublish: limits.notificationsPerPublish,
    publishingEnabled: true,
    priority: 1,
  })
  const ofSession = session.sessionId.toString()
  const ofSubscription = subscription.subscriptionId
  /** After a repair that made the session anew its nodes may be others. */
  const isSame = () =>
    session.sessionId.toString() === ofSession && subscription.subscriptionId === ofSubscription

  let heardAt = performance.now()
  const heard = () => {
    heardAt = performance.now()
  }
  const keptMs = subscription.publishingInterval * subscription.maxKeepAliveCount
  let fail: (error: OpcUaFailure) => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  ended.catch(() => undefined)
  const lost = (why: string) => fail(new OpcUaFailure('lost', why))

  subscription.on('raw_notification', heard)
  subscription.on('terminated', () => lost('The server has ended the subscription.'))
  subscription.on('status_changed', () => lost('The server has ended the subscription.'))
  session.on('session_closed', () => lost('The server has ended the session.'))
  let repair: NodeJS.Timeout | undefined
  client.on('connection_lost', () => {
    clearTimeout(repair)
    repair = setTimeout(() => lost('The connection broke.'), options.timing.repair)
    repair.unref()
  })
  client.on('connection_reestablished', () => {
    clearTimeout(repair)
    repair = undefined
    if (isSame()) heard()
    else lost('The server has started again.')
  })
  client.on('close', () => lost('The connection broke.'))

  const gathered = gather((given, isFirst, receivedAt) => {
    if (!isSame()) return lost('The server has started again.')
    bring(isFirst ? reader.first(given, receivedAt) : reader.changed(given, receivedAt), receivedAt)
  }, now)
  // A state may last for some milliseconds: the server notes each.
  await monitor(subscription, reader.stateNodes, 0, gathered.take)
  for (const isGrowing of [false, true]) {
    const nodes = reader.variables.flatMap(({ name, node }) =>
      (name === cumulativeTime) === isGrowing ? [node] : [],
    )
    const every = isGrowing ? limits.growingMs : limits.publishMs
    await monitor(subscription, nodes, every, gathered.take)
  }
  if (options.notifier) await monitorEvents(subscription, options.notifier, reader, bring, now)
  gathered.begin(
    new Set([...reader.stateNodes, ...reader.variables.map(({ node }) => node)].map(String)).size,
  )

  const watch = setInterval(() => {
    if (performance.now() - heardAt > Math.max(3 * keptMs, 3_000) && repair === undefined) {
      lost('The server sends nothing any more.')
    }
  }, 1_000)
  const clocks = setInterval(() => {
    clockAhead(session, now).then(
      (aheadMs) => {
        clock.aheadMs = aheadMs
        report({ clockAheadMs: aheadMs })
      },
      () => undefined,
    )
  }, limits.clockMs)
  watch.unref()
  clocks.unref()
  const stop = () => {
    clearInterval(watch)
    clearInterval(clocks)
    clearTimeout(repair)
    gathered.stop()
  }
  ended.catch(stop)
  return {
    ended,
    status() {
      if (repair !== undefined || !reader.hasValues()) return 'connecting'
      return reader.isFresh() ? 'served' : 'stale'
    },
    isAlive: () =>
      repair === undefined && reader.isFresh() && performance.now() - heardAt <= 2 * keptMs,
    async close() {
      stop()
      await options.close()
    },
  }
}

async function monitor(
  subscription: ClientSubscription,
  nodes: readonly NodeId[],
  samplingInterval: number,
  take: (node: NodeId, value: DataValue) => void,
): Promise<void> {
  if (nodes.length === 0) return
  const group = ClientMonitoredItemGroup.create(
    subscription,
    nodes.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value })),
    { samplingInterval, queueSize: limits.queueSize, discardOldest: true },
    TimestampsToReturn.Both,
  )
  group.on('changed', (_item, value, index) => {
    const node = nodes[index]
    if (node) take(node, boundedValue(value))
  })
  await new Promise<void>((resolve, reject) => {
    group.on('initialized', resolve)
    group.on('err', (message) => reject(new OpcUaFailure('failed', message)))
  })
}

/** The name of a condition, which is remembered while it is raised: of a long one its hash. */
function nameOf(condition: unknown): string {
  const name = String(condition)
  if (name.length <= limits.textCharacters) return name
  return createHash('sha256').update(name).digest('hex')
}

/** Reads alarm conditions by their events alone. `ConditionRefresh` is a method, and none is called. */
async function monitorEvents(
  subscription: ClientSubscription,
  notifier: NodeId,
  reader: MachineReader,
  bring: Options['bring'],
  now: () => number,
): Promise<void> {
  const item = ClientMonitoredItem.create(
    subscription,
    { nodeId: notifier, attributeId: AttributeIds.EventNotifier },
    {
      filter: constructEventFilter(eventFields, ofType(alarmConditions)),
      queueSize: limits.queueSize,
      discardOldest: true,
    },
    TimestampsToReturn.Both,
  )
  item.on('changed', (fields: Variant[]) => {
    const [condition, sourceName, conditionName, message, active, retain, time] = fields.map(
      ({ value }): unknown => value,
    )
    const receivedAt = now()
    bring(
      reader.event({
        condition: nameOf(condition ?? `${shortText(sourceName)} ${shortText(conditionName)}`),
        // Some servers write the number of its namespace before the name; it changes.
        sourceName: shortText(sourceName).replace(/^\d+:/, '').slice(0, 64),
        conditionName: shortText(conditionName).slice(0, 64),
        message: shortText(message),
        isActive: active === true && retain !== false,
        at: time instanceof Date ? time.getTime() : receivedAt,
      }),
      receivedAt,
    )
  })
  await new Promise<void>((resolve, reject) => {
    item.on('initialized', resolve)
    item.on('err', (message: string) => reject(new OpcUaFailure('failed', message)))
  })
}
