import type { ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import { LiveBoard, type WatchEvent } from './liveBoard.ts'

export type { WatchEvent } from './liveBoard.ts'

const boards = new WeakMap<Telemetry['context'], Map<number, LiveBoard>>()

/**
 * Notifies a listener, until the returned function is called, of the present of a client's machines: first once, then
 * each change within about a tenth of a second of the commit that brought it (D29).
 */
export function watchClient(
  telemetry: Telemetry,
  scope: ClientScope,
  listener: (event: WatchEvent) => void,
): () => void {
  const { clientId } = scope
  const ofStore = boards.get(telemetry.context) ?? new Map<number, LiveBoard>()
  boards.set(telemetry.context, ofStore)
  const board = ofStore.get(clientId) ?? new LiveBoard(telemetry, scope)
  ofStore.set(clientId, board)
  // Each watcher has its own entry, also when two of them share a function.
  const own = (event: WatchEvent) => listener(event)
  board.add(own)
  return () => {
    board.remove(own)
    if (board.watchers > 0) return
    board.close()
    if (ofStore.get(clientId) === board) ofStore.delete(clientId)
  }
}
