import { seedDemo } from '@packboard/demo'
import { demoPlant } from '@packboard/demo/plant'
import { openManagement } from '@packboard/management'

/**
 * Writes the demo into an empty data directory with one client more: a machine that speaks PackML tags and that the
 * plant does not play, because a journey plays a recording of a real simulator to it.
 */
const dataDir = process.argv[2]
if (!dataDir) throw new Error('seedRecordedMachine <data directory>')
const management = await openManagement({ dataDir })
const model = demoPlant[0]!
await seedDemo(management, [
  ...demoPlant,
  {
    ...model,
    id: 80,
    name: 'Recorded Packing',
    slug: 'recorded-packing',
    machines: [
      {
        ...model.machines[0]!,
        serialNo: 'PML-801',
        packmlTags: { prefix: 'Bathurst/Packaging/Line 1', dictionary: 'libremfg' },
      },
    ],
  },
])
await management.close()
