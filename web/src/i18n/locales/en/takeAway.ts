/** Taking a table or a chart away as a file. */
export const takeAway = {
  exportOf: 'Export {name}',
  noChart: 'There is no chart to take a picture of.',
} as const
