import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressSpace, Namespace, UAObject, UAVariable } from 'node-opcua-address-space'
import { OPCUACertificateManager } from 'node-opcua-certificate-manager'
import {
  DataType,
  MessageSecurityMode,
  NodeId,
  SecurityPolicy,
  type StatusCode,
  StatusCodes,
  setErrorLogger,
  setWarningLogger,
} from 'node-opcua-client'
import { nodesets } from 'node-opcua-nodesets'
import { OPCUAServer, type ServerSession } from 'node-opcua-server'

setWarningLogger(() => undefined)
setErrorLogger(() => undefined)

const packml = 'http://opcfoundation.org/UA/PackML/'
/** Requests that only read, beside those of session, subscription and discovery. */
const reading =
  /^(Get|Find|OpenSecure|CloseSecure|Create|Activate|Close|Read|Browse|TranslateBrowse|Publish|Republish|Modify|SetPublishing|Delete|Transfer)/

type Options = {
  readonly port?: number
  /** Machines by name; the first one is what `say` and the rest speak of. */
  readonly machines?: readonly string[]
  /** Other models are loaded before PackML, which then has another namespace index. */
  readonly before?: readonly string[]
  /** Alarm conditions beside the array. */
  readonly conditions?: boolean
  readonly users?: Readonly<Record<string, string>>
  /** It offers no security. */
  readonly plainOnly?: boolean
  /** User tokens of secure endpoints have the policy None: the channel alone hides a password. */
  readonly plainTokens?: boolean
  /** The certificate and the key of an earlier one are kept here. */
  readonly pki?: string
}

type Count = { readonly count: number; readonly total: number }
type Alarm = {
  readonly id: number
  readonly message: string
  readonly raisedAt: Date
  readonly trigger?: boolean
}

const outer = {
  Aborted: 'base',
  Aborting: 'base',
  Stopped: 'machine',
  Stopping: 'machine',
} as const

/** A real OPC UA server with the PackML model of the OPC Foundation. It notes what would have changed something in it. */
export async function packmlServer(options: Options = {}) {
  const pki = options.pki ?? (await mkdtemp(join(tmpdir(), 'packml-server-')))
  const { machines = ['Line 1'], users } = options
  const server = new OPCUAServer({
    port: options.port ?? 0,
    nodeset_filename: [nodesets.standard, ...(options.before ?? []), nodesets.packML],
    serverCertificateManager: new OPCUACertificateManager({
      rootFolder: pki,
      automaticallyAcceptUnknownCertificate: true,
    }),
    userCertificateManager: new OPCUACertificateManager({ rootFolder: join(pki, 'users') }),
    allowAnonymous: users === undefined,
    ...(options.plainOnly && { securityModes: [MessageSecurityMode.None] }),
    ...(users && {
      userManager: {
        isValidUser: (name: string, password: string) => users[name] === password,
      },
    }),
    serverInfo: { applicationName: { text: 'Wrapper 7' } },
  })
  /** Requests that would have changed something. */
  const changing: string[] = []
  server.on('request', (request: object) => {
    const { name } = request.constructor
    if (!reading.test(name)) changing.push(name)
  })
  const sessions: ServerSession[] = []
  server.on('create_session', (session) => sessions.push(session))
  await server.initialize()
  const space = server.engine.addressSpace
  if (!space) throw new Error('no address space')
  const own = space.getOwnNamespace()
  const index = space.getNamespaceIndex(packml)
  if (options.conditions) space.installAlarmsAndConditionsService()
  const hall = own.addFolder(space.rootFolder.objects, { browseName: 'Hall 2' })
  // Numbers of nodes are others, too.
  if (options.before) own.addObject({ browseName: 'Spare', organizedBy: hall })
  const all = machines.map((browseName) => addMachine(space, own, hall, index, browseName, options))
  await server.start()
  if (options.plainTokens) {
    const described = server.endpoints.flatMap((endpoint) => endpoint.endpointDescriptions())
    for (const { userIdentityTokens } of described) {
      for (const token of userIdentityTokens ?? []) token.securityPolicyUri = SecurityPolicy.None
    }
  }
  const [machine] = all
  if (!machine) throw new Error('no machine')
  const port = server.endpoints[0]?.port ?? 0
  return {
    ...machine,
    machines: all,
    changing,
    pki,
    port,
    server,
    url: `opc.tcp://127.0.0.1:${port}`,
    sessions: () => server.currentSessionCount,
    /** Ends every subscription, as a server does that lost them. */
    dropSubscriptions() {
      for (const session of sessions.filter((one) => one.publishEngine)) {
        for (const { id } of session.publishEngine.subscriptions) session.deleteSubscription(id)
      }
    },
    async close(keepFiles = false) {
      await server.shutdown(0)
      if (!keepFiles) await rm(pki, { recursive: true, force: true })
    },
  }
}
export type PackmlServer = Awaited<ReturnType<typeof packmlServer>>

function addMachine(
  space: AddressSpace,
  own: Namespace,
  hall: UAObject,
  index: number,
  browseName: string,
  { conditions = false }: Options,
) {
  const type = space.findObjectType('PackMLBaseObjectType', index)
  if (!type) throw new Error('no PackML')
  const machine = type.instantiate({
    browseName,
    organizedBy: hall,
    optionals: [
      'Alarm',
      'ProdProcessedCount',
      'ProdDefectiveCount',
      'AlarmExtent',
      'StopReason',
      'Product',
    ].map((name) => `${name === 'Product' ? 'Status' : 'Admin'}.${name}`),
    ...(conditions && { eventSourceOf: space.rootFolder.objects.server }),
  })
  if (conditions) machine.setEventNotifier(1)
  const child = (parent: UAObject, name: string) => {
    const found = parent.getChildByName(name, index) ?? parent.getChildByName(name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  const object = (parent: UAObject, name: string) => child(parent, name) as UAObject
  const [status, admin] = [object(machine, 'Status'), object(machine, 'Admin')]
  const base = object(machine, 'BaseStateMachine')
  const inner = object(base, 'MachineState')
  const innermost = object(inner, 'ExecuteState')
  const variable = (parent: UAObject, name: string) => child(parent, name) as UAVariable
  const structure = (name: string) => space.findDataType(name, index)

  function setState(of: UAObject, name: string | undefined, at: Date, quality: StatusCode) {
    const current = variable(of, 'CurrentState')
    const id = current.getPropertyByName('Id') as UAVariable
    const code = name === undefined ? StatusCodes.BadStateNotActive : quality
    current.setValueFromSource(
      { dataType: DataType.LocalizedText, value: { text: name ?? '' } },
      code,
      at,
    )
    id.setValueFromSource(
      {
        dataType: DataType.NodeId,
        value: name === undefined ? NodeId.nullNodeId : stateNode(of, name),
      },
      code,
      at,
    )
  }
  function stateNode(of: UAObject, name: string): NodeId {
    const found = of.typeDefinitionObj.getChildByName(name, index)
    if (!found) throw new Error(`no state ${name}`)
    return found.nodeId
  }

  const machineOf = {
    /** Sets the three state machines as a server of a machine does. */
    say(state: string, at = new Date(), quality: StatusCode = StatusCodes.Good) {
      const place = Object.entries(outer).find(([name]) => name === state)?.[1] ?? 'execute'
      setState(base, place === 'base' ? state : 'Cleared', at, quality)
      setState(
        inner,
        place === 'base' ? undefined : place === 'machine' ? state : 'Running',
        at,
        quality,
      )
      setState(innermost, place === 'execute' ? state : undefined, at, quality)
    },
    speed(value: number, at = new Date()) {
      variable(status, 'CurMachSpeed').setValueFromSource(
        { dataType: DataType.Float, value },
        StatusCodes.Good,
        at,
      )
    },
    count(
      name: 'ProdProcessedCount' | 'ProdDefectiveCount',
      { count, total }: Count,
      at = new Date(),
    ) {
      const type = structure('PackMLCountDataType')
      const value = type && space.constructExtensionObject(type, { ID: 1, count, accCount: total })
      variable(admin, name).setValueFromSource(
        { dataType: DataType.ExtensionObject, value },
        StatusCodes.Good,
        at,
      )
    },
    alarms(list: readonly Alarm[], at = new Date()) {
      const type = structure('PackMLAlarmDataType')
      const value = list.map(
        ({ id, message, raisedAt, trigger = true }) =>
          type &&
          space.constructExtensionObject(type, {
            ID: id,
            message,
            category: 3,
            dateTime: raisedAt,
            trigger,
          }),
      )
      const node = variable(admin, 'Alarm')
      node.valueRank = 1
      node.setValueFromSource(
        { dataType: DataType.ExtensionObject, arrayType: 1, value },
        StatusCodes.Good,
        at,
      )
    },
    condition(name: string) {
      const alarm = own.instantiateAlarmCondition('AlarmConditionType', {
        browseName: name,
        conditionName: name,
        conditionSource: machine,
        componentOf: machine,
        inputNode: variable(status, 'CurMachSpeed'),
        optionals: ['ConfirmedState', 'Confirm'],
      } as never)
      return {
        raise: (message: string) => {
          alarm.activateAlarm()
          alarm.raiseNewCondition({ message, severity: 500, retain: true })
        },
        clear: (message: string) => {
          alarm.deactivateAlarm(false)
          alarm.raiseNewCondition({ message, severity: 500, retain: false })
        },
      }
    },
  }
  machineOf.say('Stopped')
  machineOf.speed(0)
  return machineOf
}
