import type { Translation } from '../../catalogue.ts'
import type { dataSheet as english } from '../en/dataSheet.ts'

export const dataSheet: Translation<typeof english> = {
  title: 'Fiches de données',
  titleOf: 'Données de {type}',
  chooseFirst: 'Choisissez d’abord un client : le volume est mesuré sur ses machines.',
  machineType: 'Type de machine',
  noTypes: 'Il n’y a pas de type de machine',
  print: 'Imprimer',
  law: 'Ce que le règlement (UE) 2023/2854 (Data Act), article 3, demande de savoir sur les données d’un produit connecté avant de l’acheter ou de le louer. Les quantités ont été mesurées ici.',
  volume: 'Données et volume',
  'group.samples': 'Échantillons : état, vitesse, compteurs, produit, outil, opérateur',
  'group.alarms': 'Alarmes de la machine',
  'group.changes': 'Changements de paramètres sur la machine',
  aMonth: '{records} enregistrements, {size} par mois',
  notYet: 'pas encore mesuré',
  measured:
    'D’une machine en 30 jours, en lignes JSON ; {machines} machines de ce type sur {of} ont envoyé.',
  notMeasured: 'Aucune des {of} machines de ce type n’a envoyé.',
  format: 'Format',
  formatText:
    'Les machines envoient du JSON par HTTP ou MQTT, des tags PackML ou Sparkplug B, ou sont lues par OPC UA. Les fichiers sont CSV et XLSX. Les heures sont ISO 8601 en UTC.',
  continuous: 'En continu, en temps réel',
  continuousText:
    'Oui : tant que la machine est connectée. Un changement d’état est sur un écran ouvert en moins d’une seconde.',
  storage: 'Stockage',
  storedHere:
    'Sur le serveur de cette installation. Packboard ne stocke rien sur la machine et n’envoie rien ailleurs.',
  storedElsewhere:
    'Sur les serveurs de bases de données de cette installation. Packboard ne stocke rien sur la machine et n’envoie rien ailleurs.',
  retention: 'Conservation',
  'keep.records': 'Enregistrements tels qu’ils sont venus',
  'keep.minutes': 'Minutes dont sont faits les indicateurs',
  'keep.auditLog': 'Journal d’audit de Packboard',
  days: '{days} jours',
  access: 'Accès',
  accessText:
    'Toute personne ayant un compte de ce client lit les données actuelles et passées à l’écran, en fichiers et par appels (/api/docs), sans frais. Les échantillons se voient un à un là où un indicateur est expliqué ; il n’y a pas encore de fichier de tous les échantillons.',
  erasure: 'Effacement',
  erasureText:
    'L’administrateur du client efface définitivement des noms d’opérateurs. Les enregistrements sont supprimés quand leur durée est passée ; un seul enregistrement ne peut pas être supprimé.',
  holder: 'Détenteur des données',
  holderText:
    '{holder} exploite cette installation. Le détenteur des données ajoute : contact, finalités, tiers, secrets d’affaires et fin du contrat (article 3, paragraphe 3).',
  madeBy: 'Fait par Packboard {version}.',
}
