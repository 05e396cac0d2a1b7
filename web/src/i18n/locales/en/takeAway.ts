/** Exporting a table or a chart as a file. */
export const fileExport = {
  exportOf: 'Export {name}',
  print: 'Print or PDF',
  noChart: 'There is no chart to take a picture of.',
} as const
