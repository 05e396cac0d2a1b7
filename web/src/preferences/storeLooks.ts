import { type Looks, setPreferences } from '@packboard/contract'
import { call } from '../api/call.ts'

/** Stores what the signed-in person chose; rejects where the server cannot be reached. */
export const storeLooks = (body: Partial<Looks>) => call(setPreferences, { body })
