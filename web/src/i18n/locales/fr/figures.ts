import type { Translation } from '../../catalogue.ts'
import type { figures as english } from '../en/figures.ts'

export const figures: Translation<typeof english> = {
  'packs.name': 'Paquets produits',
  'packs.text':
    'Paquets comptés par le compteur de la machine pendant la période, quel que soit son état. Un compteur qui repart ou qui déborde ne perd rien.',
  'idle.name': 'Temps d’attente total',
  'idle.text':
    'Temps où la machine était prête ou attendait sans rien emballer : Idle, Stopped, Completed, Held, Suspended, Downstream. Ni les alarmes, ni le temps hors ligne.',
  'run.name': 'Temps de marche total',
  'run.text':
    'Temps où la machine emballait : Execute, Completing, et les avertissements comme Low Film tant que des paquets sont encore comptés.',
  'oeee.name': 'OEEE',
  'oeee.text':
    'Taux de rendement global : bons paquets × temps par paquet à la cadence cible ÷ temps planifié. C’est Disponibilité × Performance × Qualité. Le temps hors ligne n’est pas planifié. Plus de 100 % signifie que la cadence cible est trop basse.',
  'availability.name': 'Disponibilité',
  'availability.text':
    'Temps de marche ÷ temps planifié. Le temps planifié réunit marche, attente, alarme et temps annexe ; en pause ou en temps fermé du planning, sous un motif planifié et dans un autre mode que la production, seulement la marche.',
  'performance.name': 'Performance',
  'performance.text':
    'Paquets faits ÷ paquets que le temps de marche aurait donnés à la cadence cible. « Cible estimée » : ni recette ni machine n’en indique, c’est donc la cadence atteinte par les meilleures minutes de 30 jours.',
  'quality.name': 'Qualité',
  'quality.text':
    'Bons paquets ÷ tous les paquets. « Non mesurée » : la machine ne compte pas les rebuts, tous les paquets sont donc tenus pour bons.',
  'machineOeee.name': 'OEEE machine',
  'machineOeee.text':
    'OEEE sans le temps que la ligne a pris à la machine : Suspending, Suspended, Unsuspending et Downstream sont exclus du temps planifié.',
  'coverage.name': 'Couverture',
  'coverage.text':
    'La part de la période, hors temps fermé du planning, où la machine s’est fait entendre. Sous 90 %, les chiffres portent la mention « Couverture faible ».',
  'machineStatus.name': 'État de la machine',
  'machineStatus.text':
    'Comment la période se répartit en marche, attente, alarme, temps annexe, hors ligne et inconnu. Les parts font toute la période, à la milliseconde.',
  'alarms.name': 'Alarmes',
  'alarms.text':
    'Combien d’alarmes de chaque groupe se sont déclenchées. La même alarme signalée deux fois compte une fois. Choisissez un groupe pour ne voir que les arrêts qu’il a causés.',
  'products.name': 'Produits',
  'products.text':
    'Paquets de chaque produit. Un paquet appartient au produit réglé au moment du comptage. Choisissez un produit pour le voir seul.',
  'packsPerMinute.name': 'Paquets par minute',
  'packsPerMinute.text':
    'Cadence moyenne de chaque pas de temps, en paquets par minute. Un trou dans la courbe est un trou dans les données, jamais un zéro. Sur de longues périodes, une bande montre la minute la plus lente et la plus rapide de chaque pas.',
  'states.name': 'Répartition des états de la machine',
  'states.text': 'Combien de temps la machine est restée dans chaque état, le plus long d’abord.',
  'stopCauses.name': 'Causes d’arrêt',
  'stopCauses.text':
    'Le motif donné par une personne, sinon ce qui a d’abord arrêté la machine : la première alarme, de 5 secondes avant un arrêt jusqu’à sa fin, nomme tout l’arrêt. Sans alarme, aucune cause n’est connue, seulement l’état dans lequel il a commencé : faites envoyer ses alarmes par la machine. Les arrêts planifiés viennent en dernier. Paquets perdus : le temps d’arrêt à la cadence cible.',
  'day.name': 'Jour',
  'day.text':
    'Un jour calendaire du fuseau horaire dans lequel la page donne ses heures. Ce qui passe minuit y est partagé.',
  'idleMinutes.name': 'Attente (min)',
  'idleMinutes.text':
    'Temps d’attente de cette machine avec ce produit et cet outillage ce jour-là, en minutes entières.',
  'packsPacked.name': 'Paquets',
  'packsPacked.text':
    'Paquets de cette machine avec ce produit et cet outillage comptés ce jour-là.',
  'runMinutes.name': 'Marche (min)',
  'runMinutes.text':
    'Temps de marche de cette machine avec ce produit et cet outillage ce jour-là, en minutes entières.',
  'status.name': 'État',
  'status.text':
    'Le dernier état annoncé par la machine, et depuis combien de temps elle y est. Couleur, forme et nom disent la même chose. Une machine muette au-delà de sa limite de maintien (90 secondes sauf autre réglage) est HORS LIGNE.',
  'batchPacks.name': 'Paquets du lot',
  'batchPacks.text':
    'Paquets depuis le dernier changement de produit, d’outillage ou d’opérateur, ou le compteur de lot de la machine si elle en a un.',
  'totalPacks.name': 'Total de paquets',
  'totalPacks.text': 'Paquets depuis l’heure de début en haut de la vue d’ensemble.',
  'speed.name': 'Cadence (ppm)',
  'speed.text': 'Paquets par minute, selon la dernière annonce de la machine.',
  'alarm.name': 'Temps d’alarme',
  'alarm.text':
    'Temps où la machine était arrêtée par un défaut : Aborting, Clearing, Aborted, Pack Block, Film Snap, Reg Film Alarm, et les avertissements pendant lesquels aucun paquet n’est compté.',
  'ancillary.name': 'Temps annexe',
  'ancillary.text':
    'Temps de passage entre les états : Stopping, Resetting, Starting, Holding, Unholding, Suspending, Unsuspending.',
  'lastUpdated.name': 'Dernière mise à jour',
  'lastUpdated.text':
    'Le moment jusqu’où les totaux sont comptés. Ils sont relus toutes les 30 secondes ; un changement d’état apparaît en moins d’une seconde.',
  'attributedStop.name': 'Propre, hérité, non décidé',
  'attributedStop.text':
    'Un arrêt d’une machine est le sien, ou il est hérité : la machine attendait une autre, l’origine, qui s’était arrêtée avant elle dans la limite du tampon entre elles. Là où les enregistrements ne le montrent pas, rien n’est nommé : les horloges diffèrent, des données manquent, ou deux postes conviennent.',
  'lineOeee.name': 'OEEE de la ligne',
  'lineOeee.text':
    'Bons paquets du poste clé en temps à la cadence cible, divisés par le temps planifié de ses machines selon le plan de la ligne. La somme des machines à côté compte chaque machine du flux.',
  'bottleneck.name': 'Goulot',
  'bottleneck.text':
    'Le poste qui a limité la ligne pendant la plus grande part de la période. Il la limite tant qu’une de ses machines est l’origine d’un arrêt, et tant qu’il tourne et que ses voisins attendent sans qu’aucun poste soit à l’arrêt : il est alors le plus lent.',
}
