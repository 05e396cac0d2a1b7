/** One file is loaded for all of them. */

export { ClientSums, GroupSums } from './ClientSums.tsx'
export { ArrangeCard, OverviewTools } from './OverviewTools.tsx'
