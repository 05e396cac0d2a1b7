import type { Translation } from '../../catalogue.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translation<typeof english> = {
  skip: 'Aller au contenu',
  parts: 'Parties de cette page',
  timesIn: 'Heures <shown>affichées </shown>en {zone}',
  newVersion: 'Une nouvelle version est disponible.',
  reload: 'Recharger',
  later: 'Plus tard',
  connectionLost: 'Connexion perdue. Valeurs de {time}.',
  neverConnected: 'Connexion perdue. Rien n’a encore pu être chargé.',
  tryingIn:
    '{count, plural, one {Nouvel essai dans # seconde.} other {Nouvel essai dans # secondes.}}',
  trying: 'Nouvel essai.',
  retryNow: 'Réessayer maintenant',
  history:
    'L’historique de la démo est en cours d’écriture ({percent} %) : les chiffres des jours passés augmentent encore.',
  couldNotLoad: 'Impossible de charger cette page',
  couldNotLoadReason: 'Packboard a peut-être été mis à jour, ou la connexion a été perdue.',
  loadAgain: 'Charger à nouveau',
  home: 'Accueil de Packboard',
  menu: 'Menu',
  help: 'Aide',
  search: 'Recherche et commandes',
  views: 'Vues enregistrées',
  myAccount: 'Mon compte',
  myAccountOf: 'Mon compte : {name}',
  factorDue:
    'À partir du {at}, la connexion vous demande un second facteur. <link>Le configurer maintenant</link>',
  logout: 'Déconnexion',
  main: 'Menu principal',
  overview: 'Vue d’ensemble',
  shift: 'Poste',
  timeline: 'Chronologie',
  stops: 'Arrêts',
  compare: 'Comparer',
  more: 'Plus',
  wall: 'Écran',
  operator: 'Opérateur',
  daySummary: 'Synthèse journalière',
  panel: 'Administration',
}
