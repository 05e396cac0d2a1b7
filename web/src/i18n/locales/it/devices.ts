import type { Translation } from '../../catalogue.ts'
import type { devices as english } from '../en/devices.ts'

export const devices: Translation<typeof english> = {
  devices: 'Dispositivi',
  aDevice: 'dispositivo',
  hint: 'Un dispositivo invia i dati delle macchine. Ne aggiunga uno per macchina, o un gateway per tutte quelle di un cliente.',
  name: 'Nome',
  nameHint: 'Fa parte dell’accesso; non cambia.',
  client: 'Cliente',
  sendsFor: 'Invia per',
  allMachines: 'Tutte le macchine',
  theseMachines: 'Queste macchine',
  machines: 'Macchine',
  tokenMade: 'Token dal',
  password: 'password, ancora nessun token',
  oldUntil: 'Token precedente fino al',
  lastSeen: 'Visto l’ultima volta',
  never: 'mai',
  token: 'Token del dispositivo',
  tokenOf: 'Token di {name}',
  tokenUse:
    'Via HTTP invia <c>{header}</c>, via MQTT accede come <c>{name}</c> con il token come password.',
  oldStays: 'Il token precedente resta valido fino al {until}.',
  copyNow:
    'Lo copi ora: non verrà più mostrato. Chi lo possiede invia dati a nome di queste macchine.',
  copyByHand: 'Il token è selezionato: lo copi con Ctrl+C.',
  copy: 'Copia token',
  copied: 'Copiato',
  done: 'Fine',
  rotateNamed: 'Nuovo token per {name}',
  rotate: 'Crea token',
  rotating: 'Creazione...',
  oldToken: 'Token attuale',
  oldTokenHint:
    '24 ore lasciano il tempo di impostare quello nuovo. Lo termini subito se qualcun altro può averlo.',
  endsLater: 'Termina tra 24 ore',
  endsNow: 'Termina ora',
  gone: '{name} viene rifiutato subito: ciò che invia da ora non viene salvato. I dati già salvati restano. Un amministratore può ripristinarlo, con il suo token, per 30 giorni.',
  deleted: 'Dispositivo eliminato',
  kept: 'Impossibile eliminare il dispositivo',
  success: 'Operazione riuscita!',
}
