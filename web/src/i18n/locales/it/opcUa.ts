import type { Translation } from '../../catalogue.ts'
import type { opcUa as english } from '../en/opcUa.ts'

export const opcUa: Translation<typeof english> = {
  security: 'Sicurezza',
  'security.strongest': 'La più forte offerta',
  'security.none': 'Nessuna',
  'security.sign': 'Firma',
  'security.signAndEncrypt': 'Firma e cifratura',
  securityHint: 'La più forte non è mai nessuna. Nessuna passa in chiaro.',
  userName: 'Nome utente',
  userHint: 'Vuoto: anonimo',
  password: 'Password',
  'password.none': 'Nessuna è salvata.',
  'password.stored': 'Una è salvata; lasciata vuota, resta. Non è mai mostrata.',
  'password.again':
    'Quella salvata vale solo per l’indirizzo e l’utente salvati: scrivetela di nuovo.',
  'password.noUser': 'Serve un nome utente.',
  dictionaryHint:
    'I nomi della norma si leggono senza impostazioni. Scegliete un’altra tabella se il server ha parole o numeri del costruttore.',
  found: 'Che cosa è stato trovato',
  noToken: 'Packboard si connette al server della macchina e legge soltanto. Non serve un token.',
  tryAgain: 'Riprova',
  trying: 'Tentativo...',
  'status.connecting': 'Connessione in corso',
  'status.served': 'Viene letta',
  'status.stale': 'Il server non conosce lo stato della macchina',
  'status.waiting': 'Non viene letta',
  since: 'Dal {since}',
  retryAt: 'nuovo tentativo {at}',
  nothing: 'Ancora nulla: la connessione è stata appena salvata.',
  server: 'Server',
  protection: 'Protezione',
  machines: 'Oggetti PackML',
  isRead: 'viene letto',
  parts: 'Valori facoltativi',
  missing: 'Non su questo server',
  alarms: 'Allarmi',
  'alarms.conditions': 'Condizioni di allarme',
  'alarms.array': 'Admin.Alarm',
  'alarms.none': 'Nessuno',
  clock: 'Orologio',
  'clock.ahead': 'avanti di {seconds} s',
  'clock.behind': 'indietro di {seconds} s',
  'clock.right': 'Giusto al secondo',
  'fault.addressNotAllowed': 'Il gestore deve permettere questo host con OPCUA_HOSTS.',
  'fault.unreachable': 'Controllate indirizzo, porta e firewall: la via va da Packboard al server.',
  'fault.noSecurity': 'Attivate la sicurezza sul server, o sceglietene un’altra qui.',
  'fault.certificateUnknown':
    'Confrontate l’impronta con quella che mostra il server, poi spostate il file da opcua/unknown a opcua/trusted nella cartella dei dati e riprovate.',
  'fault.certificateExpired':
    'Date al server un certificato nuovo, o regolate l’orologio del server di Packboard.',
  'fault.passwordInClear': 'Scegliete un’altra sicurezza, o lasciate vuoto il nome utente.',
  'fault.signInRefused':
    'Controllate nome utente e password; oppure fate sì che il server si fidi di opcua/own/packboard.der.',
  'fault.noPackML': 'Attivate il modello PackML sul server, e pubblicate l’oggetto della macchina.',
  'fault.severalMachines': 'Aggiungete uno di questi oggetti all’endpoint, dopo #.',
  'fault.machineNotThere': 'Correggete l’oggetto dopo il # dell’endpoint.',
  'fault.tooLarge':
    'Il server mostra troppi oggetti: date lì all’utente di Packboard una vista più piccola.',
  'fault.lost':
    'La linea si è interrotta, o il server è ripartito. Il nuovo tentativo avviene da sé.',
  'fault.failed': 'Non è riuscito per un altro motivo; il log del server dice di più.',
}
