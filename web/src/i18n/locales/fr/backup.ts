import type { Translation } from '../../catalogue.ts'
import type { backup as english } from '../en/backup.ts'

export const backup: Translation<typeof english> = {
  title: 'Sauvegardes',
  lastGood: 'Dernière sauvegarde réussie',
  none: 'Aucune pour l’instant',
  size: 'Taille',
  sizeNew: '{size}, dont {fresh} nouveaux',
  records: 'Enregistrements',
  took: 'Durée',
  tookPaused: '{seconds} s ; les enregistrements ont attendu {ms} ms',
  place: 'Dossier',
  name: 'Nom',
  encryption: 'Chiffrement',
  encrypted: 'AES-256',
  plain: 'Aucun',
  plainHint: 'Définissez PACKBOARD_BACKUP_KEY pour chiffrer les suivantes.',
  next: 'Prochaine',
  noNext: 'Seulement à votre demande',
  sameDisk:
    'Ce dossier se trouve sur le disque des données : la perte du disque serait celle des deux. Indiquez dans PACKBOARD_BACKUPS un dossier d’un autre disque.',
  make: 'Sauvegarder maintenant',
  begins: 'Démarrage…',
  running: 'Partie {done} sur {of}',
  elsewhere: 'Les outils de vos serveurs font les sauvegardes',
  elsewhereHint:
    'Les données de cette installation se trouvent sur leurs propres serveurs. Sauvegardez d’abord les enregistrements et juste après les données de gestion, et conservez les deux ensemble.',
  schedule: 'Planification',
  every: 'Faire une sauvegarde',
  never: 'seulement à ma demande',
  everyHour: 'chaque heure',
  everySixHours: 'toutes les 6 heures',
  everyTwelveHours: 'toutes les 12 heures',
  everyDay: 'chaque jour',
  startHour: 'À (UTC)',
  startHourHint: 'L’une de chaque jour commence à cette heure.',
  keep: 'Sauvegardes conservées',
  keepHint:
    'Les plus anciennes sont supprimées après la prochaine réussie. Ce qu’elles partagent reste.',
  outside: 'Veuillez saisir un nombre entier de {min} à {max}.',
  latest: 'Dernières sauvegardes',
  begun: 'Début',
  outcome: 'Résultat',
  made: 'Faite',
  failed: 'Échouée',
  fresh: 'Nouveau',
  noRuns: 'Aucune sauvegarde n’a encore été faite',
  noRunsHint: 'Celles qui sont faites et celles qui échouent figurent ici.',
  lastFailed: 'La dernière sauvegarde a échoué.',
  'fault.space':
    'Le disque des sauvegardes est plein. Libérez de l’espace ou conservez moins de sauvegardes.',
  'fault.folder':
    'Impossible d’écrire dans le dossier des sauvegardes. Vérifiez ses droits et si son disque est connecté.',
  'fault.foreign':
    'Le dossier contient les sauvegardes d’une autre installation. Choisissez un autre dossier.',
  'fault.busy':
    'Les enregistrements étaient sans cesse en cours de réécriture. Un nouvel essai suivra.',
  'fault.ended': 'Elle a été arrêtée avant d’être terminée.',
  'fault.other': 'Le journal en donne la raison.',
}
