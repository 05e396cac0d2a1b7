export function faultsInPage(): string[]
export function hasFocus(element: object): boolean
export function outlinesOfFocus(): string[]
export function watchParticles(): void
export function particleFrames(): { frames: number; ms: number }
export function grounds(): string[]
export function refusedSources(): string[]
export function watchRefusals(): void
