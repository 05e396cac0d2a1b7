export function faultsInPage(): string[]
export function hasFocus(element: object): boolean
export function outlinesOfFocus(): string[]
