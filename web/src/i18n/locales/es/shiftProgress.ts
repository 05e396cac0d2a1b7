import type { Translation } from '../../catalogue.ts'
import type { shiftProgress as english } from '../en/shiftProgress.ts'

export const shiftProgress: Translation<typeof english> = {
  title: 'Plan y real: {shift}',
  due: 'Debidos',
  made: 'Hechos',
  forecast: 'Previsión',
  target: 'Objetivo del turno',
  ofTarget: 'de {target}',
  progress: '{made} de {target} envases; {due} se deben hasta ahora',
  ahead: '{count} de ventaja',
  behind: '{count} de retraso',
  targetAndDue: 'Objetivo del turno {target}, {due} debidos hasta ahora ({percent})',
  forecastCount: 'previsión {count}',
  madeOfDue: '{shift}, hechos de debidos',
  explain: 'Explicar debidos y previsión',
  fromTo: '{from} a {to}, a las {at}',
  dueIs:
    'Debidos = velocidad objetivo × tiempo planificado hasta ahora. La velocidad objetivo es la del producto que se envasa ahora, para todo el turno.',
  forecastIs:
    'Previsión = hechos + envases por minuto en la última hora planificada × tiempo planificado que queda.',
  plannedIs:
    'El tiempo planificado es el turno sin los descansos ni los cierres del plan, aquí de {from} a {at} y de {at} a {to}. Los motivos de las paradas no lo cambian.',
  machine: 'Máquina',
  targetSpeed: 'Velocidad objetivo',
  planned: 'Planificado hasta ahora',
  rate: 'Última hora',
  left: 'Planificado, resto',
  sum: 'Juntas',
  ppm: '{count} ppm',
  minutes: '{count} min',
  packsIn: '{count} en {minutes} min',
  noTarget:
    'Una máquina no tiene velocidad objetivo: sin ella la suma sería demasiado pequeña, por eso no se muestra.',
  closedPlan: '{day}: cerrado en el plan, sin objetivo',
  closedShift: '{shift}, de {day} a {last}: cerrado en el plan, sin objetivo',
  noForecast: 'En los primeros 15 minutos planificados de un turno no hay previsión.',
}
