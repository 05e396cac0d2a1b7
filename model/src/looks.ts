/** Colours of the screens, as a person chooses them or as a wall link says; `auto` is as the device is set. */
export const colourSchemes = ['dark', 'light', 'auto'] as const
export type ColourScheme = (typeof colourSchemes)[number]

/** How much room the parts of a page have around them. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** What the cards of the overview are grouped by. */
export const overviewGroupings = ['line', 'type', 'none'] as const
export type OverviewGrouping = (typeof overviewGroupings)[number]

/** Machines that the arrangement of one person may name. */
export const arrangedMachines = 1_000
