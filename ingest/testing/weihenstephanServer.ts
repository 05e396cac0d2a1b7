import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressSpace, Namespace, UAObject, UAVariable } from 'node-opcua-address-space'
import { OPCUACertificateManager } from 'node-opcua-certificate-manager'
import { DataType, MessageSecurityMode, NodeId, StatusCodes } from 'node-opcua-client'
import { nodesets } from 'node-opcua-nodesets'
import { OPCUAServer } from 'node-opcua-server'

const models = {
  packml: 'http://opcfoundation.org/UA/PackML/',
  weihenstephan: 'http://opcfoundation.org/UA/Weihenstephan/',
  dataPoints: 'http://weihenstephan-standards.com/WS/',
}

/** A real OPC UA server with the model of the Weihenstephan Standards (OPC 40600), and one machine. */
export async function weihenstephanServer(speedUnit: string) {
  const pki = await mkdtemp(join(tmpdir(), 'weihenstephan-server-'))
  const server = new OPCUAServer({
    port: 0,
    nodeset_filename: [
      ...[nodesets.standard, nodesets.di, nodesets.ia, nodesets.machinery],
      ...[nodesets.packML, nodesets.weihenstephan],
    ],
    securityModes: [MessageSecurityMode.None],
    serverCertificateManager: new OPCUACertificateManager({ rootFolder: pki }),
    userCertificateManager: new OPCUACertificateManager({ rootFolder: join(pki, 'users') }),
    serverInfo: { applicationName: { text: 'Filler 3' } },
  })
  await server.initialize()
  const space = server.engine.addressSpace
  if (!space) throw new Error('no address space')
  const machine = addMachine(space, space.registerNamespace(models.dataPoints), speedUnit)
  await server.start()
  return {
    ...machine,
    url: `opc.tcp://127.0.0.1:${server.endpoints[0]?.port ?? 0}`,
    async close() {
      await server.shutdown(0)
      await rm(pki, { recursive: true, force: true })
    },
  }
}
export type WeihenstephanServer = Awaited<ReturnType<typeof weihenstephanServer>>

/** Where PackML has a state: in the base machine, in the one of a cleared machine, or in that of a running one. */
const outer: Readonly<Record<string, 'base' | 'machine'>> = {
  ...{ Aborted: 'base', Aborting: 'base', Stopped: 'machine', Stopping: 'machine' },
}
const insideOf = {
  Held: ['EquipmentFailure', 'ExternalFailure'],
  Suspended: ['Lack', 'LackBranchLine', 'Prepared', 'Tailback', 'TailbackBranchLine'],
} as const

function addMachine(space: AddressSpace, points: Namespace, speedUnit: string) {
  const index = space.getNamespaceIndex(models.weihenstephan)
  const typeOf = (name: string) => {
    const type = space.findObjectType(name, index)
    if (!type) throw new Error(`no ${name}`)
    return type
  }
  const machine = points.addObject({
    browseName: 'Filler 3',
    organizedBy: points.addFolder(space.rootFolder.objects, { browseName: 'Machines' }),
  })
  const group = (browseName: string) => points.addObject({ browseName, componentOf: machine })
  const instance = (type: string, browseName: string, componentOf: UAObject) =>
    typeOf(type).instantiate({ browseName, componentOf, namespace: points })

  const states = group('OperatingStates')
  const base = instance('WSBaseStateMachineType', 'WS_Cur_State', states)
  const child = (parent: UAObject, name: string) => {
    const found = parent.getComponentByName(name) ?? parent.getChildByName(name)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  const object = (parent: UAObject, name: string) => child(parent, name) as UAObject
  const variable = (parent: UAObject, name: string) => child(parent, name) as UAVariable
  const inner = object(base, 'MachineState')
  const running = object(inner, 'ExecuteState')
  const inside = {
    Held: instance('WSHeldStateMachineType', 'HeldState', running),
    Suspended: instance('WSSuspendedStateMachineType', 'SuspendedState', running),
  }

  const values = new Map<string, UAVariable>()
  const point = (name: string, parent: UAObject, dataType: DataType) => {
    const variable = points.addVariable({ browseName: name, componentOf: parent, dataType })
    values.set(name, variable)
    return variable
  }
  const unitType = space.findDataType('EUInformation')
  if (!unitType) throw new Error('no EUInformation')
  const measured = group('MeasuredValues')
  const speed = point('WS_Cur_Mach_Spd', measured, DataType.Float)
  points.addVariable({
    ...{ browseName: { name: 'EngineeringUnits', namespaceIndex: 0 }, propertyOf: speed },
    dataType: 'EUInformation',
    value: {
      dataType: DataType.ExtensionObject,
      value: space.constructExtensionObject(unitType, {
        displayName: { text: speedUnit },
      }),
    },
  })
  point('WS_Set_Mach_Spd', measured, DataType.Float)
  point('WS_Tot_Packages', group('Counters'), DataType.UInt32)
  point('WS_Tot_Rej', object(machine, 'Counters'), DataType.UInt32)
  point('WS_Cur_Prog', group('Programs'), DataType.Int32)
  point('WS_Cur_Mode', group('OperatingModes'), DataType.Int32)
  const failure = instance('WSAlarmType', 'WS_Not_Of_Fail_Code', group('Alarms'))
  values.set('WSAlarmCode', variable(failure, 'WSAlarmCode'))
  values.set(
    'WSAlarmMessage',
    points.addVariable({
      ...{ browseName: { name: 'WSAlarmMessage', namespaceIndex: index }, componentOf: failure },
      dataType: DataType.LocalizedText,
    }),
  )

  function setState(of: UAObject, name: string | undefined, at: Date) {
    const current = variable(of, 'CurrentState')
    const code = name === undefined ? StatusCodes.BadStateNotActive : StatusCodes.Good
    const text = { dataType: DataType.LocalizedText, value: { text: name ?? '' } }
    current.setValueFromSource(text, code, at)
    const id = current.getPropertyByName('Id') as UAVariable | null
    const node = name === undefined ? null : of.typeDefinitionObj.getChildByName(name)
    const value = node?.nodeId ?? NodeId.nullNodeId
    id?.setValueFromSource({ dataType: DataType.NodeId, value }, code, at)
  }

  const machineOf = {
    /** A state of PackML, or one inside Held or Suspended. */
    say(state: string, at = new Date()) {
      const around = (['Held', 'Suspended'] as const).find((one) =>
        insideOf[one].some((name) => name === state),
      )
      const of = around ?? state
      const place = outer[of]
      setState(base, place === 'base' ? of : 'Cleared', at)
      setState(inner, place === 'base' ? undefined : place === 'machine' ? of : 'Running', at)
      setState(running, place === undefined ? of : undefined, at)
      for (const one of ['Held', 'Suspended'] as const)
        setState(inside[one], one === around ? state : undefined, at)
    },
    set(name: string, value: number | string, at = new Date()) {
      const point = values.get(name)
      if (!point) throw new Error(`no ${name}`)
      const isText = typeof value === 'string'
      point.setValueFromSource(
        isText
          ? { dataType: DataType.LocalizedText, value: { text: value } }
          : { dataType: point.dataTypeObj.basicDataType, value },
        StatusCodes.Good,
        at,
      )
    },
  }
  machineOf.say('Stopped')
  for (const name of values.keys()) machineOf.set(name, name === 'WSAlarmMessage' ? '' : 0)
  return machineOf
}
