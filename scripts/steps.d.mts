/** Builds the screens unless the built ones come from exactly these sources; ends the process where they cannot be built. */
export function buildScreens(): void
