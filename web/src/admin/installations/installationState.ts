import { type Installation, installationSilentMs } from '@packboard/contract'

/** A record that waits for longer is part of a backlog; a call takes a second or two. */
const backlogMs = 60_000

/** How an edge recorder is now, the worst first. */
export type InstallationState = 'silent' | 'full' | 'behind' | 'connected'

export function installationState(
  { heardAt, isFull, oldestAt }: Pick<Installation, 'heardAt' | 'isFull' | 'oldestAt'>,
  now: number,
): InstallationState {
  if (now - heardAt.getTime() > installationSilentMs) return 'silent'
  if (isFull) return 'full'
  return oldestAt !== null && now - oldestAt.getTime() > backlogMs ? 'behind' : 'connected'
}
