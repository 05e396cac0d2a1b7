import type { Translation } from '../../catalogue.ts'
import type { installations as english } from '../en/installations.ts'

/** The edge recorders of a client, in French. */
export const installations: Translation<typeof english> = {
  chooseFirst: 'Sélectionnez un client pour voir ses enregistreurs locaux.',
  title: 'Installations',
  sub: 'Enregistreurs locaux : petits programmes près des machines qui gardent les enregistrements tant que la ligne est coupée',
  none: 'Aucun enregistreur local pour l’instant',
  noneHint: 'Les machines envoient directement à ce serveur.',
  name: 'Nom',
  deviceAndVersion: 'Appareil {device}, version {version}',
  connection: 'Connexion',
  heard: 'Dernier signe',
  queue: 'Enregistrements en attente',
  sizeOf: '{size} sur {most}',
  oldest: 'Le plus ancien',
  notAccepted: 'Non acceptés',
  clock: 'Horloge',

  'state.connected': 'Connecté',
  'state.behind': 'Envoie l’arriéré',
  'state.full': 'Tampon plein',
  'state.silent': 'Muet',

  howTo: 'Installer un enregistreur local',
  whatFor: 'Sur une passerelle près des machines',
  'step.device':
    'Dans Appareils, ajoutez un appareil nommé gateway pour toutes les machines de ce client et copiez son jeton.',
  'step.program':
    'Décompressez la version de Packboard sur la passerelle, par exemple dans /opt/packboard. Il faut Linux et 300 Mo de mémoire.',
  'step.settings': 'Écrivez ces lignes dans /etc/packboard/edge.env, avec votre jeton :',
  'step.start':
    'Démarrez-le avec packboard edge, ou installez deploy/packboard-edge.service. En moins d’une minute il figure ici.',
  'step.senders':
    'Faites envoyer les machines à la passerelle au lieu de ce serveur, avec les mêmes messages. Elles s’identifient par un nom quelconque et le jeton de local.token dans EDGE_DIR.',
  manual: 'Plus dans le manuel',
}
