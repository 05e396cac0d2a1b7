/** The folders of the packages that a release brings. */
export function releasedPackages(): string[]

/** Those that only its screens are made of. */
export function screenPackages(): string[]

/** Files of `scripts/` that a release brings. */
export const releasedScripts: readonly string[]
