import type { Translation } from '../../catalogue.ts'
import type { erasure as english } from '../en/erasure.ts'

export const erasure: Translation<typeof english> = {
  chooseFirst: 'Choisissez un client pour voir les noms effacés.',
  title: 'Effacer le nom d’un opérateur',
  what: 'Dans tous les enregistrements de ce client, un pseudonyme prend définitivement la place du nom. Les temps, décomptes et totaux restent tels quels. Les enregistrements qui arrivent plus tard reçoivent aussi le pseudonyme.',
  name: 'Nom de l’opérateur',
  toTheLetter: 'À la lettre près, tel que les machines l’envoient.',
  count: 'Compter les enregistrements',
  counting: 'Comptage...',
  held: '{count, plural, =0 {Aucun enregistrement ne contient ce nom.} one {# enregistrement contient ce nom.} other {# enregistrements contiennent ce nom.}}',
  erase: 'Effacer...',
  eraseName: 'Effacer le nom',
  question: 'Effacer <b>{name}</b> ?',
  consequence:
    'Cette action est définitive : personne ne pourra savoir ensuite à qui étaient ces enregistrements. Les graphiques de ce client attendent pendant ce temps. Les sauvegardes antérieures contiennent le nom jusqu’à leur restauration.',
  erasing: 'Effacement...',
  erasedAs: '{pseudonym} prend la place du nom.',
  erased: 'Noms effacés',
  pseudonym: 'À sa place',
  by: 'Effacé par',
  at: 'Demandé',
  done: 'Terminé',
  underWay: 'En cours',
  none: 'Aucune donnée trouvée',
  noneHint: 'Aucun nom n’a été effacé chez ce client.',
  byOperator: 'Chiffres par opérateur',
  byOperatorWhat:
    'La comparaison peut montrer les chiffres de chaque opérateur : paquets, OEEE, arrêts. Ce que fait une machine a bien d’autres causes que la personne qui y travaille ; mettez-vous d’abord d’accord avec les personnes concernées.',
  notSet: 'Non défini',
  allowed: 'Autorisé',
  forbidden: 'Interdit',
  notSetMeans:
    'Les noms des opérateurs figurent près des arrêts, des motifs et des intervalles ; la comparaison n’a pas de lignes par opérateur.',
  allowedMeans:
    'Les noms des opérateurs figurent près des arrêts, des motifs et des intervalles, et la comparaison a une ligne par opérateur.',
  forbiddenMeans:
    'Les utilisateurs, les écrans muraux et les tablettes ne lisent aucun nom dans les arrêts, les motifs, les intervalles et les fichiers, et la comparaison n’a pas de lignes par opérateur. La carte d’une machine montre toujours qui y travaille ; les ingénieurs, les administrateurs et les distributeurs lisent tous les noms.',
}
