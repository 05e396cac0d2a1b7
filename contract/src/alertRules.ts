import {
  alertChannels,
  alertKinds,
  alertLimits,
  alertSeverities,
  machineStates,
} from '@packboard/model'
import { endpoint, id, instant, serialNo } from './endpoint.ts'
import { reasonId } from './reasons.ts'
import { z } from './z.ts'

const plain = /^[^\p{Cc}\p{Cs}]*$/u
const seconds = z.number().int().min(1).max(alertLimits.seconds)
const percent = z.number().min(0).max(1_000)
const text = (length: number) => z.string().trim().min(1).max(length).regex(plain)
const number = (max: number) => z.number().int().min(1).max(max)
const rowId = number(2_147_483_647)

const condition = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('stoppedLonger'),
      seconds,
      reasonId: reasonId.optional(),
      alarmGroup: text(200).optional(),
      side: z.enum(['own', 'external']).optional(),
      withoutReason: z.boolean().optional(),
    }),
    z.object({
      kind: z.literal('lineStoppedLonger'),
      seconds,
      side: z
        .enum(['own', 'inherited'])
        .optional()
        .describe('Where the root is: at the key station, or elsewhere; absent: anywhere'),
      rootMachineId: serialNo.optional().describe('Only while this machine is the root'),
    }),
    z.object({ kind: z.literal('offlineLonger'), seconds }),
    z.object({
      kind: z.literal('inState'),
      states: z
        .array(
          z
            .number()
            .int()
            .refine(
              (code) => machineStates.some((state) => state.code === code),
              'is no state code',
            ),
        )
        .min(1)
        .max(machineStates.length),
      seconds,
    }),
    z.object({
      kind: z.literal('alarm'),
      group: text(200).optional(),
      text: text(500).optional(),
      times: number(1_000),
      minutes: number(1_440).optional(),
    }),
    z.object({ kind: z.literal('speedUnder'), percent: percent.min(1), seconds }),
    z.object({ kind: z.literal('rejectsOver'), percent, packs: number(1_000_000) }),
    z.object({ kind: z.literal('oeeeUnder'), percent: percent.min(1).max(100) }),
    z.object({ kind: z.literal('behindPlan'), packs: number(100_000_000) }),
    z.object({ kind: z.literal('plannedOverrun') }),
    z.object({ kind: z.literal('withoutReason'), percent: percent.max(100) }),
    z.object({ kind: z.literal('setAside'), records: number(1_000_000), minutes: number(1_440) }),
    z.object({ kind: z.literal('clockOff'), seconds }),
    z.object({ kind: z.literal('recorderSilent'), seconds: seconds.min(60) }),
    z.object({ kind: z.literal('recorderFilling'), percent: percent.min(1).max(100) }),
    z.object({ kind: z.literal('backupOverdue') }),
    z.object({ kind: z.literal('helpCalled') }),
  ])
  .describe('What the rule looks at; times are seconds of the source')

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const hours = z.object({
  days: z.array(z.number().int().min(1).max(7)).min(1).max(7).describe('1 is Monday'),
  from: clock,
  to: clock.describe('At or before `from`: on the next day'),
})

const machines = z.union([
  z.literal('all'),
  z.array(serialNo).min(1).max(alertLimits.machines),
  z.object({ lineName: text(80) }),
  z.object({ machineTypeId: rowId }),
])

const step = z.object({
  afterSeconds: z.number().int().min(0).max(alertLimits.seconds),
  channel: z
    .enum(alertChannels)
    .describe(
      '`person` and `role` by the channels that each person chose; `mail` a confirmed address, `hook` a webhook, `mqtt` a broker of the client',
    ),
  to: rowId.describe('The number of the user, user group, address, webhook or broker'),
})

export const alertRule = z.object({
  name: text(alertLimits.nameLength),
  enabled: z.boolean(),
  condition,
  forSeconds: seconds
    .optional()
    .describe('The condition must hold so long without a pause before an alert opens'),
  text: text(alertLimits.textLength).optional().describe('Part of each message'),
  machines,
  when: z.union([
    z.literal('always'),
    z.literal('planned').describe('In planned time of the machine'),
    z.array(hours).min(1).max(alertLimits.hours),
  ]),
  severity: z.enum(alertSeverities),
  steps: z.array(step).max(alertLimits.steps),
  repeatSeconds: seconds
    .min(alertLimits.repeatSecondsAtLeast)
    .optional()
    .describe('The last step again, until a person acknowledges'),
})
export type AlertRuleWire = z.output<typeof alertRule>

const ruleId = z.uuid().describe('Made where the rule is added; it never changes')
const version = z.number().int().min(0).max(2_147_483_647)
const count = z.number().int()

export const alertRules = endpoint('GET', '/api/admin/alert-rules/:clientId', {
  summary: 'Rules by which alerts of a client open, with what became of them in the last 30 days',
  params: z.object({ clientId: id }),
  answer: z.object({
    version: version.describe('0 while there were never any'),
    rules: z.array(
      alertRule.extend({
        id: ruleId,
        last30Days: z.object({
          sent: count.describe('Alerts of which a message went out'),
          true: count.describe('of these, those whose condition the ledger still has'),
          missed: count.describe('What the ledger has and no alert says'),
          late: count.describe('What came to be known when it was over: history, no message'),
          opened: count,
          medianAcknowledgeSeconds: z.number().nullable(),
        }),
        mute: z
          .object({ until: instant, reason: z.string(), by: z.string() })
          .nullable()
          .describe('The rule sends nothing until then'),
      }),
    ),
    mutedMachines: z.array(
      z.object({ machineId: serialNo, until: instant, reason: z.string(), by: z.string() }),
    ),
    recipients: z
      .object({
        people: z.array(z.object({ id: rowId, name: z.string(), role: z.number().int() })),
        roles: z.array(z.number().int()),
        mails: z.array(z.object({ id: rowId, address: z.string(), confirmed: z.boolean() })),
        hooks: z.array(
          z.object({
            id: rowId,
            name: z.string(),
            kind: z.enum(['hook', 'mqtt']),
            enabled: z.boolean(),
          }),
        ),
      })
      .describe('Who a step can name'),
  }),
})
export type AlertRulesAnswer = z.output<typeof alertRules.answer>

export const setAlertRules = endpoint('PUT', '/api/admin/alert-rules/:clientId', {
  summary:
    'Set all rules of a client. One that is missing is removed; its alerts stay in the history',
  params: z.object({ clientId: id }),
  body: z.object({
    rules: z.array(alertRule.extend({ id: ruleId })).max(alertLimits.rules),
    version: version.optional().describe('As it was read; 409 when another person was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

export const backTestAlertRule = endpoint('POST', '/api/admin/alert-rules/:clientId/back-test', {
  summary: 'When a rule would have opened in the past, by the intervals as they are now',
  params: z.object({ clientId: id }),
  body: z.object({ rule: alertRule, from: instant, to: instant }),
  answer: z.object({
    opened: count.describe('Without those that came to be known when they were over'),
    inPlannedTime: count,
    late: count.describe('Came to be known when they were over: no message'),
    perDay: z.number().describe('Most openings of one day'),
    list: z
      .array(
        z.object({
          machineId: serialNo.nullable().describe('null: of the client'),
          openedAt: instant,
          clearedAt: instant.nullable().describe('null: it still holds'),
          inPlannedTime: z.boolean(),
          late: z.boolean(),
          cause: z.string().describe('The first-out alarm or the state, empty without one'),
          causeGroup: z.string(),
        }),
      )
      .describe('The newest first, at most 1,000'),
    withoutPast: z
      .boolean()
      .describe('The kind of the rule does not follow from records: nothing was tested'),
  }),
})
export type BackTestAnswer = z.output<typeof backTestAlertRule.answer>

export const muteAlerts = endpoint('POST', '/api/admin/alert-mutes/:clientId', {
  summary: 'Send nothing of a rule or a machine until an instant; one in the past ends a mute',
  params: z.object({ clientId: id }),
  body: z.object({
    ruleId: ruleId.optional(),
    machineId: serialNo.optional().describe('Exactly one of the two'),
    until: instant,
    reason: text(alertLimits.muteReasonLength),
  }),
  answer: z.object({ message: z.string() }),
})

export const alertKind = z.enum(alertKinds)
