import type { Translation } from '../../catalogue.ts'
import type { support as english } from '../en/support.ts'

export const support: Translation<typeof english> = {
  title: 'Dossier d’assistance',
  what: 'Un fichier pour la personne qui vous aide : ce qu’est cette installation et comment elle va. C’est un texte lisible et il ne contient rien de vos clients.',
  within: 'Contenu',
  without: 'Ne contient pas',
  versions: 'Versions de Packboard, de ses bases de données et de l’ordinateur qui l’exécute',
  settings: 'Réglages : nombres et choix ; des autres, seulement s’ils sont définis',
  health: 'État, enregistrements endommagés par mois, espace libre du disque',
  counts: 'Combien il y a de clients, de machines, de personnes et d’enregistrements',
  questions: 'Durées des requêtes sur les enregistrements, par type',
  log: 'Les dernières lignes du journal : événements, heures et codes',
  names: 'Noms de clients, machines, produits, personnes et opérateurs, adresses e-mail',
  records: 'Enregistrements, chiffres, alarmes et enregistrements d’audit',
  secrets: 'Mots de passe, jetons, adresses d’ordinateurs, liens',
  download: 'Télécharger le dossier d’assistance',
  look: 'Chaque téléchargement figure dans le journal d’audit. Là où personne ne peut se connecter, la commande « packboard support » écrit le même fichier sur le serveur.',
}
