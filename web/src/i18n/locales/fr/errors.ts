import type { Translation } from '../../catalogue.ts'
import type { errors as english } from '../en/errors.ts'

export const errors: Translation<typeof english> = {
  'session.required': 'Veuillez vous connecter.',
  'device.unknown':
    'Le nom de l’appareil ou son jeton n’est pas connu ici. Envoyez x-access-token: NAME:TOKEN, ou créez un nouveau jeton.',
  'signin.failed': 'Nom d’utilisateur ou mot de passe incorrect !',
  'signin.clientDisabled':
    'Le compte de votre entreprise est désactivé. Veuillez contacter votre fournisseur.',
  'signin.pending': 'Votre compte est en attente d’approbation.',
  'signin.throttled': 'Trop de tentatives. Veuillez patienter un instant.',
  'factor.confirm': 'Veuillez confirmer que c’est bien vous.',
  'signIn.factorWrong': 'Ce code est incorrect. Veuillez réessayer.',
  'signIn.ticketOver':
    'Cette connexion a duré trop longtemps ou compté trop d’essais. Veuillez vous reconnecter.',
  'factor.codeUsed': 'Ce code a déjà été utilisé. Veuillez attendre le suivant.',
  'factor.other': 'Veuillez confirmer de l’une des façons proposées.',
  'factor.exists':
    'Une application d’authentification est déjà activée. Veuillez d’abord la désactiver.',
  'factor.notFound': 'Ce facteur n’existe pas.',
  'factor.off': 'Le second facteur est désactivé ici.',
  'passkey.refused': 'Cette clé d’accès n’a pas pu être vérifiée. Veuillez réessayer.',
  'passkey.unknown':
    'Cette clé d’accès n’est pas connue ici. Veuillez vous connecter avec votre mot de passe.',
  'passkey.notHere': 'Les clés d’accès ne fonctionnent pas à l’adresse de cette installation.',
  'passkey.tooMany': 'Vous avez 10 clés d’accès. Veuillez en supprimer une qui ne sert plus.',
  'session.notFound': 'Session introuvable.',
  'password.wrong': 'Ce mot de passe est incorrect.',
  'signin.company': 'Votre entreprise vous connecte. Utilisez le bouton ci-dessous.',
  'company.notFound': 'Connexion d’entreprise introuvable.',
  'company.notOffered': 'Cette connexion d’entreprise est désactivée.',
  'company.noPublicUrl':
    'PUBLIC_URL n’est pas défini : aucune entreprise ne peut renvoyer des personnes vers cette installation.',
  'company.notHttps': 'L’adresse d’une connexion d’entreprise commence par https://.',
  'company.privateAddress':
    'Cette connexion d’entreprise a une adresse privée. L’exploitant l’autorise avec OIDC_HOSTS.',
  'company.away':
    'La connexion de votre entreprise ne répond pas. Vous pouvez vous connecter avec votre mot de passe, ou réessayer plus tard.',
  'company.awayForced':
    'La connexion de votre entreprise ne répond pas. Veuillez réessayer plus tard.',
  'company.notConform': 'Ce qui répond à cette adresse n’est pas un fournisseur OpenID Connect.',
  'company.foreignIssuer':
    'La connexion d’entreprise se présente sous un autre nom que celui saisi.',
  'company.issuerStays':
    'L’émetteur reste : les personnes sont connues par lui. Ajoutez une autre connexion d’entreprise.',
  'company.algorithm': 'La réponse de votre entreprise n’est pas signée d’une manière vérifiable.',
  'company.signature':
    'La réponse de votre entreprise est signée avec une clé qu’elle ne publie pas.',
  'company.nonce':
    'La réponse de votre entreprise appartient à une autre connexion. Veuillez recommencer.',
  'company.audience': 'La réponse de votre entreprise est destinée à un autre programme.',
  'company.clock':
    'Les horloges de votre entreprise et de ce serveur diffèrent de plus de 30 secondes.',
  'company.tooLarge': 'La réponse de votre entreprise est trop grande.',
  'company.tooManyGroups': 'Votre entreprise indique plus de 1 000 de vos groupes.',
  'company.claims': 'La réponse de votre entreprise est illisible.',
  'company.stateUsed':
    'Cette connexion a déjà été utilisée ou a duré plus de 10 minutes. Veuillez recommencer.',
  'company.otherBrowser':
    'Cette connexion a été commencée dans un autre navigateur. Veuillez recommencer.',
  'company.codeUsed': 'Votre entreprise a déjà consommé cette connexion. Veuillez recommencer.',
  'company.clientRefused':
    'Votre entreprise n’accepte pas l’ID client ou le secret de cette installation.',
  'company.refused': 'Votre entreprise ne vous a pas connecté.',
  'company.noSecret':
    'Le secret de cette connexion d’entreprise est illisible. Un administrateur le saisit à nouveau.',
  'company.noEmail': 'Votre entreprise n’indique pas votre adresse e-mail.',
  'company.notVerified': 'Votre entreprise ne dit pas que votre adresse e-mail est vérifiée.',
  'company.foreignDomain':
    'Le domaine de votre adresse e-mail n’appartient pas à cette connexion d’entreprise.',
  'company.waitingDomain':
    'Le domaine de votre adresse e-mail n’est pas encore prouvé : son enregistrement TXT n’a pas été trouvé.',
  'company.adminByHand':
    'Le compte d’un administrateur n’est pas relié par son adresse. Connectez-vous et utilisez Relier dans Mon compte.',
  'company.otherPerson':
    'Cette adresse e-mail appartient au compte d’une autre personne de votre entreprise.',
  'company.foreignTenant':
    'Cette connexion d’entreprise n’ouvre pas votre compte. Connectez-vous avec votre mot de passe.',
  'company.accountDisabled':
    'Votre compte est désactivé ici. Veuillez contacter votre administrateur.',
  'company.noRole':
    'Aucun de vos groupes n’a de rôle ici. Veuillez contacter votre administrateur.',
  'company.foreignRole': 'Cette connexion d’entreprise ne peut pas donner ce rôle.',
  'company.engineerByAdmin':
    'Seul un administrateur écrit une ligne qui donne le rôle de ingénieur.',
  'company.publicDomain': 'Tout le monde peut avoir une adresse e-mail de ce domaine.',
  'company.domainTaken': 'Ce domaine appartient à une autre connexion d’entreprise.',
  'company.forceNeeds':
    'Pour imposer un domaine, la connexion est activée, un domaine est prouvé et un de vos comptes avec mot de passe est désigné pour rester ouvert.',
  'company.tooMany': 'Il y a déjà 5 connexions d’entreprise ici.',
  'company.linkTaken': 'Cette personne de votre entreprise est déjà reliée à un autre compte.',
  'company.onlyWay':
    'Vous n’avez pas encore de mot de passe : c’est la seule voie vers votre compte.',
  'identity.notFound': 'Ce lien avec une entreprise est introuvable.',
  'signup.off':
    'L’inscription est désactivée ici. Veuillez demander un compte à votre fournisseur.',
  'signup.nameTaken': 'Ce nom d’utilisateur est déjà pris.',
  'signup.full':
    'Trop de nouveaux comptes sont en attente d’approbation. Veuillez réessayer plus tard.',
  'reset.invalid': 'Ce lien n’est plus valable. Veuillez en demander un nouveau.',
  'password.refused': 'Veuillez choisir un autre mot de passe.',
  'password.common':
    'Ce mot de passe est l’un de ceux que l’on devine en premier. Veuillez en choisir un autre.',
  'terms.required': 'Veuillez cocher les conditions générales !',
  'request.invalid': 'Veuillez vérifier les champs signalés.',
  'request.tooLarge': 'Cette requête est trop volumineuse.',
  'request.unsupportedType': 'Ce type de contenu n’est pas pris en charge.',
  'request.notAllowed': 'Accès non autorisé',
  'request.tooMany': 'Trop de requêtes. Veuillez patienter un instant.',
  'answer.tooManyRows':
    'Cette période contient trop de lignes. Veuillez choisir une période plus courte ou moins de machines.',
  'stops.windowTooLong':
    'Les arrêts de toutes les machines sont listés sur 31 jours au plus. Veuillez choisir une période plus courte ou une machine.',
  'page.notFound': 'Il n’y a rien ici.',
  'method.notAllowed': 'Cette adresse ne répond pas à cette méthode.',
  'client.notFound': 'Client introuvable.',
  'client.noPremium': 'Ce client n’a pas d’abonnement premium.',
  'machine.notFound': 'Machine introuvable.',
  'machine.tooMany': 'Ce client a 2 000 machines, le maximum pour un client.',
  'machine.addressTaken': 'Une autre machine envoie déjà sous cette adresse.',
  'distributor.notFound': 'Distributeur introuvable.',
  'machineType.notFound': 'Type de machine introuvable.',
  'user.notFound': 'Utilisateur introuvable.',
  'device.notFound': 'Appareil introuvable.',
  'device.tooMany': 'Ce client a trop d’appareils. Supprimez-en un qui ne sert plus.',
  'kioskLink.wrongPin':
    'Ce code PIN est faux. Après 5 codes faux, chaque autre doit attendre 5 minutes.',
  'kioskLink.pinWait':
    'Trop de codes PIN faux sur ce lien. Un de plus peut être essayé toutes les 5 minutes.',
  'kioskLink.pinSpent':
    'Ce code PIN n’est plus accepté ici : 100 codes faux ont été essayés. Un administrateur doit en définir un nouveau.',
  'kioskLink.notFound': 'Lien d’écran introuvable.',
  'kioskLink.tooMany': 'Ce client a trop de liens d’écran. Révoquez-en un qui ne sert plus.',
  'key.notFound': 'Clé introuvable.',
  'key.tooMany': 'Il y a déjà 50 clés. Veuillez en révoquer une qui ne sert plus.',
  'key.group': 'Cette clé ne peut pas lire cela.',
  'key.rows':
    'Une clé lit au plus 10 000 lignes par appel. Veuillez choisir une période plus courte.',
  'key.inAddress':
    'Une clé ne doit pas figurer dans une adresse, où les journaux la conservent. Elle est révoquée ; veuillez en envoyer une nouvelle dans l’en-tête Authorization.',
  'deleted.notFound': 'Il n’y a rien à restaurer.',
  'settings.previewNeeded':
    'Ceci commence dans le passé. Veuillez d’abord regarder l’aperçu, et l’appliquer à partir de là.',
  'settings.reasonNeeded': 'Une modification du passé a besoin d’un motif.',
  'settings.previewUnknown':
    'Cet aperçu n’existe pas parmi les vôtres. Veuillez en faire un nouveau.',
  'settings.previewOther':
    'L’aperçu a été fait pour d’autres valeurs. Veuillez en faire un nouveau.',
  'settings.previewOld': 'L’aperçu date de plus de 30 minutes. Veuillez en faire un nouveau.',
  'settings.previewOutdated':
    'Les réglages ont été modifiés après l’aperçu. Veuillez en faire un nouveau.',
  'settings.previewTooLong':
    'Une modification remonte à 366 jours au plus. Veuillez choisir un jour plus récent.',
  'settings.previewTooMany':
    'Une modification du passé concerne 200 machines au plus. Veuillez la saisir pour moins de machines.',
  'settings.previewBusy':
    'D’autres aperçus sont en cours de calcul. Veuillez réessayer dans une minute.',
  'edit.conflict': 'Quelqu’un d’autre a modifié ceci entre-temps. Veuillez vérifier de nouveau.',
  'savedView.tooMany':
    'Vous avez 100 vues enregistrées pour ce client. Supprimez-en une dont vous n’avez plus besoin.',
  'plan.overlap': 'Deux horaires de ce plan se chevauchent.',
  'line.notFound': 'Ligne introuvable.',
  'lineFlow.conflict': 'Deux parties de ce flux s’excluent.',
  'lineRoot.noStop': 'La machine n’était pas à l’arrêt à ce moment.',
  'lineRoot.tooMany': 'Cette machine a déjà 1 000 causes nommées au cours des dernières 24 heures.',
  'reason.notFound': 'Motif introuvable.',
  'label.taken':
    'Entre-temps, quelqu’un d’autre a indiqué pourquoi la machine était arrêtée ici. Veuillez vérifier.',
  'label.noStop': 'La machine n’est pas restée arrêtée pendant toute cette durée.',
  'label.tooOld':
    'Cet arrêt s’est terminé il y a plus de 24 heures. Demandez à un technicien ou à un administrateur.',
  'shift.signed': 'Ce côté de la relève est déjà signé.',
  'shift.sameSigner':
    'Vous avez signé l’autre côté. Celui-ci doit être signé par une autre personne.',
  'shift.tooEarly': 'Un poste peut être signé à partir de 30 minutes avant sa fin.',
  'shift.noNames':
    'Ce client n’affiche pas de noms sur les tablettes. Pour signer, connectez-vous avec votre propre compte.',
  'shift.tooManyNotes': 'Ce poste a déjà 100 notes.',
  'name.taken': 'Ce nom est déjà pris.',
  'user.notAvailable': 'Ce nom d’utilisateur ou cette adresse e-mail n’est pas disponible.',
  'row.inUse': 'Ceci est encore utilisé.',
  'row.protected': 'Ceci ne peut être ni supprimé ni désactivé.',
  'restore.blocked': 'Ceci ne peut pas encore être restauré.',
  'picture.unsupported': 'L’image doit être un fichier PNG, JPEG ou WebP.',
  'picture.tooLarge': 'L’image peut avoir au plus 5 Mo et 4 096 pixels de côté.',
  'doors.late':
    'Votre modification est enregistrée et en vigueur. Ce qui reçoit les données ne l’a pas reprise en 15 secondes ; cela se fera tout seul. Veuillez ne pas répéter la modification.',
  'store.busy': 'La base de données est occupée. Veuillez réessayer.',
  'store.full':
    'Le disque du serveur est plein. Veuillez en informer votre fournisseur et réessayer plus tard.',
  'secrets.noKey':
    'Le fichier des clés de ce serveur manque : aucun secret ne peut être enregistré ni lu. Veuillez informer votre fournisseur.',
  'ingest.busy':
    'Les enregistrements ne peuvent pas être stockés pour le moment. Veuillez les renvoyer.',
  'clock.wrong':
    'L’horloge de ce serveur est fausse : il n’accepte donc aucun enregistrement. Renvoyez-les plus tard ou à un autre serveur.',
  'damage.notFound': 'Rien n’est endommagé pour ce mois.',
  'backup.running': 'Une sauvegarde est déjà en cours. Veuillez attendre sa fin.',
  'backup.elsewhere':
    'Les bases de données se trouvent sur d’autres serveurs : leurs propres outils les sauvegardent.',
  'recordFile.notFound': 'Fichier introuvable.',
  'recordFile.open': 'Un autre fichier est en cours d’importation.',
  'recordFile.ended': 'Cette importation est en cours ou terminée.',
  'recordFile.unreadable': 'Ce fichier est illisible.',
  'recordFile.expired': 'Cet envoi est resté muet 10 minutes et est terminé.',
  'recordFile.share':
    'Des fichiers de 500 Mo attendent déjà. Importez ou annulez d’abord l’un d’eux.',
  'recordFile.elsewhere': 'Ici, envoyez les enregistrements par HTTP.',
  'records.damaged':
    'Ces chiffres ne peuvent pas être lus : leurs enregistrements sont endommagés.',
  'ingest.volume':
    'Cet appareil a envoyé tout ce qu’il peut envoyer aujourd’hui. Veuillez renvoyer plus tard.',
  'ingest.tooManyWrong':
    'Cet appareil envoie plus d’enregistrements erronés qu’il n’en est lu. Veuillez le corriger ; les enregistrements mis de côté disent ce qui ne va pas.',
  'hook.notFound': 'Webhook introuvable.',
  'hook.deliveryNotFound': 'Envoi introuvable.',
  'hook.off': 'Ce webhook est désactivé.',
  'hook.notHttps': 'L’adresse d’un webhook commence par https://, celle d’un broker par mqtts://.',
  'hook.privateAddress': 'C’est une adresse privée. L’exploitant l’autorise avec HOOKS_ALLOW.',
  'hook.away': 'Cette adresse ne répond pas.',
  'alert.notFound': 'Alerte introuvable.',
  'alertRule.notFound': 'Règle d’alerte introuvable.',
  'alertRule.idTaken': 'Cette règle existe déjà. Veuillez regarder à nouveau.',
  'alertAddress.notFound': 'Adresse introuvable.',
  'alertAddress.tooMany':
    'Au plus 20 nouvelles adresses peuvent être ajoutées en une heure. Veuillez réessayer plus tard.',
  'alertAddress.invalid': 'Ce lien n’est plus valable.',
  'alertLink.notFound': 'Ce lien n’est plus valable. Veuillez vous connecter pour voir l’alerte.',
  'report.idTaken': 'Un rapport a déjà cet identifiant. Veuillez l’ajouter à nouveau.',
  'report.notFound': 'Rapport introuvable.',
  'report.noMachine': 'Ce rapport n’a aucune machine.',
  'report.noAddress': 'Votre compte n’a pas d’adresse e-mail.',
  'reportLink.notFound': 'Ce lien n’est plus valable.',
  'server.failed': 'Une erreur s’est produite',
}
