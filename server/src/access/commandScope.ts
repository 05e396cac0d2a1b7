import { type ClientScope, grantClientScope } from '@packboard/model'

/** The client of a machine, for a command of the user who owns the data directory and can read all that is in it. */
export const scopeOfCommand = ({ clientId }: { readonly clientId: number }): ClientScope =>
  grantClientScope(clientId)
