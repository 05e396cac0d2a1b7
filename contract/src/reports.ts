import {
  isLanguage,
  type Language,
  languages,
  reportChannels,
  reportFiles,
  reportKinds,
  reportLimits,
} from '@packboard/model'
import { endpoint, id, instant, numeral, serialNo } from './endpoint.ts'
import { fixedShift } from './shiftPage.ts'
import { z } from './z.ts'

const plain = /^[^\p{Cc}\p{Cs}]*$/u
const text = (length: number) => z.string().trim().min(1).max(length).regex(plain)
const rowId = z.number().int().min(1).max(2_147_483_647)
const version = z.number().int().min(0).max(2_147_483_647)
const reportId = z.uuid().describe('Made where the report is added; it never changes')

const names = Object.keys(languages).filter((tag): tag is Language => isLanguage(tag))
const language = z.enum(names)

const recipient = z.object({
  channel: z
    .enum(reportChannels)
    .describe('`person` an account, `role` a user group of the client, `mail` a confirmed address'),
  to: rowId.describe('The number of the account, user group or address'),
})

/** What a client is sent when a shift, a day or a week is over. */
export const report = z.object({
  name: text(reportLimits.nameLength),
  enabled: z.boolean(),
  kind: z
    .enum(reportKinds)
    .describe('A day and a week of several machines are for premium clients'),
  machines: z.union([
    z.literal('all'),
    z.array(serialNo).min(1).max(reportLimits.machines),
    z.object({ lineName: text(80) }),
  ]),
  language,
  files: z.array(z.enum(reportFiles)).max(reportFiles.length),
  to: z.array(recipient).max(reportLimits.recipients),
})
export type ReportWire = z.output<typeof report>

/** A page that was fixed (D97): the answer of the shift page for its machines at one instant, without what people wrote. */
export const reportContent = z.object({
  kind: z.enum(reportKinds),
  name: z.string().describe('Of the shift; empty: a day, a week, or a client without shifts'),
  from: instant,
  to: instant,
  zone: z.string(),
  clientName: z.string(),
  machines: z
    .string()
    .describe('The line or the serial numbers; empty: all machines of the client'),
  page: fixedShift,
  reasons: z.array(z.object({ id: z.string(), name: z.string() })).describe('Of the stops in it'),
  openQuestions: z.array(
    z.object({
      machineId: serialNo,
      start: instant,
      seconds: z.number(),
      cause: z.string(),
      group: z.string(),
    }),
  ),
  openCount: z.number().int(),
  dueStopSeconds: z.number().describe('Of the stops that are expected to have a reason'),
})
export type ReportContent = z.output<typeof reportContent>

export const reports = endpoint('GET', '/api/admin/reports/:clientId', {
  summary: 'The reports of a client by mail: of what, to whom, and whom of it they do not reach',
  params: z.object({ clientId: id }),
  answer: z.object({
    version: version.describe('0 while there were never any'),
    mayDays: z.boolean().describe('Premium: also days and weeks of several machines'),
    reports: z.array(
      report.extend({
        id: reportId,
        machineCount: z.number().int().describe('0: nothing is sent until it has a machine again'),
        unreached: z
          .array(
            z.object({
              ...recipient.shape,
              name: z.string(),
              why: z
                .enum(['notConfirmed', 'gone', 'noAddress', 'stopped', 'refused'])
                .describe('`refused`: by the mail server, the last time'),
            }),
          )
          .describe('Recipients whom it does not reach now'),
      }),
    ),
    recipients: z
      .object({
        people: z.array(z.object({ id: rowId, name: z.string(), role: z.number().int() })),
        roles: z.array(z.number().int()),
        mails: z.array(z.object({ id: rowId, address: z.string(), confirmed: z.boolean() })),
      })
      .describe('Who a report can name'),
  }),
})
export type ReportsAnswer = z.output<typeof reports.answer>

export const setReports = endpoint('PUT', '/api/admin/reports/:clientId', {
  summary: 'Set all reports of a client. One that is missing is removed; what it sent stays',
  params: z.object({ clientId: id }),
  body: z.object({
    reports: z.array(report.extend({ id: reportId })).max(reportLimits.reports),
    version: version.optional().describe('As it was read; 409 when another person was faster'),
  }),
  answer: z.object({ message: z.string(), version }),
})

const mail = z.object({
  subject: z.string(),
  html: z.string().describe('Without script and without address of a picture'),
  text: z.string(),
})
export type ReportMail = z.output<typeof mail>

export const sendReport = endpoint('POST', '/api/admin/reports/:clientId/:id/send', {
  summary:
    'Make a report of the last shift, day or week that is over, or of the one that holds `start`: to look at it, for oneself, or for its recipients',
  params: z.object({ clientId: id, id: reportId }),
  body: z.object({
    to: z.enum(['preview', 'me', 'recipients']),
    start: instant.optional(),
    report: report
      .optional()
      .describe('In place of the stored one, for `preview` and `me`: before it is saved'),
  }),
  answer: z.object({
    message: z.string(),
    recipients: z.number().int().describe('How many messages were added'),
    preview: mail.nullable(),
  }),
})

const figure = z.enum(['packs', 'oeee', 'stopTime', 'rejects'])

export const sentReports = endpoint('GET', '/api/admin/reports/:clientId/:id/sent', {
  summary: 'What a report sent, the newest first, with what became of each message',
  params: z.object({ clientId: id, id: reportId }),
  query: z.object({
    shown: numeral({ max: Number.MAX_SAFE_INTEGER })
      .optional()
      .describe('The number of one that is also answered as it was sent, with what moved since'),
  }),
  answer: z.object({
    sent: z
      .array(
        z.object({
          id: z.number().int(),
          from: instant,
          to: instant,
          fixedAt: instant.describe('Of its figures'),
          subject: z.string(),
          isCorrection: z.boolean(),
          isTest: z.boolean().describe('A person sent it by hand'),
          deliveries: z.array(
            z.object({
              name: z.string().describe('The address or the name of the person'),
              state: z.enum(['waiting', 'sent', 'dropped', 'failed']),
              why: z.string().describe('A code: why it was dropped, or the last failure'),
              sentAt: instant.nullable(),
            }),
          ),
        }),
      )
      .max(reportLimits.listed),
    shown: mail
      .extend({
        moved: z.array(
          z.object({ figure, fixed: z.number().nullable(), now: z.number().nullable() }),
        ),
      })
      .nullable(),
  }),
})
export type SentReports = z.output<typeof sentReports.answer>

const token = z.string().regex(/^[\w-]{43}$/)

export const reportLink = endpoint('GET', '/api/report-link/:token', {
  summary: 'What a link in a report is about; it changes nothing',
  params: z.object({ token }),
  answer: z.object({
    reportName: z.string(),
    clientName: z.string(),
    recipient: z.string(),
    isStopped: z.boolean().describe('This recipient gets it no more'),
  }),
})
export type ReportLink = z.output<typeof reportLink.answer>

export const useReportLink = endpoint('POST', '/api/report-link/:token', {
  summary: 'Get a report no more, or again: for the recipient of the link alone',
  params: z.object({ token }),
  body: z.object({ do: z.enum(['confirm', 'stop']) }),
  answer: z.object({ message: z.string() }),
})
