declare const granted: unique symbol

/** Proof that access was checked. Only server/src/access makes one; every tenant query asks for one. */
export type ClientScope = { readonly clientId: number; readonly [granted]: true }

export function grantClientScope(clientId: number): ClientScope {
  return { clientId } as ClientScope
}
