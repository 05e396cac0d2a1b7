import type { Plugin } from 'vite'

/** Writes `.br` and `.gz` beside each file of a build that gets smaller by it. */
export declare function packed(): Plugin

/** The same for a folder that something else has built. */
export declare function packFolder(folder: string): Promise<void>
