import type { Translation } from '../../catalogue.ts'
import type { clients as english } from '../en/clients.ts'

export const clients: Translation<typeof english> = {
  pageTitle: 'Choisir un client',
  pleaseSelect: 'Veuillez choisir le client dont vous souhaitez voir les données :',
  selectClient: 'Choisir un client :',
  placeholder: 'Choisir un client...',
  noMatch: 'Aucun client de ce nom',
  none: 'Aucun client',
  change: 'Changer de client : {client}',
  board: 'Clients selon ce qui est arrêté',
  running: '{running} sur {machines} en marche',
  packs: '{packs} paquets pendant ce poste',
  offlineCount: '{count, plural, one {# machine hors ligne} other {# machines hors ligne}}',
  closedCount: '{count, plural, one {# machine fermée} other {# machines fermées}}',
  nothingStands: 'Rien n’est arrêté',
  trouble: '{count, plural, one {# machine en difficulté} other {# machines en difficulté}}',
}
