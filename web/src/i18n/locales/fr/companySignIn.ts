import type { Translation } from '../../catalogue.ts'
import type { companySignIn as english } from '../en/companySignIn.ts'

/** Sign-in by the company of a person, in French. */
export const companySignIn: Translation<typeof english> = {
  or: 'ou',
  withCompany: 'Se connecter avec votre entreprise',
  address: 'Adresse e-mail',
  addressHint: 'Votre entreprise est reconnue à ce qui suit le @.',
  go: 'Continuer',
  notFound: 'Aucune connexion d’entreprise n’est configurée pour cette adresse.',
  waiting: 'Votre entreprise a répondu. Un instant …',
  lost: 'Cette connexion a été commencée dans un autre onglet ou navigateur. Veuillez recommencer.',
  again: 'Recommencer',
  back: 'Retour',
  toLogin: 'Retour à la connexion',
  linked: 'Votre entreprise ouvre désormais ce compte.',
  confirmed: 'Confirmé. Veuillez répéter ce que vous vouliez faire.',
  companies: 'Entreprises',
  companiesLead: 'Votre entreprise peut vous connecter à ce compte.',
  noCompany: 'Aucune entreprise n’est reliée à ce compte.',
  joinOf: 'Relier {name}',
  joined: 'Reliée le {date}',
  joinedUsed: 'Reliée le {date}, dernière utilisation {used}',
  deletedCompany: 'Une connexion d’entreprise supprimée',
  part: 'Délier',
  partOf: 'Délier {name}',
  partTitle: 'Délier l’entreprise',
  partQuestion: '{name} n’ouvrira plus ce compte.',
  partConsequence: 'Les sessions qu’elle a ouvertes se terminent. Vous pouvez la relier à nouveau.',
  parting: 'Suppression du lien …',
  parted: 'Déliée.',
}
