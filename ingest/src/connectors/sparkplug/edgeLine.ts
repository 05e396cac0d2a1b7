import type { Origin, Sender } from '../../connector.ts'

/** The connection over which edge nodes are heard. */
export type EdgeLine = {
  /** Sessions of edge nodes belong to it: what comes over another line says nothing of them. */
  readonly key: string
  readonly origin: Origin
  readonly sender: Sender
  /** The session of this machine lives, and it said something then; 0: nothing yet. */
  lives(machineId: number, saidAt: number): void
  /** No session of these machines lives any longer. */
  silent(machineIds: readonly number[]): void
  /** Sends a command to the edge node; false where it does not listen for any. */
  command(edge: string, topic: string, payload: Buffer): boolean
}
