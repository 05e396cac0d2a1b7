import type { Translation } from '../../catalogue.ts'
import type { limits as english } from '../en/limits.ts'

export const limits: Translation<typeof english> = {
  title: 'Limites',
  what: 'Elles protègent le disque et les autres émetteurs, et valent pour chaque appareil et chaque machine de cette installation. Un changement vaut aussitôt.',
  deviceMegabytesPerDay: 'Mo d’un appareil par jour',
  deviceMegabytesPerDayHint:
    'Le reste est refusé jusqu’à ce qu’il y ait de nouveau de la place ; l’appareil l’envoie plus tard. La place revient peu à peu en 24 heures.',
  quarantineRecords: 'Enregistrements mis de côté par machine',
  quarantineRecordsHint: 'Les suivants sont comptés et ne sont pas conservés.',
  quarantineMegabytes: 'Mo mis de côté par machine',
  quarantineMegabytesHint: 'Les suivants sont comptés et ne sont pas conservés.',
  inForce: 'En vigueur : {value}',
  default: 'Vide : {value}, le réglage {setting}.',
  outside: 'Veuillez saisir un nombre entier de {min} à {max}, ou rien.',
  near: 'Près d’une limite',
  nearSub: 'à partir de {share}',
  name: 'Appareil ou machine',
  client: 'Client',
  limit: 'Limite',
  used: 'Utilisé',
  ofLimit: '{used} sur {limit}',
  noMachine: 'machines inconnues',
  uncounted:
    'Les enregistrements mis de côté ne peuvent pas être comptés pour le moment : il manque ici les machines.',
  nobodyCounted: 'Aucun appareil n’est près d’une limite',
  nobody: 'Rien n’est près d’une limite',
  nobodyHint:
    'Les appareils et les machines figurent ici avant que leurs enregistrements soient refusés.',
}
