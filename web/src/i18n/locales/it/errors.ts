import type { Translation } from '../../catalogue.ts'
import type { errors as english } from '../en/errors.ts'

export const errors: Translation<typeof english> = {
  'session.required': 'Effettui l’accesso.',
  'device.unknown':
    'Il nome del dispositivo o il suo token non è noto qui. Invii x-access-token: NAME:TOKEN, o crei un nuovo token.',
  'signin.failed': 'Nome utente o password non validi!',
  'signin.clientDisabled': 'L’account della sua azienda è disattivato. Si rivolga al fornitore.',
  'signin.pending': 'Il suo account è in attesa di approvazione.',
  'signin.throttled': 'Troppi tentativi. Attenda un momento.',
  'factor.confirm': 'Confermi la sua identità.',
  'signIn.factorWrong': 'Questo codice è errato. Riprovi.',
  'signIn.ticketOver':
    'Questo accesso è durato troppo o ha avuto troppi tentativi. Acceda di nuovo.',
  'factor.codeUsed': 'Questo codice è già stato usato. Attenda il prossimo.',
  'factor.other': 'Confermi in uno dei modi proposti.',
  'factor.exists': 'Un’app di autenticazione è già attiva. Prima la disattivi.',
  'factor.notFound': 'Questo fattore non esiste.',
  'factor.off': 'Il secondo fattore qui è disattivato.',
  'passkey.refused': 'Non è stato possibile verificare questa passkey. Riprovi.',
  'passkey.unknown': 'Questa passkey qui non è nota. Acceda con la password.',
  'passkey.notHere': 'All’indirizzo di questa installazione le passkey non funzionano.',
  'passkey.tooMany': 'Ha 10 passkey. Ne rimuova una che non serve più.',
  'session.notFound': 'Sessione non trovata.',
  'password.wrong': 'Questa password è errata.',
  'signin.company': 'La Sua azienda effettua l’accesso. Usi il pulsante qui sotto.',
  'company.notFound': 'Accesso aziendale non trovato.',
  'company.notOffered': 'Questo accesso aziendale è disattivato.',
  'company.noPublicUrl':
    'PUBLIC_URL non è impostato: nessuna azienda può rimandare le persone a questa installazione.',
  'company.notHttps': 'L’indirizzo di un accesso aziendale inizia con https://.',
  'company.privateAddress':
    'Questo accesso aziendale ha un indirizzo privato. Il gestore lo consente con OIDC_HOSTS.',
  'company.away':
    'L’accesso della Sua azienda non risponde. Può accedere con la password o riprovare più tardi.',
  'company.awayForced': 'L’accesso della Sua azienda non risponde. Riprovi più tardi.',
  'company.notConform': 'A questo indirizzo non risponde un provider OpenID Connect.',
  'company.foreignIssuer':
    'L’accesso aziendale si presenta con un nome diverso da quello inserito.',
  'company.issuerStays':
    'L’emittente resta: da esso si riconoscono le persone. Aggiunga un altro accesso aziendale.',
  'company.algorithm': 'La risposta della Sua azienda non è firmata in modo verificabile.',
  'company.signature': 'La risposta della Sua azienda è firmata con una chiave che non pubblica.',
  'company.nonce': 'La risposta della Sua azienda appartiene a un altro accesso. Ricominci.',
  'company.audience': 'La risposta della Sua azienda è destinata a un altro programma.',
  'company.clock':
    'Gli orologi della Sua azienda e di questo server differiscono di più di 30 secondi.',
  'company.tooLarge': 'La risposta della Sua azienda è troppo grande.',
  'company.tooManyGroups': 'La Sua azienda indica più di 1.000 Suoi gruppi.',
  'company.claims': 'La risposta della Sua azienda non è leggibile.',
  'company.stateUsed': 'Questo accesso è già stato usato o è durato più di 10 minuti. Ricominci.',
  'company.otherBrowser': 'Questo accesso è stato iniziato in un altro browser. Ricominci.',
  'company.codeUsed': 'La Sua azienda ha già consumato questo accesso. Ricominci.',
  'company.clientRefused':
    'La Sua azienda non accetta l’ID client o il segreto di questa installazione.',
  'company.refused': 'La Sua azienda non ha effettuato l’accesso.',
  'company.noSecret':
    'Il segreto di questo accesso aziendale non è leggibile. Un amministratore lo inserisce di nuovo.',
  'company.noEmail': 'La Sua azienda non indica il Suo indirizzo e-mail.',
  'company.notVerified': 'La Sua azienda non dice che il Suo indirizzo e-mail è verificato.',
  'company.foreignDomain':
    'Il dominio del Suo indirizzo e-mail non appartiene a questo accesso aziendale.',
  'company.waitingDomain':
    'Il dominio del Suo indirizzo e-mail non è ancora dimostrato: il suo record TXT non è stato trovato.',
  'company.adminByHand':
    'L’account di un amministratore non si collega per indirizzo. Acceda e usi Collega in Il mio account.',
  'company.otherPerson':
    'Questo indirizzo e-mail appartiene all’account di un’altra persona della Sua azienda.',
  'company.foreignTenant':
    'Questo accesso aziendale non apre il Suo account. Acceda con la password.',
  'company.accountDisabled': 'Il Suo account qui è disattivato. Contatti il Suo amministratore.',
  'company.noRole': 'Nessuno dei Suoi gruppi ha un ruolo qui. Contatti il Suo amministratore.',
  'company.foreignRole': 'Questo accesso aziendale non può assegnare quel ruolo.',
  'company.engineerByAdmin':
    'Solo un amministratore scrive una riga che assegna il ruolo ingegnere.',
  'company.publicDomain': 'Chiunque può avere un indirizzo e-mail di questo dominio.',
  'company.domainTaken': 'Questo dominio appartiene a un altro accesso aziendale.',
  'company.forceNeeds':
    'Per imporre un dominio, l’accesso è attivo, un dominio è dimostrato ed è indicato un Suo account con password che resta aperto.',
  'company.tooMany': 'Qui ci sono già 5 accessi aziendali.',
  'company.linkTaken': 'Questa persona della Sua azienda è già collegata a un altro account.',
  'company.onlyWay': 'Non ha ancora una password: questa è l’unica via al Suo account.',
  'identity.notFound': 'Questo collegamento a un’azienda non è stato trovato.',
  'signup.off': 'La registrazione qui è disattivata. Chieda un account al fornitore.',
  'signup.nameTaken': 'Questo nome utente è già in uso.',
  'signup.full': 'Troppi nuovi account sono in attesa di approvazione. Riprovi più tardi.',
  'reset.invalid': 'Questo link non è più valido. Ne richieda uno nuovo.',
  'password.refused': 'Scelga un’altra password.',
  'password.common':
    'Questa password è una di quelle che si indovinano per prime. Ne scelga un’altra.',
  'terms.required': 'Spunti i termini e le condizioni!',
  'request.invalid': 'Controlli i campi evidenziati.',
  'request.tooLarge': 'Questa richiesta è troppo grande.',
  'request.unsupportedType': 'Questo tipo di contenuto non è supportato.',
  'request.notAllowed': 'Accesso non consentito',
  'request.tooMany': 'Troppe richieste. Attenda un momento.',
  'answer.tooManyRows':
    'Questo periodo ha troppe righe. Scelga un periodo più breve o meno macchine.',
  'stops.windowTooLong':
    'Le fermate di tutte le macchine sono elencate per al massimo 31 giorni. Scelga un periodo più breve o una macchina.',
  'page.notFound': 'Qui non c’è nulla.',
  'method.notAllowed': 'Questo indirizzo non risponde a questo metodo.',
  'client.notFound': 'Cliente non trovato.',
  'client.noPremium': 'Questo cliente non ha un abbonamento premium.',
  'machine.notFound': 'Macchina non trovata.',
  'machine.tooMany': 'Questo cliente ha 2.000 macchine, il massimo per un cliente.',
  'machine.addressTaken': 'Un’altra macchina invia già con questo indirizzo.',
  'distributor.notFound': 'Distributore non trovato.',
  'machineType.notFound': 'Tipo di macchina non trovato.',
  'user.notFound': 'Utente non trovato.',
  'device.notFound': 'Dispositivo non trovato.',
  'device.tooMany': 'Questo cliente ha troppi dispositivi. Ne elimini uno che non serve più.',
  'kioskLink.wrongPin':
    'Questo PIN è errato. Dopo 5 PIN errati, ogni altro deve attendere 5 minuti.',
  'kioskLink.pinWait':
    'Troppi PIN errati su questo link. Se ne può provare un altro ogni 5 minuti.',
  'kioskLink.pinSpent':
    'Questo PIN qui non è più accettato: sono stati provati 100 PIN errati. Un amministratore deve impostarne uno nuovo.',
  'kioskLink.notFound': 'Link dello schermo non trovato.',
  'kioskLink.tooMany':
    'Questo cliente ha troppi link dello schermo. Revocarne uno che non serve più.',
  'key.notFound': 'Chiave non trovata.',
  'key.tooMany': 'Ci sono già 50 chiavi. Revochi una che non serve più.',
  'key.group': 'Questa chiave non può leggere questi dati.',
  'key.rows':
    'Una chiave legge al massimo 10.000 righe per chiamata. Scelga un intervallo più breve.',
  'key.inAddress':
    'Una chiave non deve stare in un indirizzo, dove i registri la conservano. È revocata; ne invii una nuova nell’intestazione Authorization.',
  'deleted.notFound': 'Non c’è nulla da ripristinare.',
  'settings.previewNeeded':
    'Questo inizia nel passato. Guardi prima l’anteprima e lo applichi da lì.',
  'settings.reasonNeeded': 'Una modifica del passato ha bisogno di un motivo.',
  'settings.previewUnknown': 'Non esiste una Sua anteprima di questo tipo. Ne faccia una nuova.',
  'settings.previewOther': 'L’anteprima è stata fatta per altri valori. Ne faccia una nuova.',
  'settings.previewOld': 'L’anteprima ha più di 30 minuti. Ne faccia una nuova.',
  'settings.previewOutdated':
    'Le impostazioni sono cambiate dopo l’anteprima. Ne faccia una nuova.',
  'settings.previewTooLong':
    'Una modifica risale al massimo a 366 giorni fa. Scelga un giorno più recente.',
  'settings.previewTooMany':
    'Una modifica del passato riguarda al massimo 200 macchine. La inserisca per meno macchine.',
  'settings.previewBusy': 'Si stanno calcolando altre anteprime. Riprovi tra un minuto.',
  'edit.conflict': 'Nel frattempo qualcun altro ha modificato questi dati. Li ricontrolli.',
  'savedView.tooMany': 'Ha 100 viste salvate di questo cliente. Ne elimini una che non serve più.',
  'plan.overlap': 'Due orari di questo piano si sovrappongono.',
  'line.notFound': 'Linea non trovata.',
  'lineFlow.conflict': 'Due parti di questo flusso si escludono.',
  'lineRoot.noStop': 'La macchina non era ferma in quel momento.',
  'lineRoot.tooMany': 'Questa macchina ha già 1.000 cause indicate nelle ultime 24 ore.',
  'reason.notFound': 'Motivo non trovato.',
  'label.taken':
    'Nel frattempo qualcun altro ha indicato perché la macchina era ferma qui. Verifichi di nuovo.',
  'label.noStop': 'La macchina non è rimasta ferma per tutto questo tempo.',
  'label.tooOld':
    'Questo arresto è terminato da più di 24 ore. Si rivolga a un tecnico o a un amministratore.',
  'shift.signed': 'Questo lato del passaggio di consegne è già firmato.',
  'shift.sameSigner': 'Ha firmato l’altro lato. Questo deve firmarlo un’altra persona.',
  'shift.tooEarly': 'Un turno si può firmare a partire da 30 minuti prima della fine.',
  'shift.noNames':
    'Questo cliente non mostra nomi sui tablet. Per firmare acceda con il proprio account.',
  'shift.tooManyNotes': 'Questo turno ha già 100 note.',
  'name.taken': 'Questo nome è già in uso.',
  'user.notAvailable': 'Questo nome utente o indirizzo e-mail non è disponibile.',
  'row.inUse': 'È ancora in uso.',
  'row.protected': 'Non può essere eliminato né disattivato.',
  'restore.blocked': 'Non può ancora essere ripristinato.',
  'picture.unsupported': 'L’immagine deve essere un file PNG, JPEG o WebP.',
  'picture.tooLarge': 'L’immagine può avere al massimo 5 MB e 4.096 pixel per lato.',
  'doors.late':
    'La modifica è salvata e in vigore. Ciò che riceve i dati non l’ha recepita entro 15 secondi; lo farà da solo. Non ripeta la modifica.',
  'store.busy': 'L’archivio dati è occupato. Riprovi.',
  'store.full': 'Il disco del server è pieno. Informi il Suo fornitore e riprovi più tardi.',
  'secrets.noKey':
    'Manca il file delle chiavi di questo server, quindi nessun segreto può essere salvato o letto. Informi il Suo fornitore.',
  'ingest.busy': 'I dati non possono essere salvati in questo momento. Li invii di nuovo.',
  'clock.wrong':
    'L’orologio di questo server è sbagliato, quindi non accetta dati. Li invii più tardi o a un altro server.',
  'damage.notFound': 'Niente di questo mese è danneggiato.',
  'backup.running': 'È già in corso un backup. Attenda che finisca.',
  'backup.elsewhere':
    'Gli archivi dei dati si trovano su altri server: li salvano gli strumenti di quei server.',
  'recordFile.notFound': 'File non trovato.',
  'recordFile.open': 'È già in corso l’importazione di un altro file.',
  'recordFile.ended': 'Questa importazione è in corso o terminata.',
  'recordFile.unreadable': 'Questo file non è leggibile.',
  'recordFile.expired': 'Questo caricamento è rimasto muto per 10 minuti ed è terminato.',
  'recordFile.share': 'Sono già in attesa file per 500 MB. Importarne o annullarne prima uno.',
  'recordFile.elsewhere': 'Qui inviare i record per HTTP.',
  'records.damaged': 'Questi valori non possono essere letti: i loro dati sono danneggiati.',
  'ingest.volume':
    'Questo dispositivo ha inviato tutto ciò che può inviare oggi. Invii di nuovo più tardi.',
  'ingest.tooManyWrong':
    'Questo dispositivo invia più registrazioni errate di quante ne vengano lette. Lo corregga; le registrazioni accantonate indicano che cosa è sbagliato.',
  'hook.notFound': 'Webhook non trovato.',
  'hook.deliveryNotFound': 'Consegna non trovata.',
  'hook.off': 'Questo webhook è disattivato.',
  'hook.notHttps':
    'L’indirizzo di un webhook comincia con https://, quello di un broker con mqtts://.',
  'hook.privateAddress': 'È un indirizzo privato. Il gestore lo consente con HOOKS_ALLOW.',
  'hook.away': 'Questo indirizzo non risponde.',
  'alert.notFound': 'Avviso non trovato.',
  'alertRule.notFound': 'Regola di avviso non trovata.',
  'alertRule.idTaken': 'Questa regola esiste già. Si prega di guardare di nuovo.',
  'alertAddress.notFound': 'Indirizzo non trovato.',
  'alertAddress.tooMany':
    'Si possono aggiungere al massimo 20 nuovi indirizzi all’ora. Riprovare più tardi.',
  'alertAddress.invalid': 'Questo link non è più valido.',
  'alertLink.notFound': 'Questo link non è più valido. Acceda per vedere la segnalazione.',
  'report.idTaken': 'Un rapporto ha già questo identificativo. Lo aggiunga di nuovo.',
  'report.notFound': 'Rapporto non trovato.',
  'report.noMachine': 'Questo rapporto non ha macchine.',
  'report.noAddress': 'Il suo account non ha un indirizzo e-mail.',
  'reportLink.notFound': 'Questo link non è più valido.',
  'server.failed': 'Si è verificato un errore',
}
