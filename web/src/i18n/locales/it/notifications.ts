import type { Translation } from '../../catalogue.ts'
import type { notifications as english } from '../en/notifications.ts'

export const notifications: Translation<typeof english> = {
  notifications: 'Notifiche',
  hint: 'Come La informano le regole che nominano Lei o un Suo ruolo.',
  mail: 'E-mail',
  mailTo: 'A {address}',
  noMail: 'Il Suo account non ha un indirizzo e-mail.',
  mailOff: 'Al momento l’e-mail non funziona in questa installazione.',
  mailIsKept:
    'Nessun server di posta è impostato: le e-mail restano nella posta in uscita di questa installazione e non arrivano a nessuno.',
  push: 'App',
  pushHint: 'Ai browser e telefoni qui sotto, anche quando Packboard è chiuso.',
  pushOff: 'I servizi push in internet non sono raggiungibili da questa installazione.',
  onOf: 'Attivo: {what}',
  quiet: 'Ore di quiete',
  quietLine: 'dalle {from} alle {to}; ciò che è urgente passa',
  quietOff: 'I messaggi arrivano a ogni ora.',
  quietFrom: 'Quiete dalle',
  quietTo: 'Quiete alle',
  zone: 'Nel fuso orario {zone}',
  devices: 'Dispositivi',
  noDevices: 'Nessun browser riceve ancora messaggi.',
  deviceLine: 'aggiunto {added}, ultimo messaggio {sent}',
  never: 'mai',
  addThis: 'Inviare a questo browser',
  added: 'Da ora questo browser riceve messaggi.',
  removeNamed: 'Rimuovi {name}',
  unnamed: 'Browser',
  notHere:
    'Questo browser non può ricevere messaggi. Su un iPhone aggiunga prima Packboard alla schermata Home.',
  notSecure: 'I messaggi a un browser richiedono un indirizzo che inizia con https://.',
  blocked: 'Questo browser blocca i messaggi di Packboard. Li consenta nelle sue impostazioni.',
  failed:
    'Non è stato possibile aggiungere questo browser: il suo servizio push non è raggiungibile.',
  test: 'Invia una prova',
  testing: 'Invio…',
  testSent: 'Una prova è stata inviata: {channels}.',
  testNowhere: 'Nessun canale è attivo: non è stato inviato nulla.',
  saved: 'Salvato',
}
