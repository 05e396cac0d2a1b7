import { seedDemo } from '@packboard/demo'
import { demoPlant } from '@packboard/demo/plant'
import { openManagement } from '@packboard/management'
import { runSql } from '@packboard/management/testing'

/**
 * Writes the demo into an empty data directory with two clients more, whose machines the plant does not play: one sends
 * PackML tags, because a journey plays a recording of a real simulator to it, and three stop as the journeys of the stop book
 * need it.
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
  {
    ...model,
    id: 81,
    name: 'Stop Book Packing',
    slug: 'stop-book-packing',
    machines: ['FW-811', 'FW-812', 'FW-813'].map((serialNo) => ({
      ...model.machines[0]!,
      serialNo,
      lineName: 'Line 8',
    })),
  },
])
// A journey waits until VF-402 is held to be silent: after 10 s instead of the demo's 90 s.
await runSql(
  management,
  `WITH impatient AS (
    INSERT INTO machine_type (label, image_path)
    SELECT 'VFFS V-241', image_path FROM machine_type WHERE label = 'VFFS V-240'
    RETURNING id
  ), held AS (
    INSERT INTO dated_setting (machine_type_id, kind, value, entered_at)
    SELECT impatient.id, entered.kind, entered.value, now()
    FROM impatient, (VALUES ('holdLimit', '10000'::jsonb), ('designSpeed', '90'::jsonb)) AS entered (kind, value)
  )
  UPDATE machine SET machine_type_id = (SELECT id FROM impatient) WHERE serial_no = 'VF-402'`,
)
await management.close()
