import { type Dictionary, firstTag, type GatewaySettings } from './connectorForms.ts'

/**
 * A program for Node.js with the package `sparkplug-client` that is the gateway of one machine: its birth and a value each
 * 10 s say that it packs. Not encrypted where the broker is not; an own authority comes by NODE_EXTRA_CA_CERTS.
 */
export function sparkplugProgram(settings: GatewaySettings, dictionary: Dictionary): string {
  const { host, port, isTls, userName, password, group, edgeNode, device } = settings
  const named = host.includes(':') ? `[${host}]` : host
  const { topic, payload } = firstTag(dictionary)
  const isNumber = topic.endsWith('StateCurrent')
  const metric = `name: ${text(topic)}, type: '${isNumber ? 'Int32' : 'String'}', value: ${isNumber ? payload : text(payload)}`
  const ofDevice = device === null ? undefined : text(device)
  return `const { newClient } = require('sparkplug-client')

const client = newClient({
  serverUrl: ${text(`${isTls ? 'mqtts' : 'mqtt'}://${named}:${port}`)},
  username: ${text(userName)},
  password: ${text(password)},
  groupId: ${text(group)},
  edgeNode: ${text(edgeNode)},
  clientId: ${text([group, edgeNode, device ?? ''].join(' ').trim())},
})
const state = () => ({ ${metric}, timestamp: Date.now() })
const rebirth = { name: 'Node Control/Rebirth', type: 'Boolean', value: false }
function birth() {
${
  ofDevice === undefined
    ? '  client.publishNodeBirth({ timestamp: Date.now(), metrics: [rebirth, state()] })'
    : `  client.publishNodeBirth({ timestamp: Date.now(), metrics: [rebirth] })
  client.publishDeviceBirth(${ofDevice}, { timestamp: Date.now(), metrics: [state()] })`
}
}
client.on('birth', birth)
client.on('ncmd', birth)
setInterval(() => {
  client.${ofDevice === undefined ? 'publishNodeData(' : `publishDeviceData(${ofDevice}, `}{ timestamp: Date.now(), metrics: [state()] })
}, 10_000)
`
}

/** A string of JavaScript. */
const text = (value: string) => JSON.stringify(value)
