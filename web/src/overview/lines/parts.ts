/** One file is loaded for all of them. */

export { ClientSums, GroupSums } from './ClientSums.tsx'
export { ArrangeCard, ChosenView, OverviewTools } from './OverviewTools.tsx'
