import type { LateReading, TopicConnector } from '../connector.ts'
import type { MachineDirectory } from '../directory.ts'
import { mqttJson } from './mqttJson/mqttJson.ts'
import { packmlTags } from './packmlTags/packmlTags.ts'

/** Every dialect of MQTT that is read, in the order in which they are tried. */
export function topicConnectors(
  directory: MachineDirectory,
  late: LateReading,
): readonly TopicConnector[] {
  return [mqttJson(directory), packmlTags(directory, late)]
}
