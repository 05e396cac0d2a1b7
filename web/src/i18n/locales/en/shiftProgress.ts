/** The plan of a shift against what was made: on the overview, the page of the operators and the wall. */
export const shiftProgress = {
  title: 'Plan and actual: {shift}',
  due: 'Due',
  made: 'Made',
  forecast: 'Forecast',
  target: 'Shift target',
  ofTarget: 'of {target}',
  progress: '{made} of {target} packs; {due} are due by now',
  ahead: '{count} ahead',
  behind: '{count} behind',
  targetAndDue: 'Shift target {target}, {due} due by now ({percent})',
  forecastCount: 'forecast {count}',
  madeOfDue: '{shift}, made of due',
  explain: 'Explain due and forecast',
  fromTo: '{from} to {to}, as of {at}',
  dueIs:
    'Due = target speed × planned time so far. The target speed is that of the product which is packed now, for the whole shift.',
  forecastIs:
    'Forecast = made + packs a minute in the last planned hour × planned time that is left.',
  plannedIs:
    'Planned time is the shift without the breaks and the closed time of the plan, here from {from} to {at} and from {at} to {to}. Reasons of stops do not change it.',
  machine: 'Machine',
  targetSpeed: 'Target speed',
  planned: 'Planned so far',
  rate: 'Last hour',
  left: 'Planned, left',
  sum: 'Together',
  ppm: '{count} ppm',
  minutes: '{count} min',
  packsIn: '{count} in {minutes} min',
  noTarget:
    'A machine has no target speed: without it the sum would be too small, so none is shown.',
  closedPlan: '{day} is closed in the plan: no target',
  closedShift: '{shift}, {day} to {last}, is closed in the plan: no target',
  noForecast: 'In the first 15 planned minutes of a shift there is no forecast.',
} as const
