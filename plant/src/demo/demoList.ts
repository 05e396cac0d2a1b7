/** The demo's machines, products and people, as the management room seeds them. */
type DemoProduct = { name: string; tool: string; targetPpm: number; bagged: boolean }
type DemoMachine = {
  serialNo: string
  machineType: string
  lineName: string
  designPpm: number
  holdMs: number
}
type DemoClient = {
  name: string
  slug: string
  zone: string
  machines: DemoMachine[]
  products: DemoProduct[]
  crews: string[][]
}

const fw3 = (serialNo: string, lineName: string): DemoMachine => ({
  serialNo,
  lineName,
  machineType: 'Flow Wrapper FW-3',
  designPpm: 220,
  holdMs: 90_000,
})
const fw5 = (serialNo: string, lineName: string): DemoMachine => ({
  ...fw3(serialNo, lineName),
  machineType: 'Flow Wrapper FW-5 twin',
})
const vf = (serialNo: string, lineName: string): DemoMachine => ({
  serialNo,
  lineName,
  machineType: 'VFFS V-240',
  designPpm: 90,
  holdMs: 90_000,
})

export const demoList: DemoClient[] = [
  {
    name: 'Northfield Confectionery',
    slug: 'northfield-confectionery',
    zone: 'Europe/London',
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
      { name: 'Milk Bar 45 g', tool: 'Former 45', targetPpm: 190, bagged: false },
      { name: 'Hazelnut Bar 45 g', tool: 'Former 45', targetPpm: 180, bagged: false },
      { name: 'Nougat Bar 60 g', tool: 'Former 60', targetPpm: 160, bagged: false },
      { name: 'Caramel Duo 2 x 25 g', tool: 'Former 50', targetPpm: 145, bagged: false },
      { name: 'Toffee Bag 150 g', tool: 'Tube 160', targetPpm: 70, bagged: true },
      { name: 'Mint Drops 200 g', tool: 'Tube 180', targetPpm: 60, bagged: true },
      { name: 'Fudge Bites 120 g', tool: 'Tube 140', targetPpm: 80, bagged: true },
    ],
    crews: [
      ['J. Hughes', 'P. Okafor', 'S. Whitaker'],
      ['A. Kowalska', 'D. Marsh', 'R. Patel'],
      ['L. Brennan', 'T. Ashworth', 'M. Farah'],
    ],
  },
  {
    name: 'Norsk Kjeks AS',
    slug: 'norsk-kjeks',
    zone: 'Europe/Oslo',
    machines: [
      fw3('FW-511', 'Line 1'),
      fw3('FW-512', 'Line 1'),
      fw5('FW-521', 'Line 2'),
      fw5('FW-522', 'Line 2'),
      vf('VF-531', 'Line 3'),
      vf('VF-532', 'Line 3'),
    ],
    products: [
      { name: 'Havrekjeks 200 g', tool: 'Former 70', targetPpm: 150, bagged: false },
      { name: 'Smørkjeks 150 g', tool: 'Former 60', targetPpm: 170, bagged: false },
      { name: 'Sjokokjeks 2-pk', tool: 'Former 45', targetPpm: 200, bagged: false },
      { name: 'Minikjeks 125 g', tool: 'Tube 160', targetPpm: 65, bagged: true },
      { name: 'Saltkjeks 80 g', tool: 'Tube 140', targetPpm: 75, bagged: true },
    ],
    crews: [
      ['K. Nilsen', 'I. Berg'],
      ['O. Haugen', 'T. Dahl'],
      ['S. Lie', 'M. Strand'],
    ],
  },
  {
    name: 'Nova Snacks',
    slug: 'nova-snacks',
    zone: 'Europe/London',
    machines: [
      fw3('FW-611', 'Line 1'),
      vf('VF-621', 'Line 2'),
      vf('VF-622', 'Line 2'),
      vf('VF-623', 'Line 2'),
    ],
    products: [
      { name: 'Oat Bar 35 g', tool: 'Former 40', targetPpm: 185, bagged: false },
      { name: 'Date Bar 40 g', tool: 'Former 40', targetPpm: 165, bagged: false },
      { name: 'Crisps Sea Salt 40 g', tool: 'Tube 200', targetPpm: 78, bagged: true },
      { name: 'Crisps Paprika 150 g', tool: 'Tube 240', targetPpm: 52, bagged: true },
      { name: 'Popcorn 90 g', tool: 'Tube 220', targetPpm: 48, bagged: true },
    ],
    crews: [
      ['C. Doyle', 'H. Singh'],
      ['B. Morgan', 'E. Price'],
      ['N. Ahmed', 'G. Lowe'],
    ],
  },
  {
    name: 'Nonna Biscotti',
    slug: 'nonna-biscotti',
    zone: 'Europe/Rome',
    machines: [fw3('FW-711', 'Line 1'), vf('VF-712', 'Line 2')],
    products: [
      { name: 'Cantucci 2 pz', tool: 'Former 50', targetPpm: 140, bagged: false },
      { name: 'Amaretti 1 pz', tool: 'Former 40', targetPpm: 175, bagged: false },
      { name: 'Frollini 250 g', tool: 'Tube 200', targetPpm: 45, bagged: true },
      { name: 'Savoiardi 200 g', tool: 'Tube 200', targetPpm: 42, bagged: true },
    ],
    crews: [['G. Rossi'], ['F. Bianchi'], ['L. Conti']],
  },
]
