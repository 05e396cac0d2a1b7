export function faultsInPage(): string[]
export function hasFocus(element: object): boolean
export function leaveFocus(): void
export function focusInPart(title: string): boolean
export function outlinesOfFocus(): string[]
export function watchParticles(): void
export function particleFrames(): { frames: number; ms: number }
export function groundOf(element: object): string
export function refusedSources(): string[]
export function watchRefusals(): void
