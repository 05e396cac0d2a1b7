import type {
  Reason,
  ReasonCause,
  ReasonIcon,
  ReasonName,
  ReasonTemplateKey,
} from '@packboard/model'

/** Names in the order en, de, it, es, fr. */
type Names = readonly [en: string, de: string, it: string, es: string, fr: string]

type Entry = {
  readonly names: Names
  readonly icon: ReasonIcon
  readonly cause: ReasonCause
  /** Minutes after which a planned reason is overrun; 0: never. Absent: unplanned. */
  readonly plannedMinutes?: number
  readonly groups?: readonly string[]
  readonly states?: readonly number[]
}

type Group = Entry & { readonly below?: readonly Entry[] }

const planned = (names: Names, icon: ReasonIcon, cause: ReasonCause, minutes: number): Entry => ({
  ...{ names, icon, cause },
  plannedMinutes: minutes,
})
const unplanned = (names: Names, icon: ReasonIcon, cause: ReasonCause): Entry => ({
  ...{ names, icon, cause },
})

/** Set-up and cleaning lie inside planned busy time (ISO 22400-2): who plans them says so in the list of the client (D116). */
const cleaning: Group = {
  ...unplanned(['Cleaning', 'Reinigung', 'Pulizia', 'Limpieza', 'Nettoyage'], 'washer', 'operator'),
  below: [
    unplanned(
      [
        'Routine cleaning',
        'Regelreinigung',
        'Pulizia ordinaria',
        'Limpieza rutinaria',
        'Nettoyage courant',
      ],
      'washer',
      'operator',
    ),
    unplanned(
      [
        'Cleaning after a fault',
        'Reinigung nach Störung',
        'Pulizia dopo un guasto',
        'Limpieza tras avería',
        'Nettoyage après panne',
      ],
      'drop',
      'machine',
    ),
  ],
}

const changeover: Group = {
  ...unplanned(
    ['Changeover', 'Umrüsten', 'Cambio formato', 'Cambio de formato', 'Changement de format'],
    'sliders',
    'operator',
  ),
  below: [
    {
      ...unplanned(
        [
          'Product change',
          'Produktwechsel',
          'Cambio prodotto',
          'Cambio de producto',
          'Changement de produit',
        ],
        'sliders',
        'operator',
      ),
      states: [4],
    },
    unplanned(
      ['Tool change', 'Werkzeugwechsel', 'Cambio attrezzo', 'Cambio de útil', 'Changement d’outil'],
      'wrench',
      'operator',
    ),
  ],
}

const rest: Group = {
  ...planned(['Break', 'Pause', 'Pausa', 'Pausa', 'Pause'], 'cup', 'external', 30),
  below: [
    planned(
      ['Meal break', 'Essenspause', 'Pausa pasto', 'Pausa de comida', 'Pause repas'],
      'cup',
      'external',
      30,
    ),
    planned(
      ['Shift handover', 'Schichtübergabe', 'Cambio turno', 'Relevo de turno', 'Relève'],
      'people',
      'operator',
      15,
    ),
    planned(
      ['No order', 'Kein Auftrag', 'Nessun ordine', 'Sin pedido', 'Pas de commande'],
      'moon',
      'external',
      0,
    ),
  ],
}

const supply: Group = {
  ...unplanned(
    ['No material', 'Kein Material', 'Materiale mancante', 'Sin material', 'Manque de matière'],
    'noProduct',
    'external',
  ),
  below: [
    {
      ...unplanned(
        ['No product', 'Kein Produkt', 'Prodotto mancante', 'Sin producto', 'Manque de produit'],
        'noProduct',
        'external',
      ),
      states: [16],
    },
    unplanned(
      [
        'No packaging',
        'Kein Packmittel',
        'Imballaggio mancante',
        'Sin embalaje',
        'Manque d’emballage',
      ],
      'film',
      'external',
    ),
    {
      ...unplanned(
        [
          'Next machine stopped',
          'Folgemaschine steht',
          'Macchina a valle ferma',
          'Máquina siguiente parada',
          'Machine aval arrêtée',
        ],
        'truck',
        'external',
      ),
      groups: ['External'],
      states: [19],
    },
    unplanned(
      [
        'No power or air',
        'Kein Strom oder Druckluft',
        'Manca corrente o aria',
        'Sin luz o aire',
        'Pas de courant ou d’air',
      ],
      'bolt',
      'external',
    ),
  ],
}

const jam: Group = {
  ...unplanned(['Jam', 'Stau', 'Inceppamento', 'Atasco', 'Bourrage'], 'cycle', 'machine'),
  below: [
    {
      ...unplanned(
        [
          'Infeed jam',
          'Stau am Einlauf',
          'Inceppamento in ingresso',
          'Atasco en la entrada',
          'Bourrage à l’entrée',
        ],
        'cycle',
        'machine',
      ),
      groups: ['Infeed', 'Transfer'],
    },
    {
      ...unplanned(
        [
          'Outfeed jam',
          'Stau am Auslauf',
          'Inceppamento in uscita',
          'Atasco en la salida',
          'Bourrage à la sortie',
        ],
        'cycle',
        'machine',
      ),
      groups: ['Outfeed'],
    },
  ],
}

const quality: Group = {
  ...unplanned(['Quality', 'Qualität', 'Qualità', 'Calidad', 'Qualité'], 'clipboard', 'operator'),
  below: [
    unplanned(
      [
        'Quality check',
        'Qualitätsprüfung',
        'Controllo qualità',
        'Control de calidad',
        'Contrôle qualité',
      ],
      'clipboard',
      'operator',
    ),
    unplanned(
      [
        'Product off specification',
        'Produkt außer Vorgabe',
        'Prodotto fuori specifica',
        'Producto fuera de norma',
        'Produit hors norme',
      ],
      'clipboard',
      'external',
    ),
  ],
}

const maintenance: Group = {
  ...unplanned(
    ['Maintenance', 'Instandhaltung', 'Manutenzione', 'Mantenimiento', 'Maintenance'],
    'wrench',
    'machine',
  ),
  below: [
    planned(
      [
        'Planned service',
        'Geplante Wartung',
        'Manutenzione programmata',
        'Mantenimiento programado',
        'Entretien planifié',
      ],
      'clipboard',
      'machine',
      0,
    ),
    unplanned(
      ['Repair', 'Reparatur', 'Riparazione', 'Reparación', 'Réparation'],
      'wrench',
      'machine',
    ),
    {
      ...unplanned(
        [
          'Safety circuit',
          'Sicherheitskreis',
          'Circuito di sicurezza',
          'Circuito de seguridad',
          'Circuit de sécurité',
        ],
        'bolt',
        'operator',
      ),
      groups: ['Safety'],
    },
  ],
}

const other: Group = unplanned(['Other', 'Anderes', 'Altro', 'Otro', 'Autre'], 'more', 'operator')

const filmBreak: Entry = {
  ...unplanned(
    ['Film break', 'Folienriss', 'Rottura film', 'Rotura de film', 'Rupture de film'],
    'scissors',
    'machine',
  ),
  states: [21],
}
const filmChange: Entry = {
  ...unplanned(
    ['Film change', 'Folienwechsel', 'Cambio film', 'Cambio de film', 'Changement de film'],
    'film',
    'operator',
  ),
  states: [20],
}
const filmTracking: Entry = {
  ...unplanned(
    ['Film tracking', 'Folienlauf', 'Guida film', 'Guiado de film', 'Guidage du film'],
    'film',
    'machine',
  ),
  groups: ['Film'],
  states: [22],
}
const heater: Entry = {
  ...unplanned(
    ['Heater', 'Heizung', 'Riscaldamento', 'Calefacción', 'Chauffage'],
    'thermometer',
    'machine',
  ),
  groups: ['Temp'],
}
const sealing: Entry = {
  ...unplanned(
    [
      'Seal faulty',
      'Naht fehlerhaft',
      'Saldatura difettosa',
      'Sellado defectuoso',
      'Soudure défectueuse',
    ],
    'thermometer',
    'machine',
  ),
  groups: ['Seal'],
}
const jawJam: Entry = {
  ...unplanned(
    [
      'Product between the jaws',
      'Produkt zwischen den Backen',
      'Prodotto tra le ganasce',
      'Producto entre mordazas',
      'Produit entre les mors',
    ],
    'cycle',
    'machine',
  ),
  groups: ['Jaws'],
}
const dosing: Entry = unplanned(
  ['Dosing', 'Dosierung', 'Dosaggio', 'Dosificación', 'Dosage'],
  'drop',
  'machine',
)
const cartonJam: Entry = unplanned(
  ['Carton jam', 'Kartonstau', 'Inceppamento astuccio', 'Atasco de estuche', 'Bourrage d’étui'],
  'cycle',
  'machine',
)
const glue: Entry = unplanned(['Glue', 'Leim', 'Colla', 'Cola', 'Colle'], 'drop', 'machine')

const film = (...below: Entry[]): Group => ({
  ...unplanned(['Film', 'Folie', 'Film', 'Film', 'Film'], 'film', 'machine'),
  below,
})
const sealGroup: Group = {
  ...unplanned(
    ['Sealing', 'Siegelung', 'Saldatura', 'Sellado', 'Soudure'],
    'thermometer',
    'machine',
  ),
  below: [heater, sealing],
}
const withBelow = (group: Group, ...more: Entry[]): Group => ({
  ...group,
  below: [...(group.below ?? []), ...more],
})

const templates: Record<ReasonTemplateKey, readonly Group[]> = {
  general: [cleaning, changeover, rest, supply, jam, quality, maintenance, other],
  flowWrapper: [
    film(filmChange, filmBreak, filmTracking),
    cleaning,
    changeover,
    withBelow(jam, jawJam),
    sealGroup,
    supply,
    maintenance,
    rest,
    quality,
    other,
  ],
  verticalBagger: [
    film(filmChange, filmBreak, filmTracking),
    cleaning,
    changeover,
    withBelow(jam, jawJam),
    sealGroup,
    withBelow(quality, dosing),
    supply,
    maintenance,
    rest,
    other,
  ],
  cartoner: [
    withBelow(jam, cartonJam),
    withBelow(maintenance, glue),
    cleaning,
    changeover,
    supply,
    rest,
    quality,
    other,
  ],
}

/** How the name of a machine type says what it is; the first that fits. */
const typeNames: readonly (readonly [ReasonTemplateKey, RegExp])[] = [
  ['verticalBagger', /vffs|vertical|bagger|sachet|stick/i],
  ['flowWrapper', /hffs|hfw|flow|wrapp/i],
  ['cartoner', /carton|case|tray/i],
]

/** Which list fits a machine type, by its name. */
export function reasonTemplateOf(machineType: string): ReasonTemplateKey {
  return typeNames.find(([, pattern]) => pattern.test(machineType))?.[0] ?? 'general'
}

/** A list of reasons to begin with; `newId` makes the id of each. */
export function reasonTemplate(key: ReasonTemplateKey, newId: () => string): Reason[] {
  return templates[key].flatMap((group, index) => {
    const made = (entry: Entry, place: Pick<Reason, 'parent' | 'rank'>): Reason => ({
      ...reasonOf(entry, { id: newId(), ...place }),
      ...(isSetUp(group, entry) && { setUp: true }),
    })
    const top = made(group, { parent: null, rank: index + 1 })
    const below = (group.below ?? []).map((entry, place) =>
      made(entry, { parent: top.id, rank: place + 1 }),
    )
    return [top, ...below]
  })
}

/** Changeover, change of film or tool, and cleaning that is no fault of a machine (D116). */
const isSetUp = (group: Group, entry: Entry) =>
  entry === filmChange || ([changeover, cleaning].includes(group) && entry.cause === 'operator')

function reasonOf(entry: Entry, place: Pick<Reason, 'id' | 'parent' | 'rank'>): Reason {
  const { names, icon, cause, plannedMinutes, groups = [], states = [] } = entry
  const [en, de, it, es, fr] = names
  const name: ReasonName = { en, de, it, es, fr }
  return {
    ...place,
    ...{ name, icon, cause },
    planned: plannedMinutes !== undefined,
    overrunSeconds: plannedMinutes ? plannedMinutes * 60 : null,
    alarms: groups.map((value) => ({ kind: 'group', value })),
    states: [...states],
    retired: false,
  }
}
