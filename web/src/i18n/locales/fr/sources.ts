import type { Translation } from '../../catalogue.ts'
import type { sources as english } from '../en/sources.ts'

export const sources: Translation<typeof english> = {
  chooseFirst: 'Sélectionnez un client pour voir comment ses machines envoient.',
  title: 'Sources de données',
  totals: 'Toutes les machines en chiffres',
  connected: 'Connectées',
  ofMachines: 'sur {count}',
  perMinute: 'Enregistrements par minute',
  longestSilence: 'Plus long silence',
  largestSkew: 'Plus grand écart d’horloge',
  countsOf: 'Chiffres des dernières 24 heures',
  searchMachine: 'Chercher une machine',
  csv: 'Enregistrer en CSV',
  filter: 'Machines par état',
  all: 'Toutes, {count}',
  machine: 'Machine',
  connection: 'Connexion',
  lastRecord: 'Dernier envoi',
  perMinuteShort: 'Par minute',
  hours: '24 heures',
  dataAge: 'Âge des données',
  clock: 'Horloge',
  resets: 'Remises à zéro',
  duplicate: 'En double',
  late: 'Tardifs',
  backFill: 'Envoyés après',
  quarantined: 'Mis de côté',
  openDetails: 'Détails de {name}',
  noneFound: 'Aucune machine trouvée',
  noneFoundHint: 'Aucune machine n’est dans cet état et ne contient ces mots.',
  noMachines: 'Aucune machine trouvée',
  noMachinesHint: 'Aucune machine n’est encore attribuée à ce client.',
  unassigned:
    '{records, plural, one {{count} autre enregistrement ne nomme} other {{count} autres enregistrements ne nomment}} aucune machine de ce client. « Données reçues » les montre.',
  notAssigned: 'Vus sur le broker, non attribués',
  notAssignedHint:
    'Appareils de vos passerelles sur le broker de l’usine auxquels aucune machine n’est associée. Ajoutez une machine et saisissez l’adresse dans sa connexion.',
  bornAt: 'Dernier message birth',
  addMachine: 'Ajouter une machine',
  days: '{days, plural, one {{count} jour} other {{count} jours}}',

  'state.never': 'Jamais envoyé',
  'state.silent': 'Silencieuse',
  'state.clockOff': 'Horloge fausse',
  'state.quarantined': 'Mis de côté',
  'state.fine': 'En ordre',

  'worst.never': '{name} n’a jamais envoyé.',
  'worst.never.what': 'Sa connexion montre des lignes qui fonctionnent telles quelles.',
  'worst.silent': '{name} est silencieuse depuis {age}.',
  'worst.silent.what':
    'Ce qui est arrivé est stocké. Ce qu’elle garde entre-temps le sera dès qu’elle enverra de nouveau.',
  'worst.clockOff': 'L’horloge de {name} : {clock}.',
  'worst.clockOff.what':
    'Rien n’est perdu. Réglez son horloge ; si elle est juste, ses enregistrements attendent dans une passerelle.',
  'worst.quarantined':
    '{records, plural, one {{count} enregistrement de {name} n’a pas pu être accepté.} other {{count} enregistrements de {name} n’ont pas pu être acceptés.}}',
  'worst.quarantined.what':
    'Ils sont gardés entiers et peuvent être renvoyés. Les détails disent pourquoi.',
  'worst.fine': '{name} est en ordre.',
  'worst.fine.what': 'Rien n’est perdu.',

  details: 'Détails',
  byHour: 'Enregistrements par heure',
  hoursSummary:
    'Enregistrements acceptés à chaque heure depuis {from} : au plus {most} à {at}, aucun pendant {without} heures.',
  mostInAnHour: 'jusqu’à {count} en une heure',
  door: 'Protocole',
  receivedAt: 'Dernier enregistrement arrivé',
  dataAt: 'Heure du plus récent',
  received: 'Reçus',
  receivedIs: '{received} = {accepted} stockés + {duplicate} en double + {quarantined} mis de côté',
  missingNumbers: 'Numéros manquants',
  unknownStates: 'États inconnus',
  valueTimes: 'Heure des valeurs',
  timeStandsStill:
    'Ses métriques portent une heure figée : l’heure du message compte. L’émetteur doit donner à chaque valeur sa propre heure.',
  unknownFields: 'Champs inconnus',
  lastNotAccepted: 'Derniers enregistrements mis de côté',
  sendAgain:
    'Une fois la cause corrigée, renvoyez-les : ce qui était déjà stocké ne compte pas deux fois. Les enregistrements de Sparkplug B et OPC UA ne peuvent être envoyés que par leur machine.',
  allAccepted: 'Tous les enregistrements ont été acceptés',
  more: '{count} en tout. « Données reçues » les montre.',
  openConnection: 'Ouvrir la connexion',
  done: 'Terminé',
}
