import { listeners } from '../listeners.ts'

const { watch, notify } = listeners()

/** A machine was heard to change its state: what follows from states is read again. */
export const noteStateChange = notify

/** Calls back when a machine of the open page changed its state. */
export const watchStateChanges = watch
