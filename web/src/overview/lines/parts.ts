/** One file is loaded for all of them. */

export { CompactFace } from '../CompactFace.tsx'
export { ArrangeCard } from './ArrangeCard.tsx'
export { ClientSums } from './ClientSums.tsx'
export { GroupSums } from './GroupSums.tsx'
export { OverviewTools } from './OverviewTools.tsx'
