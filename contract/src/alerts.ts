import { alertLimits, alertOrigins, alertSeverities } from '@packboard/model'
import { alertKind } from './alertRules.ts'
import { endpoint, id, instant, numeral, serialNo } from './endpoint.ts'
import { z } from './z.ts'

const note = z
  .string()
  .trim()
  .max(alertLimits.noteLength)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

const alertShape = z.object({
  id: z.number().int(),
  clientId: z.number().int(),
  machineId: serialNo.nullable().describe('null: of the client'),
  lineName: z.string().nullable(),
  ruleId: z.string().nullable().describe('null: a person called for help'),
  ruleName: z.string(),
  origin: z.enum(alertOrigins),
  kind: alertKind.nullable(),
  severity: z.enum(alertSeverities),
  text: z.string().describe('What the rule adds to its messages, or the note of a call for help'),
  cause: z.string().describe('The first-out alarm or the state, empty without one'),
  causeGroup: z.string(),
  openedAt: instant.describe('By the clock of the source'),
  knownAt: instant.describe('When Packboard learnt of it'),
  clearedAt: instant.nullable().describe('null: it is open'),
  late: z.boolean().describe('It was over when it came to be known: history, no message'),
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  onMyWayAt: instant.nullable().describe('Only of a call for help'),
  onMyWayBy: z.string().nullable(),
  raisedBy: z.string().nullable().describe('Who called for help'),
  sent: z.number().int().describe('Messages that went out'),
  muted: z.boolean(),
})
export type AlertWire = z.output<typeof alertShape>

export const alerts = endpoint('GET', '/api/admin/alerts/:clientId', {
  summary: 'Alerts and calls for help of a client: the open ones, or the history, newest first',
  params: z.object({ clientId: id }),
  query: z.object({
    state: z.enum(['open', 'all']).default('open'),
    machineId: serialNo.optional(),
    before: numeral({ max: Number.MAX_SAFE_INTEGER })
      .optional()
      .describe('`next` of the page before'),
  }),
  answer: z.object({
    alerts: z.array(alertShape),
    next: z.number().int().nullable(),
    open: z.number().int().describe('Open alerts of the client that nobody acknowledged'),
  }),
})

export const alertDetails = endpoint('GET', '/api/admin/alerts/:clientId/:id', {
  summary: 'One alert with its messages: to whom, when, and what became of them',
  params: z.object({ clientId: id, id: numeral({ max: Number.MAX_SAFE_INTEGER }) }),
  answer: alertShape.extend({
    messages: z.array(
      z.object({
        step: z.number().int(),
        channel: z.enum(['mail', 'push', 'hook', 'mqtt']),
        to: z.string().describe('A name, never an address'),
        dueAt: instant,
        sentAt: instant.nullable(),
        state: z.enum(['waiting', 'sent', 'dropped', 'failed']),
        why: z.string().describe('A code: why it was dropped, or the last failure'),
      }),
    ),
  }),
})

const alertParams = z.object({ clientId: id, id: numeral({ max: Number.MAX_SAFE_INTEGER }) })
const done = z.object({ message: z.string() })

export const acknowledgeAlert = endpoint('POST', '/api/admin/alerts/:clientId/:id/acknowledge', {
  summary: 'Acknowledge an alert: all see by whom and when, and no further step is sent',
  params: alertParams,
  answer: done,
})

/** The token of a link in a message: 43 characters of base64url. */
const alertToken = z.string().regex(/^[\w-]{43}$/)

export const alertOfLink = endpoint('GET', '/api/alert-link/:token', {
  summary: 'The alert of a link in a message; opening it acknowledges nothing',
  params: z.object({ token: alertToken }),
  answer: z.object({
    alert: alertShape,
    recipient: z.string().describe('In whose name a press acknowledges'),
    zone: z.string(),
    clientName: z.string(),
    canAcknowledge: z.boolean(),
  }),
})

export const acknowledgeByLink = endpoint('POST', '/api/alert-link/:token', {
  summary:
    'Acknowledge the alert of a link in the name of its recipient, or answer a call for help: on the way, or done',
  params: z.object({ token: alertToken }),
  query: z.object({
    answer: z
      .enum(['seen', 'onMyWay', 'done'])
      .optional()
      .describe('Without it: of a call for help on the way, else seen'),
  }),
  answer: done,
})

export const callForHelp = endpoint('POST', '/api/admin/help-call', {
  summary: 'Call for help at a machine: an alert that a person raises',
  body: z.object({ machineId: serialNo, note: note.optional() }),
  answer: z.object({ id: z.number().int(), message: z.string() }),
})

const helpParams = z.object({ id: numeral({ max: Number.MAX_SAFE_INTEGER }) })

export const helpOnMyWay = endpoint('POST', '/api/admin/help-call/:id/on-my-way', {
  summary: 'Come to a call for help: all see who is on the way',
  params: helpParams,
  answer: done,
})

export const helpDone = endpoint('POST', '/api/admin/help-call/:id/done', {
  summary: 'End a call for help',
  params: helpParams,
  answer: done,
})
