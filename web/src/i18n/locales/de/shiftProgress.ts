import type { Translation } from '../../catalogue.ts'
import type { shiftProgress as english } from '../en/shiftProgress.ts'

export const shiftProgress: Translation<typeof english> = {
  title: 'Soll und Ist: {shift}',
  due: 'Fällig',
  made: 'Gemacht',
  forecast: 'Prognose',
  target: 'Schichtziel',
  ofTarget: 'von {target}',
  progress: '{made} von {target} Packungen; {due} sind bis jetzt fällig',
  ahead: '{count} voraus',
  behind: '{count} im Rückstand',
  targetAndDue: 'Schichtziel {target}, {due} bis jetzt fällig ({percent})',
  forecastCount: 'Prognose {count}',
  madeOfDue: '{shift}, gemacht von fällig',
  explain: 'Fällig und Prognose erklären',
  fromTo: '{from} bis {to}, Stand {at}',
  dueIs:
    'Fällig = Zielgeschwindigkeit × bisherige Planzeit. Die Zielgeschwindigkeit ist die des Produkts, das jetzt gepackt wird, für die ganze Schicht.',
  forecastIs:
    'Prognose = gemacht + Packungen je Minute in der letzten geplanten Stunde × restliche Planzeit.',
  plannedIs:
    'Planzeit ist die Schicht ohne die Pausen und die geschlossenen Zeiten des Plans, hier von {from} bis {at} und von {at} bis {to}. Gründe von Stopps ändern daran nichts.',
  machine: 'Maschine',
  targetSpeed: 'Zielgeschwindigkeit',
  planned: 'Bisher geplant',
  rate: 'Letzte Stunde',
  left: 'Noch geplant',
  sum: 'Zusammen',
  ppm: '{count} ppm',
  minutes: '{count} min',
  packsIn: '{count} in {minutes} min',
  noTarget:
    'Eine Maschine hat keine Zielgeschwindigkeit: Ohne sie wäre die Summe zu klein, darum steht hier keine.',
  closedPlan: '{day} ist im Plan geschlossen: kein Soll',
  closedShift: '{shift}, {day} auf {last}, ist im Plan geschlossen: kein Soll',
  noForecast: 'In den ersten 15 geplanten Minuten einer Schicht gibt es keine Prognose.',
}
