declare const granted: unique symbol

/** Proof that access was checked. Only server/src/access makes one; every tenant query requires one. */
export type ClientScope = {
  readonly clientId: number
  /** Only these of its machines, for the holder of a link to some of them; absent: all. */
  readonly machineIds?: readonly number[]
  /** The client forbids that this caller reads names of its operators: every answer leaves them empty. */
  readonly hidesOperators?: true
  readonly [granted]: true
}

export function grantClientScope(
  clientId: number,
  machineIds?: readonly number[],
  hidesOperators = false,
): ClientScope {
  // The proof exists only in the type: no value can be written by hand, so code that needs one has to call this
  // function.
  return {
    clientId,
    ...(machineIds && { machineIds }),
    ...(hidesOperators && { hidesOperators }),
  } as ClientScope
}

/** Which accounts and machines: all, those of one client, or those of one distributor and its clients. */
export type PanelReach =
  | { readonly reach: 'all' }
  | { readonly reach: 'client'; readonly clientId: number }
  | { readonly reach: 'distributor'; readonly distributorId: number }

/** Proof that a person may see these rows of the management panel (D34). Only server/src/access makes one. */
export type PanelScope = PanelReach & { readonly [granted]: true }

/** Every row of the installation: what only its administrators see. */
export type WholeInstallation = PanelScope & { readonly reach: 'all' }

export function grantPanelScope(reach: PanelReach): PanelScope {
  // As above.
  return reach as PanelScope
}
