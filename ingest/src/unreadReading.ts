import type { MqttMessage, Reading, Sender, SourceName } from './connector.ts'
import type { DirectoryMachine } from './directory.ts'
import { keptMessage } from './keptMessage.ts'

/**
 * A message that no machine may be meant by. `machine` is one that the sender knows: those of other clients are to it
 * as if they did not exist (D66).
 */
export function unreadReading(
  source: SourceName,
  sender: Sender,
  message: Pick<MqttMessage, 'topic' | 'payload'>,
  machine: DirectoryMachine | undefined,
  what: 'message' | 'will',
): Reading {
  const foreign = machine !== undefined && !sender.mayPublishFor(machine.machineId)
  return {
    source,
    bytes: message.payload.length,
    records: [
      {
        refused: foreign ? 'notBound' : 'unknownMachine',
        detail: `${what} on a topic that ${foreign ? 'belongs to another machine' : 'no machine speaks under'}`,
        serialNo: machine?.serialNo ?? '',
        wire: keptMessage(message),
      },
    ],
  }
}
