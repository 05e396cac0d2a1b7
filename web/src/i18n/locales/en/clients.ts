/** The choice of the client whose data are shown. */
export const clients = {
  pageTitle: 'Select Client',
  pleaseSelect: 'Please select Client for which you want to view data:',
  selectClient: 'Select Client:',
  placeholder: 'Select Client...',
  noMatch: 'No client of that name',
  none: 'No clients',
  change: 'Change client: {client}',
  board: 'Clients by what stands there',
  running: '{running} of {machines} run',
  packs: '{packs} packs this shift',
  offlineCount: '{count, plural, one {# machine offline} other {# machines offline}}',
  closedCount: '{count, plural, one {# machine closed} other {# machines closed}}',
  nothingStands: 'Nothing stands',
  trouble: '{count, plural, one {# machine in trouble} other {# machines in trouble}}',
} as const
