/** The choice of the client whose data are shown. */
export const clients = {
  pageTitle: 'Select Client',
  pleaseSelect: 'Please select Client for which you want to view data:',
  selectClient: 'Select Client:',
  placeholder: 'Select Client...',
  noMatch: 'No client of that name',
  none: 'No clients',
  change: 'Change client: {client}',
} as const
