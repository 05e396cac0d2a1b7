import { demoWeeks, type WorkedShift } from './demoWeek.ts'

/**
 * The demo installation as data: its people, its machines and where they stand, the products they pack. seedDemo writes
 * it into the management store; the virtual plant reads its machines from it (demoPlant). Nothing here names a real
 * company.
 */

/** A product and how it is packed. */
export type DemoProduct = {
  readonly name: string
  /** The former or forming tube that the machine needs for it. */
  readonly tool: string
  /** Packs per minute (D22). */
  readonly targetPpm: number
  /** Filled into bags (vertical machines) instead of wrapped as a bar (flow wrappers). */
  readonly bagged: boolean
  /** Net weight of a pack in grams, and what a kilogram of the product costs. */
  readonly grams: number
  readonly costPerKg: number
}

export type DemoMachine = {
  readonly serialNo: string
  readonly machineType: string
  readonly lineName: string
  readonly designPpm: number
  /** Its target speed for each pack a minute of the target of a product: a case packer counts cases. */
  readonly targetShare: number
  readonly holdMs: number
  /** Publishes PackML tags below this prefix with this dictionary (D45) instead of Packboard's own JSON. */
  readonly packmlTags?: {
    readonly prefix: string
    readonly dictionary: 'libremfg' | 'iso-tr88' | 'tmc'
  }
}

/** The stations of a line in the order in which packs pass. */
export type DemoFlow = {
  readonly lineName: string
  readonly stations: readonly {
    /** Serial numbers, side by side. */
    readonly machines: readonly string[]
    /** So many must run. */
    readonly needs: number
    /** How long the line can run of what lies before the station when it is full; 0 at the first. */
    readonly bufferSeconds: number
    readonly key: boolean
  }[]
}

export type DemoClient = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly location: string
  readonly zone: string
  readonly subscription: 'standard' | 'premium'
  readonly distributorId: number
  readonly contact: { readonly name: string; readonly email: string; readonly number: string }
  readonly machines: readonly DemoMachine[]
  readonly products: readonly DemoProduct[]
  /** Operators, one list per shift. */
  readonly crews: readonly (readonly string[])[]
  /** When its lines work. */
  readonly week: readonly WorkedShift[]
  readonly flows: readonly DemoFlow[]
}

type DemoAccount = {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly role: 'admin' | 'distributor' | 'clientAdmin' | 'engineer' | 'user'
  readonly clientId: number | null
  readonly distributorId: number | null
}

/** D50: of every demo account and every demo device. While it is valid the demo listens on loopback only. */
export const demoPassword = 'packboard'

export const demoDistributors = [
  {
    id: 1,
    name: 'Alder Packaging Services',
    location: 'Manchester, United Kingdom',
    contactName: 'Ruth Calder',
    contactEmail: 'ruth.calder@alder.example',
    contactNumber: '+44 161 496 0110',
  },
  {
    id: 2,
    name: 'Baltic Pack Partners',
    location: 'Riga, Latvia',
    contactName: 'Janis Ozols',
    contactEmail: 'janis.ozols@balticpack.example',
    contactNumber: '+371 6755 0120',
  },
] as const

/** D11: every demo machine is offline after this long without a message. */
const holdMs = 90_000

export const demoMachineTypes = [
  { label: 'Flow Wrapper FW-3', image: 'flow-wrapper.png', designPpm: 220, targetShare: 1, holdMs },
  // Twin are its film reels: it splices film while it runs, and is not faster for it.
  {
    ...{ label: 'Flow Wrapper FW-5 twin', image: 'flow-wrapper-twin.png', designPpm: 220 },
    ...{ targetShare: 1, holdMs },
  },
  { label: 'VFFS V-240', image: 'vffs.png', designPpm: 90, targetShare: 1, holdMs },
  // Behind two baggers: a bag in each carton, five cartons in a case, six cases in a layer of a pallet.
  { label: 'Cartoner C-160', image: 'cartoner.png', designPpm: 160, targetShare: 2, holdMs },
  { label: 'Case Packer K-40', image: 'case-packer.png', designPpm: 40, targetShare: 0.4, holdMs },
  { label: 'Palletiser P-6', image: 'palletiser.png', designPpm: 6, targetShare: 1 / 15, holdMs },
] as const

const [flowWrapper, twinFlowWrapper, formFillSeal, cartoner, casePacker, palletiser] =
  demoMachineTypes

const machine =
  (type: (typeof demoMachineTypes)[number]) =>
  (serialNo: string, lineName: string): DemoMachine => ({
    serialNo,
    lineName,
    machineType: type.label,
    designPpm: type.designPpm,
    targetShare: type.targetShare,
    holdMs: type.holdMs,
  })
const fw3 = machine(flowWrapper)
const fw5 = machine(twinFlowWrapper)
const vf = machine(formFillSeal)

/** Two baggers side by side, and what packs their bags. */
const baggingLine: DemoFlow = {
  lineName: 'Line 3',
  stations: [
    { machines: ['VF-531', 'VF-532'], needs: 2, bufferSeconds: 0, key: true },
    { machines: ['CT-104'], needs: 1, bufferSeconds: 90, key: false },
    { machines: ['CP-105'], needs: 1, bufferSeconds: 45, key: false },
    { machines: ['PL-106'], needs: 1, bufferSeconds: 90, key: false },
  ],
}

const product =
  (bagged: boolean) =>
  (
    name: string,
    tool: string,
    targetPpm: number,
    grams: number,
    costPerKg: number,
  ): DemoProduct => ({
    ...{ name, tool, targetPpm, bagged, grams, costPerKg },
  })
const bar = product(false)
const bag = product(true)

export const demoClients: readonly DemoClient[] = [
  {
    id: 1,
    name: 'Northfield Confectionery',
    slug: 'northfield-confectionery',
    location: 'Leeds, United Kingdom',
    zone: 'Europe/London',
    subscription: 'premium',
    distributorId: 1,
    contact: {
      name: 'Helen Ward',
      email: 'helen.ward@northfield.example',
      number: '+44 113 496 0101',
    },
    machines: [
      fw3('FW-101', 'Line 1'),
      fw3('FW-102', 'Line 1'),
      fw3('FW-201', 'Line 2'),
      fw3('FW-202', 'Line 2'),
      fw5('FW-301', 'Line 3'),
      fw5('FW-302', 'Line 3'),
      vf('VF-401', 'Line 4'),
      vf('VF-402', 'Line 4'),
    ],
    products: [
      bar('Milk Bar 45 g', 'Former 45', 190, 45, 7.4),
      bar('Hazelnut Bar 45 g', 'Former 45', 180, 45, 8.9),
      bar('Nougat Bar 60 g', 'Former 60', 160, 60, 6.8),
      bar('Caramel Duo 2 x 25 g', 'Former 50', 145, 50, 7.1),
      bag('Toffee Bag 150 g', 'Tube 160', 70, 150, 4.6),
      bag('Mint Drops 200 g', 'Tube 180', 60, 200, 3.2),
      bag('Fudge Bites 120 g', 'Tube 140', 80, 120, 5.3),
    ],
    crews: [
      ['J. Hughes', 'P. Okafor', 'S. Whitaker'],
      ['A. Kowalska', 'D. Marsh', 'R. Patel'],
      ['L. Brennan', 'T. Ashworth', 'M. Farah'],
    ],
    week: demoWeeks[1],
    flows: [],
  },
  {
    id: 2,
    name: 'Norsk Kjeks AS',
    slug: 'norsk-kjeks',
    location: 'Oslo, Norway',
    zone: 'Europe/Oslo',
    subscription: 'premium',
    distributorId: 2,
    contact: {
      name: 'Kari Nilsen',
      email: 'kari.nilsen@norskkjeks.example',
      number: '+47 21 55 01 02',
    },
    machines: [
      fw3('FW-511', 'Line 1'),
      fw3('FW-512', 'Line 1'),
      fw5('FW-521', 'Line 2'),
      fw5('FW-522', 'Line 2'),
      vf('VF-531', 'Line 3'),
      vf('VF-532', 'Line 3'),
      machine(cartoner)('CT-104', 'Line 3'),
      machine(casePacker)('CP-105', 'Line 3'),
      machine(palletiser)('PL-106', 'Line 3'),
    ],
    products: [
      bar('Havrekjeks 200 g', 'Former 70', 150, 200, 3.9),
      bar('Smørkjeks 150 g', 'Former 60', 170, 150, 5.6),
      bar('Sjokokjeks 2-pk', 'Former 45', 200, 48, 6.4),
      bag('Minikjeks 125 g', 'Tube 160', 65, 125, 4.4),
      bag('Saltkjeks 80 g', 'Tube 140', 75, 80, 4.1),
    ],
    crews: [
      ['K. Nilsen', 'I. Berg'],
      ['O. Haugen', 'T. Dahl'],
      ['S. Lie', 'M. Strand'],
    ],
    week: demoWeeks[2],
    flows: [baggingLine],
  },
  {
    id: 3,
    name: 'Nova Snacks',
    slug: 'nova-snacks',
    location: 'Bristol, United Kingdom',
    zone: 'Europe/London',
    subscription: 'standard',
    distributorId: 1,
    contact: {
      name: 'Connor Doyle',
      email: 'connor.doyle@novasnacks.example',
      number: '+44 117 496 0103',
    },
    machines: [
      fw3('FW-611', 'Line 1'),
      vf('VF-621', 'Line 2'),
      vf('VF-622', 'Line 2'),
      vf('VF-623', 'Line 2'),
    ],
    products: [
      bar('Oat Bar 35 g', 'Former 40', 185, 35, 5.2),
      bar('Date Bar 40 g', 'Former 40', 165, 40, 6.1),
      bag('Crisps Sea Salt 40 g', 'Tube 200', 78, 40, 5.8),
      bag('Crisps Paprika 150 g', 'Tube 240', 52, 150, 5.5),
      bag('Popcorn 90 g', 'Tube 220', 48, 90, 4.8),
    ],
    crews: [
      ['C. Doyle', 'H. Singh'],
      ['B. Morgan', 'E. Price'],
      ['N. Ahmed', 'G. Lowe'],
    ],
    week: demoWeeks[3],
    flows: [],
  },
  {
    id: 4,
    name: 'Nonna Biscotti',
    slug: 'nonna-biscotti',
    location: 'Parma, Italy',
    zone: 'Europe/Rome',
    subscription: 'standard',
    distributorId: 2,
    contact: {
      name: 'Giulia Rossi',
      email: 'giulia.rossi@nonnabiscotti.example',
      number: '+39 0521 555 104',
    },
    machines: [fw3('FW-711', 'Line 1'), vf('VF-712', 'Line 2')],
    products: [
      bar('Cantucci 2 pz', 'Former 50', 140, 22, 8.2),
      bar('Amaretti 1 pz', 'Former 40', 175, 8, 9.5),
      bag('Frollini 250 g', 'Tube 200', 45, 250, 4.7),
      bag('Savoiardi 200 g', 'Tube 200', 42, 200, 5.1),
    ],
    crews: [['G. Rossi'], ['F. Bianchi'], ['L. Conti']],
    week: demoWeeks[4],
    flows: [],
  },
]

const account = (
  [username, firstName, lastName]: readonly [string, string, string],
  role: DemoAccount['role'],
  of: { readonly clientId?: number; readonly distributorId?: number } = {},
): DemoAccount => ({
  ...{ username, firstName, lastName, role, clientId: null, distributorId: null },
  ...of,
})

/** The people of the demo, one of each role that signs in to a screen (D50). */
export const demoAccounts: readonly DemoAccount[] = [
  account(['admin', 'Marta', 'Lindqvist'], 'admin'),
  account(['distributor', 'Ruth', 'Calder'], 'distributor', { distributorId: 1 }),
  account(['clientadmin', 'Helen', 'Ward'], 'clientAdmin', { clientId: 1 }),
  account(['engineer', 'Tomasz', 'Zielinski'], 'engineer', { clientId: 1 }),
  account(['user', 'Priya', 'Patel'], 'user', { clientId: 1 }),
]

/** The one account that may send for every machine of a client, in addition to the account of each machine. */
export function gatewayName(slug: string): string {
  return `gateway-${slug}`
}
