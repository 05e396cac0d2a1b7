declare const granted: unique symbol

/** Proof that access was checked. Only server/src/access makes one; every tenant query asks for one. */
export type ClientScope = { readonly clientId: number; readonly [granted]: true }

export function grantClientScope(clientId: number): ClientScope {
  // The proof is in nothing but the type: no value has it, so whoever wants one comes here.
  return { clientId } as ClientScope
}

/** Whose accounts and machines: everybody's, those of one client, or those of one distributor and its clients. */
export type PanelReach =
  | { readonly reach: 'all' }
  | { readonly reach: 'client'; readonly clientId: number }
  | { readonly reach: 'distributor'; readonly distributorId: number }

/** Proof that somebody may see these rows of the management panel (D34). Only server/src/access makes one. */
export type PanelScope = PanelReach & { readonly [granted]: true }

export function grantPanelScope(reach: PanelReach): PanelScope {
  // As above.
  return reach as PanelScope
}
