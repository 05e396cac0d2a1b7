import type { ProgramGroup } from '@packboard/model'
import type { ExportTable } from '../export.ts'

/** In which tool the lines are pasted. */
export const programWays = ['curl', 'python', 'excel'] as const
export type ProgramWay = (typeof programWays)[number]

/** What lines for a program ask for. */
export type ProgramQuestion = {
  /** The address that people open, such as `https://packboard.example.com`. */
  readonly url: string
  readonly group: ProgramGroup
  readonly clientId: number
  /** Days of the zone, `2026-11-23`, both of them read. */
  readonly from: string
  readonly to: string
  readonly zone: string
}

/** The table of each group as a file; of machines there is a list. */
const tables: Readonly<Record<Exclude<ProgramGroup, 'machines'>, ExportTable>> = {
  figures: 'machine-status',
  stops: 'stops',
  alarms: 'alarm-info',
  audit: 'audit-trail',
}

/** The variable of the environment that holds the key: so it stands in no file and no history. */
const variable = 'PACKBOARD_KEY'

/** Lines that work as pasted, once the variable PACKBOARD_KEY holds the key; in a workbook the key stands in its first line. */
export function programLines(question: ProgramQuestion, way: ProgramWay): string {
  const { group, url, clientId, from, to, zone } = question
  const base = url.replace(/\/+$/, '')
  const path =
    group === 'machines'
      ? `api/admin/client_machines/${clientId}`
      : `api/admin/export/${tables[group]}/csv`
  const query: [string, string][] =
    group === 'machines'
      ? []
      : [
          ['clientId', String(clientId)],
          ['start_date', from],
          ['end_date', to],
          ['timezone', zone],
        ]
  const request = { base, path, query, isTable: group !== 'machines' }
  if (way === 'curl') return curlLines(request)
  return way === 'python' ? pythonLines(request) : excelLines(request)
}

type LinesRequest = {
  readonly base: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly isTable: boolean
}

function curlLines({ base, path, query }: LinesRequest): string {
  return [
    `curl -sG '${base}/${path}'`,
    `  -H "Authorization: Bearer $${variable}"`,
    ...query.map(([name, value]) => `  -d '${name}=${value}'`),
  ].join(' \\\n')
}

function pythonLines({ base, path, query, isTable }: LinesRequest): string {
  const reads = isTable
    ? [
        '    for row in csv.DictReader(io.TextIOWrapper(answer, "utf-8-sig")):',
        '        print(row)',
      ]
    : ['    print(json.load(answer))']
  const asks =
    query.length === 0
      ? [`address = "${base}/${path}"`]
      : [
          `query = {${query.map(([name, value]) => `"${name}": "${value}"`).join(', ')}}`,
          `address = "${base}/${path}?" + urlencode(query)`,
        ]
  return [
    isTable ? 'import csv, io, os' : 'import json, os',
    ...(query.length === 0 ? [] : ['from urllib.parse import urlencode']),
    'from urllib.request import Request, urlopen',
    '',
    ...asks,
    `key = {"Authorization": "Bearer " + os.environ["${variable}"]}`,
    'with urlopen(Request(address, headers=key)) as answer:',
    ...reads,
  ].join('\n')
}

/** Power Query: Data, Get Data, From Other Sources, Blank Query, Advanced Editor. */
function excelLines({ base, path, query, isTable }: LinesRequest): string {
  const list = query.map(([name, value]) => `${name} = "${value}"`).join(', ')
  return [
    'let',
    '  Key = "pbk_...",',
    `  Answer = Web.Contents("${base}", [`,
    `    RelativePath = "${path}",`,
    ...(list === '' ? [] : [`    Query = [${list}],`]),
    '    Headers = [Authorization = "Bearer " & Key]',
    '  ]),',
    isTable
      ? '  Rows = Table.PromoteHeaders(Csv.Document(Answer, [Encoding = 65001]))'
      : '  Rows = Table.FromRecords(Json.Document(Answer)[machines])',
    'in',
    '  Rows',
  ].join('\n')
}
