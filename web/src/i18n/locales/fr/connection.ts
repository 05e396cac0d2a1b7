import type { Translation } from '../../catalogue.ts'
import type { connection as english } from '../en/connection.ts'

export const connection: Translation<typeof english> = {
  title: 'Connexion',
  openOf: 'Connexion de {name}',
  trail: 'Où se trouve cette page',
  discard: 'Abandonner',
  save: 'Enregistrer',
  saving: 'Enregistrement...',
  saved: 'Connexion enregistrée',
  notSaved: 'Pas encore enregistré',
  notFound: 'Cette machine n’existe pas',
  notFoundHint: 'Elle a été supprimée, ou l’adresse est fausse.',
  toMachines: 'Toutes les machines',

  how: 'Comment elle se connecte',
  connector: 'Connecteur',
  topicPrefix: 'Préfixe des topics',
  edgeNode: 'Groupe / nœud edge / appareil',
  endpoint: 'Point de terminaison',
  addressOnPlant: 'Sur le broker de l’usine ; vide : sous {topic}, là ou sur notre broker',
  ownTopic: 'Sur notre broker, son numéro de série la désigne',
  noAddress: 'Aucune adresse n’est nécessaire : les enregistrements nomment la machine.',
  holdLimit: 'Limite de maintien',
  seconds: 's',
  holdHint: 'Durée de validité d’une mesure. {seconds} s de {type}',
  holdWrong: 'Des secondes entières de 1 à {most}',
  designSpeed: 'Cadence nominale',
  perMinute: 'ppm',
  designHint: '{speed} ppm de {type}',
  designNone: '{type} n’en a pas',
  designWrong: 'Un nombre supérieur à 0',
  countsForAll:
    'La limite de maintien et la cadence nominale valent pour tous les enregistrements, aussi pour les anciens.',

  states: 'Comment s’appellent les états',
  dictionary: 'Table des états',
  standard: 'ISA-TR88',
  ownTable: 'Table propre',
  dictionaryHint:
    'Les numéros de PackML varient selon le constructeur. Une table vaut à partir du prochain message.',
  dictionaryMissing: 'Choisissez comment cette machine numérote ses états.',
  word: 'Nom ou numéro',
  wordOf: 'Nom ou numéro de la ligne {line}',
  state: 'État ici',
  stateOf: 'État de la ligne {line}',
  addLine: 'Ajouter une ligne',
  removeLine: 'Retirer la ligne {line}',
  lineEmpty: 'Écrivez ce que la machine envoie.',
  lineLong: '{most} caractères au plus',
  lineTwice: 'Déjà à la ligne {first}.',
  lineStateless: 'Choisissez un état.',
  tableFull: 'Une table propre a {most} lignes au plus.',

  token: 'Jeton et premier enregistrement',
  makeToken: 'Créer un jeton',
  tokenExists:
    'Il y a un jeton de {name}, créé le {at} ; il ne peut plus être lu. Un nouveau le remplace, et il reste valable encore un jour.',
  makeAnother: 'En créer un nouveau',
  making: 'Création...',
  tokenOf: 'Jeton de {name}',
  tokenWhat:
    'Seule {name} peut envoyer avec lui. Il est affiché une fois et ne peut pas être relu.',
  oldStays: 'Le précédent reste valable jusqu’au {until}.',
  copy: 'Copier',
  copied: 'Copié',
  copyByHand: 'Il est sélectionné : copiez-le avec Ctrl+C.',
  copyLines: 'Copier les lignes',
  lines: 'Premier enregistrement avec',
  broker: 'Publie sur',
  'broker.plant': 'Broker de l’usine',
  'broker.own': 'Broker de Packboard',
  tokenPlace: 'TOKEN remplace le jeton : créez-en un, et les lignes fonctionnent telles quelles.',
  tokenYours: 'Mettez votre jeton à la place de TOKEN, ou créez-en un nouveau.',
  saveFirst:
    'Les lignes sont celles de la connexion ci-dessus ; elles valent une fois celle-ci enregistrée.',
  httpWhat: 'Fonctionne depuis tout terminal, quel que soit le connecteur.',
  nodeRedWhat:
    'Dans Node-RED : menu, Import, coller, puis Deploy. Envoie un enregistrement toutes les 10 s.',
  programWhat:
    '<c>npm install sparkplug-client</c>, enregistrez-le comme <c>machine.cjs</c>, puis <c>node machine.cjs</c>. Il s’annonce comme cette machine et dit toutes les 10 s qu’elle emballe.',
  programTls:
    'Notre broker est chiffré. Si son certificat vient de votre propre autorité, lancez-le par NODE_EXTRA_CA_CERTS=ca.pem node machine.cjs.',
  'hint.loopback':
    'Notre broker n’écoute que sur le serveur lui-même. Pour que les machines l’atteignent, son exploitant règle MQTT_HOST et un certificat (MQTT_TLS_CERT, MQTT_TLS_KEY).',
  'hint.plain':
    'Notre broker n’est pas chiffré : les jetons traversent le réseau en clair. Seulement pour un réseau sûr.',
  'hint.tls':
    'Notre broker est chiffré. Si son certificat vient de votre propre autorité, écrivez --cafile ca.pem à la place de --tls-use-os-certs.',
  'hint.mqtt5':
    'Notre broker parle MQTT 3.1.1 : réglez le client ainsi (aussi appelé version 4). Un client qui ne parle que MQTT 5 publie sur un broker de l’usine (MQTT_URL).',
  'hint.external':
    'La machine publie sur le broker de l’usine. USER et PASSWORD remplacent un compte de ce broker.',
  'hint.pageLoopback': 'Cette adresse n’atteint que le serveur lui-même : collez les lignes là.',

  sent: 'Ce qu’il faut savoir',
  'sent.packs':
    '<c>packs</c> est le compteur continu de la machine, et non les paquets depuis le dernier enregistrement. Le premier enregistrement n’en ajoute aucun. Quand le compteur baisse, il a été remis à zéro : la nouvelle valeur compte alors comme paquets.',
  'sent.counter':
    'Le compteur de paquets est le compteur continu de la machine. Sa première valeur n’ajoute aucun paquet. Quand il baisse, il a été remis à zéro : la nouvelle valeur compte alors comme paquets.',
  'sent.offline':
    'Après {seconds} s sans enregistrement, la machine est OFFLINE ; c’est sa limite de maintien. Un enregistrement peut omettre ce qui n’a pas changé.',
  'sent.offlineSession': 'La machine est OFFLINE dès que sa connexion prend fin.',
  'sent.speed':
    '<c>speed</c> est le nombre de paquets par minute à cet instant. Sans lui, les graphiques n’ont pas de cadence.',
  'sent.timeByHttp':
    '<c>time</c> est nécessaire : millisecondes depuis 1970, ou ISO 8601 avec décalage horaire. Par MQTT il peut être omis.',
  'sent.timeByMqtt':
    '<c>time</c> peut être omis : l’enregistrement compte alors à sa réception. Il s’écrit en millisecondes depuis 1970, ou en ISO 8601 avec décalage horaire.',
  'sent.timeOfTags': 'Les tags ne portent pas d’heure : une valeur compte à sa réception.',
  'sent.state':
    '<c>state</c> est un nom de la liste ou son numéro ; les majuscules, les espaces et les traits d’union n’importent pas.',
  'sent.stateOfNumbers': 'La table des états fait de ce que la machine envoie l’un de ces états.',
  'sent.states': 'Les {count} états et comment ils s’écrivent',
  'sent.manual': 'Tous les champs et réponses dans le manuel (en anglais)',

  'addressHint.topicPrefix': 'Se place devant ses topics, comme {example}',
  'addressHint.edgeNode':
    'Comme dans la passerelle, majuscules comprises : {example}. Sans appareil, le nœud edge lui-même est la machine',
  'addressHint.endpoint':
    'Comme {example}. Si un serveur a plusieurs machines, # et l’objet : #Hall 2/Line 4',
  gateway: 'Passerelle',
  'gateway.host': 'Hôte du serveur',
  'gateway.port': 'Port',
  'gateway.encryption': 'Chiffrement',
  'gateway.tls': 'TLS',
  'gateway.plain': 'aucun',
  'gateway.user': 'Nom d’utilisateur',
  'gateway.password': 'Mot de passe',
  'gateway.group': 'Groupe',
  'gateway.edgeNode': 'Nœud edge',
  'gateway.device': 'Appareil',
  'gateway.noDevice': 'aucun : le nœud edge est la machine',
  gatewayWhat: 'Saisissez ceci dans la passerelle. Les tags de PackML sont lus par leurs noms.',
  gatewaySeveral:
    'Une passerelle de plusieurs machines se connecte comme un appareil du panneau qui est lié à toutes.',
  gatewayHostId:
    'Si la passerelle demande un primary host ID, c’est packboard ; avec plusieurs cellules sur un broker, packboard-0, packboard-1 …',
  gatewayToken: 'TOKEN remplace le jeton : créez-en un.',
  gatewaySaved:
    'Les réglages sont ceux de la connexion ci-dessus ; ils valent une fois celle-ci enregistrée.',
  gatewayTls:
    'Notre broker est chiffré. Si son certificat vient de votre propre autorité, donnez à la passerelle le certificat de cette autorité.',
  noGatewayHint:
    'Saisissez ces réglages dans la passerelle. Ce qui arrive est ici une seconde plus tard.',
  noReadHint: 'Ce que dit le serveur de la machine est ici une seconde plus tard.',
  'stuck.unlisted':
    'Envoyé et non listé : comparez groupe, nœud edge et appareil lettre par lettre.',

  waiting: 'En attente du premier enregistrement',
  waitingSince: 'Rien n’est arrivé depuis le {since}.',
  good: 'Connectée',
  goodAt: 'Dernier enregistrement accepté {at}',
  wrong: 'Des enregistrements arrivent et ne sont pas acceptés',
  someWrong:
    '{count, plural, one {# d’entre eux n’a pas été accepté.} other {# d’entre eux n’ont pas été acceptés.}}',
  late: 'Les enregistrements arrivent en retard',
  lateHint:
    'Ils sont enregistrés, mais chacun est plus ancien que ce que la machine avait déjà envoyé. Un tampon envoyé après coup est en retard pendant un moment ; sinon, vérifiez l’horloge ou les heures de l’émetteur.',
  quiet: 'Rien de nouveau n’arrive',
  storedRefused:
    '{count, plural, one {# enregistrement n’a pas été accepté} other {# enregistrements n’ont pas été acceptés}} au cours des dernières 24 heures. « Enregistrements reçus » les énumère.',
  timeOfMessage: 'L’heure de ses métriques est figée : l’heure du message compte.',
  refusedSignIns: 'Connexions refusées sous ce nom',
  refusedSignIn: '{at}, depuis {address}',
  refusedSignInsHint:
    'Au cours des dernières 24 heures. Le nom est juste, le jeton ne l’est pas : créez-en un nouveau et saisissez-le dans la machine.',
  lastTen: 'Dix derniers messages',
  noMessages: 'Rien n’est encore arrivé',
  noMessagesHint:
    'Collez une des lignes dans un terminal. Ce qui arrive est ici une seconde plus tard.',
  inMemory:
    'Tels qu’ils sont arrivés depuis le {since}. Après un redémarrage du serveur, la liste recommence.',
  'became.stored': 'Enregistré',
  'became.duplicate': 'Doublon, non compté',
  'became.late': 'Enregistré en retard',
  'became.conflicting': 'Enregistré à la place d’un précédent',
  'became.quarantined': 'Non accepté, {reason} : {detail}',
  'mend.unknownMachine': 'Ajoutez la machine, ou corrigez le numéro de série ou le topic.',
  'mend.notBound': 'Envoyez avec le jeton de cette machine, ou d’une passerelle de son client.',
  'mend.malformed': 'Écrivez le champ comme la raison le dit.',
  'mend.unknownState':
    'Mettez ce nom ou ce numéro dans la table des états, ou choisissez-en une autre.',
  'mend.implausible':
    'Le nombre est hors de ce qu’une machine peut compter : vérifiez les unités de l’expéditeur.',
  'mend.tooFarAhead': 'L’horloge de la machine avance de plus de 24 heures : réglez-la.',
  'mend.tooOld': 'Il a plus de 400 jours : omettez-le.',
  'mend.cut':
    'Il est plus grand qu’un enregistrement ne peut l’être : faites envoyer moins par la machine dans un enregistrement. Ce qui est gardé est coupé et ne peut pas être renvoyé.',
  stuck: 'Rien n’arrive ?',
  'stuck.refused': '401, ou connexion refusée : le nom ou le jeton est faux.',
  'stuck.unreachable': 'Pas de connexion : de là, l’adresse ou le port est inaccessible.',
  'stuck.silent': 'Envoyé et non listé : ce topic ou ce tag n’est pas lu. Comparez-le aux lignes.',

  importTitle: 'Importer des machines',
  importHint:
    'La première ligne nomme les champs : {fields}. Les trois premiers sont nécessaires. Vérifier n’enregistre rien.',
  importFits:
    '{count, plural, one {# machine peut être ajoutée} other {# machines peuvent être ajoutées}}.',
  importDone:
    '{count, plural, one {# machine a été ajoutée} other {# machines ont été ajoutées}}. Le fichier des jetons est dans vos téléchargements : ils ne sont plus affichés.',
  downloadTokens: 'Télécharger encore les jetons',
  done: 'Terminé',
  'refused.tooMany': 'Une importation accepte {most} machines.',
  'refused.empty': '{field} est vide.',
  'refused.unknownClient': 'Il n’y a pas de client « {cell} ».',
  'refused.unknownType':
    'Il n’y a pas de type de machine « {cell} » ; le mot default dans une colonne image l’ajoute.',
  'refused.unknownImage':
    '« {cell} » n’est pas une image ; laissez vide, ou écrivez default pour ajouter le type de machine avec un dessin.',
  'refused.notSerial':
    '« {cell} » n’est pas un numéro de série : lettres, chiffres, espaces et . _ - après le premier caractère, 64 au plus.',
  'refused.serialTaken': 'Il y a déjà une machine {cell}.',
  'refused.unknownConnector': 'Il n’y a pas de connecteur « {cell} » ; il y a {fields}.',
  'refused.unknownDictionary':
    '« {cell} » n’est pas une table des états ; il y a {fields}, ou une table propre comme Run=10;4=8.',
  'refused.addressTaken': 'Une autre machine envoie déjà sous {cell}.',
  'refused.deviceTaken':
    'Il y a déjà un appareil {cell} ; supprimez-le, ou nommez la machine autrement.',
  'refused.clientFull':
    '{cell} aurait plus de machines ou d’appareils qu’un client ne peut en avoir.',
}
