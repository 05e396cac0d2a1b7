/** Home: where one may go. */
export const home = {
  pageTitle: 'Home',
  goodNight: 'Good night, {name}',
  goodMorning: 'Good morning, {name}',
  goodAfternoon: 'Good afternoon, {name}',
  goodEvening: 'Good evening, {name}',
  dashboard: 'Dashboard',
  dashboardText: 'Live status, speed and packs for every machine.',
  daySummary: 'Per Day Summary',
  daySummaryText: 'Packs, run and idle time for each day and product.',
  panel: 'Management Panel',
  panelText: 'Distributors, clients, machines and users.',
  panelTextUsers: 'Users.',
  panelTextOwn: 'Users, lines and products.',
  machineCount: '{count, plural, one {# machine} other {# machines}}',
  openShift: 'See the whole shift',
} as const
