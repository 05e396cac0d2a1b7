import type { Translation } from '../../catalogue.ts'
import type { errors as english } from '../en/errors.ts'

export const errors: Translation<typeof english> = {
  'session.required': 'Bitte melden Sie sich an.',
  'device.unknown':
    'Der Name des Geräts oder sein Token ist hier nicht bekannt. Senden Sie x-access-token: NAME:TOKEN, oder erzeugen Sie ein neues Token.',
  'signin.failed': 'Benutzername oder Passwort ist falsch!',
  'signin.clientDisabled':
    'Das Konto Ihres Unternehmens ist gesperrt. Bitte wenden Sie sich an Ihren Anbieter.',
  'signin.pending': 'Ihr Konto wartet auf Freigabe.',
  'signin.throttled': 'Zu viele Versuche. Bitte warten Sie einen Moment.',
  'factor.confirm': 'Bitte bestätigen Sie, dass Sie es sind.',
  'signIn.factorWrong': 'Dieser Code ist falsch. Bitte versuchen Sie es noch einmal.',
  'signIn.ticketOver':
    'Diese Anmeldung hat zu lange gedauert oder zu viele Versuche gebraucht. Bitte melden Sie sich neu an.',
  'factor.codeUsed': 'Dieser Code wurde schon verwendet. Bitte warten Sie auf den nächsten.',
  'factor.other': 'Bitte bestätigen Sie auf einem der angebotenen Wege.',
  'factor.exists':
    'Eine Authentifizierungs-App ist schon eingeschaltet. Bitte schalten Sie sie zuerst aus.',
  'factor.notFound': 'Diesen Faktor gibt es nicht.',
  'factor.off': 'Der zweite Faktor ist hier abgeschaltet.',
  'passkey.refused':
    'Dieser Passkey konnte nicht geprüft werden. Bitte versuchen Sie es noch einmal.',
  'passkey.unknown':
    'Dieser Passkey ist hier nicht bekannt. Bitte melden Sie sich mit Ihrem Passwort an.',
  'passkey.notHere': 'An der Adresse dieser Installation funktionieren Passkeys nicht.',
  'passkey.tooMany':
    'Sie haben 10 Passkeys. Bitte entfernen Sie einen, der nicht mehr gebraucht wird.',
  'session.notFound': 'Sitzung nicht gefunden.',
  'password.wrong': 'Dieses Passwort ist falsch.',
  'signin.company': 'Ihr Unternehmen meldet Sie an. Bitte benutzen Sie den Knopf darunter.',
  'company.notFound': 'Firmenanmeldung nicht gefunden.',
  'company.notOffered': 'Diese Firmenanmeldung ist abgeschaltet.',
  'company.noPublicUrl':
    'PUBLIC_URL ist nicht gesetzt: Kein Unternehmen kann jemanden zu dieser Installation zurückschicken.',
  'company.notHttps': 'Die Adresse einer Firmenanmeldung beginnt mit https://.',
  'company.privateAddress':
    'Diese Firmenanmeldung hat eine private Adresse. Der Betreiber erlaubt sie mit OIDC_HOSTS.',
  'company.away':
    'Die Anmeldung Ihres Unternehmens antwortet nicht. Sie können sich mit Ihrem Passwort anmelden oder es später erneut versuchen.',
  'company.awayForced':
    'Die Anmeldung Ihres Unternehmens antwortet nicht. Bitte versuchen Sie es später erneut.',
  'company.notConform': 'Was unter dieser Adresse antwortet, ist kein Anbieter von OpenID Connect.',
  'company.foreignIssuer': 'Die Firmenanmeldung nennt sich anders als eingegeben.',
  'company.issuerStays':
    'Der Aussteller bleibt: Nach ihm werden die Personen erkannt. Bitte fügen Sie eine weitere Firmenanmeldung hinzu.',
  'company.algorithm':
    'Die Antwort Ihres Unternehmens ist nicht so unterschrieben, dass sie geprüft werden kann.',
  'company.signature':
    'Die Antwort Ihres Unternehmens ist mit einem Schlüssel unterschrieben, den es nicht veröffentlicht.',
  'company.nonce':
    'Die Antwort Ihres Unternehmens gehört zu einer anderen Anmeldung. Bitte beginnen Sie neu.',
  'company.audience': 'Die Antwort Ihres Unternehmens ist für ein anderes Programm bestimmt.',
  'company.clock':
    'Die Uhren Ihres Unternehmens und dieses Servers gehen um mehr als 30 Sekunden auseinander.',
  'company.tooLarge': 'Die Antwort Ihres Unternehmens ist zu groß.',
  'company.tooManyGroups': 'Ihr Unternehmen nennt mehr als 1.000 Gruppen von Ihnen.',
  'company.claims': 'Die Antwort Ihres Unternehmens ist nicht lesbar.',
  'company.stateUsed':
    'Diese Anmeldung wurde schon benutzt oder dauerte länger als 10 Minuten. Bitte beginnen Sie neu.',
  'company.otherBrowser':
    'Diese Anmeldung wurde in einem anderen Browser begonnen. Bitte beginnen Sie neu.',
  'company.codeUsed':
    'Ihr Unternehmen hat diese Anmeldung schon verbraucht. Bitte beginnen Sie neu.',
  'company.clientRefused':
    'Ihr Unternehmen nimmt Client-ID oder Geheimnis dieser Installation nicht an.',
  'company.refused': 'Ihr Unternehmen hat Sie nicht angemeldet.',
  'company.noSecret':
    'Das Geheimnis dieser Firmenanmeldung ist nicht lesbar. Ein Administrator gibt es neu ein.',
  'company.noEmail': 'Ihr Unternehmen nennt Ihre E-Mail-Adresse nicht.',
  'company.notVerified': 'Ihr Unternehmen sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist.',
  'company.foreignDomain':
    'Die Domain Ihrer E-Mail-Adresse gehört nicht zu dieser Firmenanmeldung.',
  'company.waitingDomain':
    'Die Domain Ihrer E-Mail-Adresse ist noch nicht belegt: Ihr TXT-Eintrag wurde nicht gefunden.',
  'company.adminByHand':
    'Das Konto eines Administrators wird nicht nach seiner Adresse verbunden. Bitte melden Sie sich an und benutzen Sie Verbinden unter Mein Konto.',
  'company.otherPerson':
    'Diese E-Mail-Adresse gehört zum Konto einer anderen Person Ihres Unternehmens.',
  'company.foreignTenant':
    'Diese Firmenanmeldung öffnet Ihr Konto nicht. Bitte melden Sie sich mit Ihrem Passwort an.',
  'company.accountDisabled':
    'Ihr Konto ist hier gesperrt. Bitte wenden Sie sich an Ihren Administrator.',
  'company.noRole':
    'Keine Ihrer Gruppen hat hier eine Rolle. Bitte wenden Sie sich an Ihren Administrator.',
  'company.foreignRole': 'Diese Firmenanmeldung kann diese Rolle nicht geben.',
  'company.engineerByAdmin':
    'Nur ein Administrator schreibt eine Zeile, die die Rolle Ingenieur gibt.',
  'company.publicDomain': 'Eine E-Mail-Adresse dieser Domain kann jeder haben.',
  'company.domainTaken': 'Diese Domain gehört zu einer anderen Firmenanmeldung.',
  'company.forceNeeds':
    'Um eine Domain zu erzwingen, ist die Anmeldung eingeschaltet, eine Domain belegt und eines Ihrer Konten mit Passwort benannt, das offen bleibt.',
  'company.tooMany': 'Hier gibt es schon 5 Firmenanmeldungen.',
  'company.linkTaken':
    'Diese Person Ihres Unternehmens ist schon mit einem anderen Konto verbunden.',
  'company.onlyWay': 'Sie haben noch kein Passwort: Das ist der einzige Weg in Ihr Konto.',
  'identity.notFound': 'Diese Verbindung zu einem Unternehmen wurde nicht gefunden.',
  'signup.off':
    'Die Registrierung ist hier abgeschaltet. Bitte lassen Sie sich von Ihrem Anbieter ein Konto einrichten.',
  'signup.nameTaken': 'Dieser Benutzername ist bereits vergeben.',
  'signup.full': 'Zu viele neue Konten warten auf Freigabe. Bitte versuchen Sie es später erneut.',
  'reset.invalid': 'Dieser Link ist nicht mehr gültig. Bitte fordern Sie einen neuen an.',
  'password.refused': 'Bitte wählen Sie ein anderes Passwort.',
  'password.common':
    'Dieses Passwort gehört zu denen, die zuerst erraten werden. Bitte wählen Sie ein anderes.',
  'terms.required': 'Bitte bestätigen Sie die Nutzungsbedingungen!',
  'request.invalid': 'Bitte prüfen Sie die markierten Felder.',
  'request.tooLarge': 'Diese Anfrage ist zu groß.',
  'request.unsupportedType': 'Diese Art von Inhalt wird nicht unterstützt.',
  'request.notAllowed': 'Kein Zugriff',
  'request.tooMany': 'Zu viele Anfragen. Bitte warten Sie einen Moment.',
  'answer.tooManyRows':
    'Dieser Zeitraum hat zu viele Zeilen. Bitte wählen Sie einen kürzeren Zeitraum oder weniger Maschinen.',
  'stops.windowTooLong':
    'Die Stillstände aller Maschinen werden für höchstens 31 Tage aufgelistet. Bitte wählen Sie einen kürzeren Zeitraum oder eine Maschine.',
  'page.notFound': 'Hier gibt es nichts.',
  'method.notAllowed': 'Diese Adresse beantwortet diese Methode nicht.',
  'client.notFound': 'Kunde nicht gefunden.',
  'client.noPremium': 'Dieser Kunde hat kein Premium-Abonnement.',
  'machine.notFound': 'Maschine nicht gefunden.',
  'machine.tooMany': 'Dieser Kunde hat 2.000 Maschinen; mehr kann ein Kunde nicht haben.',
  'machine.addressTaken': 'Eine andere Maschine sendet schon unter dieser Adresse.',
  'distributor.notFound': 'Händler nicht gefunden.',
  'machineType.notFound': 'Maschinentyp nicht gefunden.',
  'user.notFound': 'Benutzer nicht gefunden.',
  'device.notFound': 'Gerät nicht gefunden.',
  'device.tooMany':
    'Dieser Kunde hat zu viele Geräte. Bitte eines löschen, das nicht mehr gebraucht wird.',
  'kioskLink.wrongPin': 'Diese PIN ist falsch. Nach 5 falschen PINs wartet jede weitere 5 Minuten.',
  'kioskLink.pinWait':
    'Zu viele falsche PINs an diesem Link. Alle 5 Minuten kann eine weitere versucht werden.',
  'kioskLink.pinSpent':
    'Diese PIN wird hier nicht mehr angenommen: 100 falsche wurden versucht. Ein Administrator muss eine neue setzen.',
  'kioskLink.notFound': 'Wand-Link nicht gefunden.',
  'kioskLink.tooMany':
    'Dieser Kunde hat zu viele Wand-Links. Bitte einen widerrufen, der nicht mehr gebraucht wird.',
  'key.notFound': 'Schlüssel nicht gefunden.',
  'key.tooMany':
    'Es gibt bereits 50 Schlüssel. Bitte widerrufen Sie einen, der nicht mehr gebraucht wird.',
  'key.group': 'Dieser Schlüssel darf das nicht lesen.',
  'key.rows':
    'Ein Schlüssel liest höchstens 10.000 Zeilen je Aufruf. Bitte wählen Sie einen kürzeren Zeitraum.',
  'key.inAddress':
    'Ein Schlüssel darf nicht in einer Adresse stehen, denn dort behalten ihn Protokolle. Er ist widerrufen; bitte senden Sie einen neuen im Header Authorization.',
  'deleted.notFound': 'Es gibt nichts wiederherzustellen.',
  'settings.previewNeeded':
    'Das beginnt in der Vergangenheit. Bitte sehen Sie sich zuerst die Vorschau an und wenden Sie es von dort aus an.',
  'settings.reasonNeeded': 'Eine Änderung der Vergangenheit braucht einen Grund.',
  'settings.previewUnknown':
    'Eine solche Vorschau von Ihnen gibt es nicht. Bitte erstellen Sie eine neue.',
  'settings.previewOther':
    'Die Vorschau wurde für andere Werte erstellt. Bitte erstellen Sie eine neue.',
  'settings.previewOld': 'Die Vorschau ist älter als 30 Minuten. Bitte erstellen Sie eine neue.',
  'settings.previewOutdated':
    'Die Einstellungen wurden nach der Vorschau geändert. Bitte erstellen Sie eine neue.',
  'settings.previewTooLong':
    'Eine Änderung reicht höchstens 366 Tage zurück. Bitte wählen Sie einen späteren Tag.',
  'settings.previewTooMany':
    'Eine Änderung der Vergangenheit betrifft höchstens 200 Maschinen. Bitte tragen Sie sie für weniger ein.',
  'settings.previewBusy':
    'Andere Vorschauen werden gerade berechnet. Bitte versuchen Sie es in einer Minute noch einmal.',
  'edit.conflict': 'Jemand anderes hat dies inzwischen geändert. Bitte sehen Sie noch einmal nach.',
  'savedView.tooMany':
    'Sie haben 100 gespeicherte Ansichten dieses Kunden. Löschen Sie eine, die nicht mehr gebraucht wird.',
  'plan.overlap': 'Zwei Zeiten dieses Plans überschneiden sich.',
  'line.notFound': 'Linie nicht gefunden.',
  'lineFlow.conflict': 'Zwei Teile dieses Materialflusses schließen einander aus.',
  'lineRoot.noStop': 'Die Maschine stand zu dieser Zeit nicht.',
  'lineRoot.tooMany':
    'Für diese Maschine wurden in den letzten 24 Stunden schon 1.000 Ursachen benannt.',
  'reason.notFound': 'Grund nicht gefunden.',
  'label.taken':
    'Inzwischen hat jemand anders gesagt, warum die Maschine hier stand. Bitte sehen Sie noch einmal nach.',
  'label.noStop': 'Die Maschine stand nicht während dieser ganzen Zeit.',
  'label.tooOld':
    'Dieser Stopp endete vor mehr als 24 Stunden. Bitte fragen Sie einen Techniker oder Administrator.',
  'shift.signed': 'Diese Seite der Übergabe ist bereits unterschrieben.',
  'shift.sameSigner':
    'Sie haben die andere Seite unterschrieben. Diese muss jemand anders unterschreiben.',
  'shift.tooEarly': 'Eine Schicht kann ab 30 Minuten vor ihrem Ende unterschrieben werden.',
  'shift.noNames':
    'Dieser Kunde zeigt auf Tablets keine Namen. Melden Sie sich zum Unterschreiben mit Ihrem eigenen Konto an.',
  'shift.tooManyNotes': 'Diese Schicht hat bereits 100 Notizen.',
  'name.taken': 'Dieser Name ist bereits vergeben.',
  'user.notAvailable': 'Dieser Benutzername oder diese E-Mail-Adresse ist nicht verfügbar.',
  'row.inUse': 'Dies wird noch verwendet.',
  'row.protected': 'Dies kann weder gelöscht noch gesperrt werden.',
  'restore.blocked': 'Dies kann noch nicht wiederhergestellt werden.',
  'picture.unsupported': 'Das Bild muss eine PNG-, JPEG- oder WebP-Datei sein.',
  'picture.tooLarge': 'Das Bild darf höchstens 5 MB groß sein und 4.096 Pixel je Seite haben.',
  'doors.late':
    'Ihre Änderung ist gespeichert und gilt. Was Datensätze empfängt, hat sie nicht innerhalb von 15 Sekunden übernommen; das geschieht von selbst. Bitte wiederholen Sie die Änderung nicht.',
  'store.busy': 'Der Datenspeicher ist ausgelastet. Bitte versuchen Sie es erneut.',
  'store.full':
    'Der Datenträger des Servers ist voll. Bitte informieren Sie Ihren Anbieter und versuchen Sie es später erneut.',
  'secrets.noKey':
    'Die Schlüsseldatei dieses Servers fehlt, daher kann kein Geheimnis gespeichert oder gelesen werden. Bitte informieren Sie Ihren Anbieter.',
  'ingest.busy': 'Datensätze können gerade nicht gespeichert werden. Bitte senden Sie sie erneut.',
  'clock.wrong':
    'Die Uhr dieses Servers geht falsch, deshalb nimmt er keine Datensätze an. Bitte senden Sie später oder an einen anderen Server.',
  'damage.notFound': 'In diesem Monat ist nichts beschädigt.',
  'backup.running':
    'Es wird bereits eine Sicherung erstellt. Bitte warten Sie, bis sie fertig ist.',
  'backup.elsewhere': 'Die Datenspeicher liegen auf anderen Servern: Deren Werkzeuge sichern sie.',
  'recordFile.notFound': 'Datei nicht gefunden.',
  'recordFile.open': 'Es wird schon eine andere Datei importiert.',
  'recordFile.ended': 'Dieser Import läuft oder ist beendet.',
  'recordFile.unreadable': 'Diese Datei ist nicht lesbar.',
  'recordFile.expired': 'Dieser Upload war 10 Minuten lang still und ist beendet.',
  'recordFile.share':
    'Es warten schon Dateien mit 500 MB. Bitte importieren oder verwerfen Sie zuerst eine davon.',
  'recordFile.elsewhere': 'Hier bitte Datensätze per HTTP senden.',
  'records.damaged': 'Diese Zahlen können nicht gelesen werden: Ihre Datensätze sind beschädigt.',
  'ingest.volume':
    'Dieses Gerät hat alles gesendet, was es heute senden darf. Bitte senden Sie später erneut.',
  'ingest.tooManyWrong':
    'Dieses Gerät sendet mehr fehlerhafte Aufzeichnungen, als gelesen werden. Bitte korrigieren Sie es; die zurückgelegten Aufzeichnungen sagen, was falsch ist.',
  'hook.notFound': 'Webhook nicht gefunden.',
  'hook.deliveryNotFound': 'Zustellung nicht gefunden.',
  'hook.off': 'Dieser Webhook ist ausgeschaltet.',
  'hook.notHttps':
    'Die Adresse eines Webhooks beginnt mit https://, die eines Brokers mit mqtts://.',
  'hook.privateAddress': 'Das ist eine private Adresse. Der Betreiber erlaubt sie mit HOOKS_ALLOW.',
  'hook.away': 'Diese Adresse antwortet nicht.',
  'alert.notFound': 'Meldung nicht gefunden.',
  'alertRule.notFound': 'Meldungsregel nicht gefunden.',
  'alertRule.idTaken': 'Diese Regel gibt es schon. Bitte sehen Sie noch einmal nach.',
  'alertAddress.notFound': 'Adresse nicht gefunden.',
  'alertAddress.tooMany':
    'In einer Stunde lassen sich höchstens 20 neue Adressen hinzufügen. Bitte später erneut versuchen.',
  'alertAddress.invalid': 'Dieser Link gilt nicht mehr.',
  'alertLink.notFound':
    'Dieser Link gilt nicht mehr. Bitte melden Sie sich an, um die Meldung zu sehen.',
  'report.idTaken': 'Ein Bericht hat diese Kennung schon. Bitte noch einmal hinzufügen.',
  'report.notFound': 'Bericht nicht gefunden.',
  'report.noMachine': 'Dieser Bericht hat keine Maschine.',
  'report.noAddress': 'Ihr Konto hat keine E-Mail-Adresse.',
  'reportLink.notFound': 'Dieser Link gilt nicht mehr.',
  'server.failed': 'Es ist ein Fehler aufgetreten',
}
