import type { WallText } from './wallTexts.ts'

export function wallTextsInPage(): Promise<WallText[]>
