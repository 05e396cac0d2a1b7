import { endpoint, instant } from '../endpoint.ts'
import { damagedTable } from '../health.ts'
import { z } from '../z.ts'

const bytes = z.number().int().min(0)

const diskWarning = z.object({
  code: z.enum(['disk.low', 'disk.full']).meta({
    description:
      'disk.low: below 10 % or 5 GB of free space, whichever is less. disk.full: below 3 % or 1 GB; new records are refused with 503 until there is space.',
  }),
  freeBytes: bytes,
  totalBytes: bytes,
})

const damageWarning = damagedTable.extend({
  code: z.literal('records.damaged').meta({
    description:
      'Records of this month are lost or cannot be read; none of its minutes is computed anew until it is mended or accepted',
  }),
})

const proxyWarning = z.object({
  code: z.literal('proxy.untrusted').meta({
    description:
      'Within the last day a request carried X-Forwarded-For while TRUST_PROXY names no proxy: all people behind it share the limits of one address.',
  }),
})

const plainWarning = z.object({
  code: z.literal('plain.onNetwork').meta({
    description: 'PLAIN_ON_LAN=on, and a listener without TLS on another address than loopback',
  }),
})

const certificateWarning = z.object({
  code: z.literal('certificate.unusable').meta({
    description:
      'Changed certificate files cannot be used; the certificate from before stays in use until it expires',
  }),
})

const externalBrokerWarning = z.object({
  code: z.literal('externalBroker.lost').meta({
    description:
      'The broker of MQTT_URL is not connected; what machines publish there is not read. It is tried again at least each 15 s',
  }),
  address: z.string().meta({ description: 'Host and port' }),
  since: instant,
  reason: z.string().meta({
    description: 'In English, as the broker or the network says it; at most 300 characters',
  }),
})

const limitsWarning = z.object({
  code: z.literal('limits.near').meta({
    description: 'Devices and machines have used 80 % of a limit or more; the limits name them',
  }),
  devices: z.number().int(),
  machines: z.number().int(),
})

const slowedWarning = z.object({
  code: z.literal('devices.slowed').meta({
    description:
      'Devices send more wrong records than are read, and have to wait: the quarantine says what is wrong',
  }),
  devices: z.number().int(),
})

const crowdedWarning = z.object({
  code: z.literal('devices.crowded').meta({
    description:
      'Devices had more than 8 MQTT connections again and again within the last minute, and new ones are refused: several clients use one token',
  }),
  devices: z.number().int(),
})

const cellsWarning = z.object({
  code: z.literal('cells.notHeld').meta({
    description:
      'No process holds these stores of an installation of several processes: the clients in them are not served',
  }),
  cells: z.number().int(),
  clients: z.number().int().meta({ description: 'How many clients that is' }),
})

const clockWarning = z.object({
  code: z.literal('clock.off').meta({
    description:
      'Clocks of processes of this installation differ from that of PostgreSQL by more than 1 s; from 4 s on an ingest process takes no records',
  }),
  processes: z.number().int().min(1),
  seconds: z.number().min(0).meta({ description: 'The largest difference' }),
})

const backupWarning = z.object({
  code: z.literal('backup.overdue').meta({
    description: 'There was no good backup for two days, or never one since the installation began',
  }),
  last: instant.nullable().meta({ description: 'When the newest good one began' }),
})

const updatingWarning = z.object({
  code: z.literal('data.updating').meta({
    description:
      'Stored figures of the past are being computed, as after a new version or a large import; what is shown is right meanwhile, long windows take longer',
  }),
  months: z.number().int().meta({ description: 'Months of records and minutes that wait' }),
  hours: z
    .number()
    .int()
    .meta({ description: 'Hours of machines that are still read from their minutes' }),
})

const notJoinedWarning = z.object({
  code: z.literal('months.notJoined').meta({
    description:
      'Months that are over lie in many parts which could not be joined, as a rule because there is no room for a second copy of one; figures are right, long windows take longer. It is tried again each ten minutes',
  }),
  months: z.number().int(),
})

const mailWarning = z.object({
  code: z.literal('mail.failing').meta({
    description:
      'The mail server does not take e-mails: alerts and links of accounts wait, and are tried again for a day',
  }),
  since: instant.meta({ description: 'When the oldest e-mail that waits was due' }),
  waiting: z.number().int(),
})

const alertsWarning = z.object({
  code: z.literal('alerts.behind').meta({
    description:
      'Rules of alerts are looked at later than they should: alerts open late. As a rule the engine of records is down or overloaded',
  }),
  seconds: z.number().int().meta({ description: 'How long the look that is due longest waits' }),
})

export const installationWarning = z.discriminatedUnion('code', [
  diskWarning,
  damageWarning,
  proxyWarning,
  plainWarning,
  certificateWarning,
  externalBrokerWarning,
  limitsWarning,
  slowedWarning,
  crowdedWarning,
  cellsWarning,
  clockWarning,
  backupWarning,
  updatingWarning,
  notJoinedWarning,
  mailWarning,
  alertsWarning,
])
export type InstallationWarning = z.output<typeof installationWarning>

export const warnings = endpoint('GET', '/api/admin/warnings', {
  summary: 'What an operator of this installation has to do soon',
  answer: z.object({ warnings: z.array(installationWarning) }),
})
