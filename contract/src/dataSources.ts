import { sourceStates } from '@packboard/model'
import { endpoint, id, instant } from './endpoint.ts'
import { connectors } from './panel/connections.ts'
import { dictionaryFinding } from './panel/opcUaConnections.ts'
import { z } from './z.ts'

const count = z.number().int()

/** Hours of the strip of a machine: the present one and those before it. */
export const sourceHours = 24

/** A machine as a source of records: how it sends, when it last spoke, and what became of its records of 24 hours. */
export const dataSource = z.object({
  id: count,
  serialNo: z.string(),
  lineName: z.string().describe('Empty without a line'),
  door: z.enum(connectors).describe('By which way it is set to send'),
  state: z
    .enum(sourceStates)
    .describe(
      'never: it never sent a sample itself, for imported history is none, and none was refused in the last 24 hours; silent: its card is OFFLINE; clockOff: more than 5 s ahead or 60 s behind; quarantined: some records were not accepted; the first that holds',
    ),
  receivedAt: instant
    .nullable()
    .describe('When its newest accepted record came; null: none of the last 24 hours is known'),
  dataAt: instant
    .nullable()
    .describe('The time in its newest record, however long ago; null: it never sent one itself'),
  perMinute: z
    .number()
    .describe('Records received a minute, in the present hour and the one before it'),
  hours: z
    .array(count)
    .length(sourceHours)
    .describe('Records accepted in each hour of UTC, the present one last'),
  received: count.describe('accepted + duplicate + quarantined'),
  accepted: count.describe('Stored; late ones are among them'),
  duplicate: count.describe('Already stored with the same content'),
  late: count.describe('Came after newer ones, up to a minute older than those'),
  backFill: count.describe('More than a minute older than the newest: sent afterwards'),
  quarantined: count.describe('Kept aside whole, with the reason'),
  resets: count.describe('How often its pack counter began anew'),
  missingNumbers: count.describe(
    'Numbers of the sequence that it counts (`seq`) that did not come, since the start of the server; 0 where it counts none',
  ),
  kept: count.describe('Of those that were not accepted, how many are still kept aside'),
  unknownStates: count.describe('Records with a state that Packboard does not know'),
  unknownFields: z
    .record(z.string(), count)
    .describe('Fields that no record has, up to 20 names, since the start of the server'),
  timeStandsStill: z
    .boolean()
    .describe('Of Sparkplug B: of its last ten messages one has metrics whose time stands still'),
  finding: dictionaryFinding
    .nullable()
    .describe('What its state numbers say about its dictionary; null: it has none'),
  clockSkewMs: count
    .nullable()
    .describe('Median of receipt − source of the latest 101 samples; positive: behind'),
})
export type DataSource = z.output<typeof dataSource>

export const dataSources = endpoint('GET', '/api/admin/data-sources', {
  summary:
    "Of each machine of a client how it sends, when it last spoke, and what became of the last 24 hours' records",
  query: z.object({ clientId: id }),
  answer: z.object({
    now: instant.describe('When this was so: ages are to be counted from here'),
    since: instant.describe('Counts begin here, at a full hour of UTC'),
    sources: z.array(dataSource).describe('By line, then by serial number'),
    notAssigned: z
      .array(
        z.object({
          address: z
            .string()
            .describe(
              'For the connection of a machine: `group/edge node/device`, or `group/edge node` of one without devices',
            ),
          seenAt: instant.describe('When its newest message came'),
          isOwn: z
            .boolean()
            .describe('Every machine of its edge node is one of this client; else nobody knows'),
        }),
      )
      .describe(
        'What was seen of Sparkplug B at the broker of the plant and no machine is set to: devices of edge nodes of this client alone, and for a person who manages the installation also those of edge nodes that several clients or no machine name. In memory, since the start of the server, at most 400, newest first',
      ),
    unassigned: count.describe(
      'Records of the same time that name no machine of this client; among the quarantined ones of no machine',
    ),
  }),
})
export type DataSourcesAnswer = z.output<typeof dataSources.answer>
