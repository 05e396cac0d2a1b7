/** One file is loaded for all of them. */

export { ArrangeCard } from './ArrangeCard.tsx'
export { ClientSums } from './ClientSums.tsx'
export { GroupSums } from './GroupSums.tsx'
export { OverviewTools } from './OverviewTools.tsx'
