import type { Translation } from '../../catalogue.ts'
import type { home as english } from '../en/home.ts'

export const home: Translation<typeof english> = {
  pageTitle: 'Accueil',
  goodNight: 'Bonne nuit, {name}',
  goodMorning: 'Bonjour, {name}',
  goodAfternoon: 'Bon après-midi, {name}',
  goodEvening: 'Bonsoir, {name}',
  dashboard: 'Tableau de bord',
  dashboardText: 'État, cadence et paquets de chaque machine en direct.',
  daySummary: 'Synthèse journalière',
  daySummaryText: 'Paquets, temps de marche et d’attente par jour et par produit.',
  panel: 'Administration',
  panelText: 'Distributeurs, clients, machines et utilisateurs.',
  panelTextUsers: 'Utilisateurs.',
  panelTextOwn: 'Utilisateurs, lignes et produits.',
  machineCount: '{count, plural, one {# machine} other {# machines}}',
  openShift: 'Voir tout le poste',
}
