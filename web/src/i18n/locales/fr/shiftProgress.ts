import type { Translation } from '../../catalogue.ts'
import type { shiftProgress as english } from '../en/shiftProgress.ts'

export const shiftProgress: Translation<typeof english> = {
  title: 'Plan et réel : {shift}',
  due: 'Dus',
  made: 'Faits',
  forecast: 'Prévision',
  target: 'Objectif du poste',
  ofTarget: 'sur {target}',
  progress: '{made} paquets sur {target} ; {due} sont dus à cette heure',
  ahead: '{count} d’avance',
  behind: '{count} de retard',
  targetAndDue: 'Objectif du poste {target}, {due} dus à cette heure ({percent})',
  forecastCount: 'prévision {count}',
  madeOfDue: '{shift}, faits sur dus',
  explain: 'Expliquer dus et prévision',
  fromTo: 'de {from} à {to}, à {at}',
  dueIs:
    'Dus = vitesse cible × temps planifié jusqu’ici. La vitesse cible est celle du produit emballé maintenant, pour tout le poste.',
  forecastIs:
    'Prévision = faits + paquets par minute dans la dernière heure planifiée × temps planifié qui reste.',
  plannedIs:
    'Le temps planifié est le poste sans les pauses ni les fermetures du plan, ici de {from} à {at} et de {at} à {to}. Les motifs des arrêts n’y changent rien.',
  machine: 'Machine',
  targetSpeed: 'Vitesse cible',
  planned: 'Planifié jusqu’ici',
  rate: 'Dernière heure',
  left: 'Planifié, reste',
  sum: 'Ensemble',
  ppm: '{count} ppm',
  minutes: '{count} min',
  packsIn: '{count} en {minutes} min',
  noTarget:
    'Une machine n’a pas de vitesse cible : sans elle la somme serait trop petite, elle n’est donc pas affichée.',
  closedPlan: '{day} : fermé dans le planning, pas d’objectif',
  closedShift: '{shift}, de {day} à {last} : fermé dans le planning, pas d’objectif',
  noForecast: 'Pendant les 15 premières minutes planifiées d’un poste, il n’y a pas de prévision.',
}
