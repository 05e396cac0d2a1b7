import type { Translation } from '../../catalogue.ts'
import type { doctor as english } from '../en/doctor.ts'

export const doctor: Translation<typeof english> = {
  title: 'Quelle table est la bonne',
  scores: 'Transitions de PackML avec chaque table',
  legal: '{legal} sur {of} permises',
  inUse: 'utilisée',
  words: 'La machine nomme ses états : ses numéros ne sont pas lus, et la table ne compte pas.',
  watching:
    '{pairs, plural, =0 {Rien n’a encore été vu.} one {# transition différente a été vue.} other {# transitions différentes ont été vues.}} Quand la machine démarre ou s’arrête, on en sait plus.',
  tied: 'Pas encore décidable : {first} et {second} expliquent aussi bien ce qui a été vu. Un démarrage ou un arrêt de la machine décide.',
  none: 'Aucune des tables connues ne convient : les numéros sont ceux du constructeur. Donnez à la machine une table propre.',
  foundInUse: '{name} convient, et elle est utilisée.',
  foundOther: '{name} convient ; la machine est lue avec {inUse}.',
  foundBesideTable: '{name} convient ; la machine est lue avec une table propre.',
  use: 'Utiliser cette table : {name}',
  asItIs: 'C’est juste ainsi',
  confirming: 'Confirmation...',
  done: 'Confirmé',
  provisional: 'Provisoire',
  provisionalWhy:
    'Les chiffres de cette machine sont provisoires tant que personne n’a confirmé sa table. Confirmer n’en change aucun ; une autre table vaut dès le prochain message.',
  whoConfirms: 'La personne qui gère l’installation la confirme.',
  confirmedBy: 'Confirmée par {name}, {at}',
  confirmedBefore: 'Utilisée avant que l’on puisse confirmer ; compte comme confirmée depuis {at}',
}
