import { diskSpaceOf } from '../program/diskSpace.ts'
import { filesToCopy, type Room, roomOf } from './copyFiles.ts'

/** So much stays free beside a copy. */
const leftFreeBytes = 1_000_000_000

/** What a copy of the stores takes on the disk, and what is free there. */
type RoomForCopy = { readonly copy: Room; readonly freeBytes: number }

/** The stores may be open meanwhile. */
export async function roomForCopy(dataDir: string, look = diskSpaceOf): Promise<RoomForCopy> {
  const [copy, { freeBytes }] = await Promise.all([
    roomOf(filesToCopy(dataDir, { open: true })),
    look(dataDir),
  ])
  return { copy, freeBytes }
}

export const isTight = ({ copy, freeBytes }: RoomForCopy) => copy.bytes + leftFreeBytes > freeBytes
