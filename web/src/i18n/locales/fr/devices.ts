import type { Translation } from '../../catalogue.ts'
import type { devices as english } from '../en/devices.ts'

export const devices: Translation<typeof english> = {
  devices: 'Appareils',
  aDevice: 'un appareil',
  hint: 'Un appareil envoie les enregistrements des machines. Ajoutez-en un par machine, ou une passerelle pour toutes celles d’un client.',
  name: 'Nom',
  nameHint: 'Il fait partie de la connexion ; il ne change pas.',
  client: 'Client',
  sendsFor: 'Envoie pour',
  allMachines: 'Toutes les machines',
  theseMachines: 'Ces machines',
  machines: 'Machines',
  tokenMade: 'Jeton depuis',
  password: 'mot de passe, pas encore de jeton',
  oldUntil: 'Ancien jeton jusqu’au',
  lastSeen: 'Vu pour la dernière fois',
  never: 'jamais',
  token: 'Jeton de l’appareil',
  tokenOf: 'Jeton de {name}',
  tokenUse:
    'Par HTTP il envoie <c>{header}</c>, par MQTT il se connecte comme <c>{name}</c> avec le jeton comme mot de passe.',
  oldStays: 'Le jeton précédent reste valable jusqu’au {until}.',
  copyNow:
    'Copiez-le maintenant : il ne sera plus affiché. Quiconque le possède envoie des enregistrements au nom de ces machines.',
  copyByHand: 'Le jeton est sélectionné : copiez-le avec Ctrl+C.',
  copy: 'Copier le jeton',
  copied: 'Copié',
  done: 'Terminé',
  rotateNamed: 'Nouveau jeton pour {name}',
  rotate: 'Créer le jeton',
  rotating: 'Création...',
  oldToken: 'Jeton actuel',
  oldTokenHint:
    '24 heures laissent le temps d’installer le nouveau. Mettez-y fin tout de suite si quelqu’un d’autre peut l’avoir.',
  endsLater: 'Prend fin dans 24 heures',
  endsNow: 'Prend fin maintenant',
  gone: '{name} est refusé aussitôt : ce qu’il envoie désormais n’est pas enregistré. Ses enregistrements existants sont conservés. Un administrateur peut le restaurer, avec son jeton, pendant 30 jours.',
  deleted: 'Appareil supprimé',
  kept: 'L’appareil n’a pas pu être supprimé',
  success: 'Opération réussie !',
}
