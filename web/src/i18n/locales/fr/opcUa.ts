import type { Translation } from '../../catalogue.ts'
import type { opcUa as english } from '../en/opcUa.ts'

export const opcUa: Translation<typeof english> = {
  security: 'Sécurité',
  'security.strongest': 'La plus forte offerte',
  'security.none': 'Aucune',
  'security.sign': 'Signer',
  'security.signAndEncrypt': 'Signer et chiffrer',
  securityHint: 'La plus forte n’est jamais aucune. Aucune passe en clair.',
  userName: 'Nom d’utilisateur',
  userHint: 'Vide : anonyme',
  password: 'Mot de passe',
  'password.none': 'Aucun n’est enregistré.',
  'password.stored':
    'Un mot de passe est enregistré ; laissé vide, il reste. Il n’est jamais affiché.',
  'password.again':
    'Celui qui est enregistré ne vaut que pour l’adresse et l’utilisateur enregistrés : saisissez-le de nouveau.',
  'password.noUser': 'Il faut un nom d’utilisateur.',
  dictionaryHint:
    'Les noms de la norme sont lus sans réglage. Choisissez une autre table si le serveur a des mots ou des numéros de son constructeur.',
  found: 'Ce qui a été trouvé',
  noToken:
    'Packboard se connecte au serveur de la machine et ne fait que lire. Aucun jeton n’est nécessaire.',
  tryAgain: 'Réessayer',
  trying: 'Essai...',
  'status.connecting': 'Connexion',
  'status.served': 'Est lue',
  'status.stale': 'Le serveur ne connaît pas l’état de la machine',
  'status.waiting': 'N’est pas lue',
  since: 'Depuis le {since}',
  retryAt: 'nouvel essai {at}',
  saveFirst:
    'Enregistrez la connexion : Packboard se connecte alors au serveur, et ce qu’il trouve est écrit ici.',
  nothing: 'Rien encore : la connexion vient d’être enregistrée.',
  server: 'Serveur',
  protection: 'Protection',
  machines: 'Objets PackML',
  isRead: 'est lu',
  parts: 'Valeurs facultatives',
  missing: 'Absentes de ce serveur',
  alarms: 'Alarmes',
  'alarms.conditions': 'Conditions d’alarme',
  'alarms.array': 'Admin.Alarm',
  'alarms.none': 'Aucune',
  clock: 'Horloge',
  'clock.ahead': '{seconds} s d’avance',
  'clock.behind': '{seconds} s de retard',
  'clock.right': 'Juste à la seconde',
  certificate: 'Certificat du serveur',
  'certificate.subject': 'Délivré à',
  'certificate.valid': 'Valable',
  'certificate.range': 'du {from} au {to}',
  'certificate.fingerprint': 'Empreinte (SHA-256)',
  trust: 'Faire confiance à ce certificat',
  'trust.hint':
    'Faites-lui confiance si le serveur lui-même montre la même empreinte. Le journal des modifications garde qui l’a fait.',
  'trust.other':
    'Un autre certificat était approuvé avant. Si personne n’en a donné un nouveau au serveur, c’est peut-être un autre serveur : ne lui faites pas confiance.',
  'trust.is': 'Il est approuvé ici. Si le serveur en montre un autre, il n’est pas lu.',
  'trust.file': 'Il est approuvé par un fichier dans opcua/trusted du répertoire de données.',
  'trust.saving': 'Enregistrement...',
  'trust.end': 'Ne plus lui faire confiance',
  'fault.addressNotAllowed': 'L’exploitant doit autoriser cet hôte avec OPCUA_HOSTS.',
  'fault.unreachable':
    'Vérifiez l’adresse, le port et le pare-feu : le chemin va de Packboard au serveur.',
  'fault.noSecurity': 'Activez la sécurité sur le serveur, ou choisissez-en une autre ici.',
  'fault.certificateUnknown':
    'Comparez l’empreinte avec celle que montre le serveur lui-même. Si elles sont égales, faites confiance au certificat ci-dessous.',
  'fault.certificateExpired':
    'Donnez un nouveau certificat au serveur, ou réglez l’horloge du serveur de Packboard.',
  'fault.passwordInClear': 'Choisissez une autre sécurité, ou laissez le nom d’utilisateur vide.',
  'fault.signInRefused':
    'Vérifiez le nom et le mot de passe ; ou faites approuver opcua/own/packboard.der par le serveur.',
  'fault.noPackML': 'Activez le modèle PackML sur le serveur, et publiez l’objet de la machine.',
  'fault.severalMachines': 'Ajoutez un de ces objets au point de terminaison, après #.',
  'fault.machineNotThere': 'Corrigez l’objet après le # du point de terminaison.',
  'fault.tooLarge':
    'Le serveur montre trop d’objets : donnez-y une vue plus petite à l’utilisateur de Packboard.',
  'fault.lost':
    'La ligne a été coupée, ou le serveur a redémarré. Un nouvel essai se fait tout seul.',
  'fault.failed': 'Échec pour une autre raison ; le journal du serveur en dit plus.',
}
