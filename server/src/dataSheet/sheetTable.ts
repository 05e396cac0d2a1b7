import type { DataGroup, DataSheet } from '@packboard/contract'
import type { Cell, Table } from '../export/table.ts'

/** The sheet as a table of a file: a section of the law, what it is about, and its value. */
export function sheetTable(sheet: DataSheet): Table {
  return {
    title: 'Data sheet',
    columns: ['Section', 'Item', 'Value', 'Unit'],
    pages: onePage(rowsOf(sheet)),
  }
}

const groupNames: Readonly<Record<DataGroup, string>> = {
  samples: 'Samples: state, speed, counters, product, tool, operator',
  alarms: 'Alarms of the machine',
  changes: 'Changes of parameters at the machine',
}

function rowsOf(sheet: DataSheet): Cell[][] {
  const { measured, keepDays } = sheet
  return [
    ['Product', 'Machine type', sheet.machineTypeName, null],
    ['Product', 'Client', sheet.clientName, null],
    ['Product', 'Data holder', sheet.holder, null],
    ['Product', 'Measured at', sheet.at, null],
    ['Product', 'Packboard', sheet.version, null],
    ...sheet.groups.flatMap(({ group, fields, recordsPerMonth, bytesPerMonth }): Cell[][] => [
      ['Data, art. 3 (2) a', groupNames[group], fields.join(' '), 'fields'],
      ['Format, art. 3 (2) a', groupNames[group], 'JSON lines, CSV, XLSX', null],
      [
        'Volume, art. 3 (2) a',
        groupNames[group],
        rounded(recordsPerMonth),
        'records per machine and 30 days',
      ],
      [
        'Volume, art. 3 (2) a',
        groupNames[group],
        rounded(bytesPerMonth),
        'bytes of JSON per machine and 30 days',
      ],
    ]),
    ['Volume, art. 3 (2) a', 'Measured since', measured.from, null],
    [
      'Volume, art. 3 (2) a',
      'Machines that sent, of all of this type',
      `${measured.machines} of ${measured.ofMachines}`,
      'machines',
    ],
    [
      'Continuous, art. 3 (2) b',
      'Continuous and in real time',
      'yes, while the machine is connected',
      null,
    ],
    [
      'Storage, art. 3 (2) c',
      'Place',
      sheet.stores === 'here'
        ? 'the server of this installation'
        : 'the database servers of this installation',
      null,
    ],
    ['Retention, art. 3 (2) c', 'Records as they came', keepDays.records, 'days'],
    ['Retention, art. 3 (2) c', 'Minutes that figures are made of', keepDays.minutes, 'days'],
    ['Retention, art. 3 (2) c', 'Audit log of Packboard', keepDays.auditLog, 'days'],
    ['Access, art. 3 (2) d', 'Screens', 'every person of the client, free of charge', null],
    [
      'Access, art. 3 (2) d',
      'Files',
      'GET /api/admin/export/{table}/{csv|xlsx}; GET /api/admin/explain-intervals',
      null,
    ],
    ['Access, art. 3 (2) d', 'Live', 'GET /api/admin/machines-live/{clientId}', null],
    [
      'Erasure, art. 3 (2) d',
      'Names of operators',
      'POST /api/admin/erased-names/{clientId}; else with their retention',
      null,
    ],
    [
      'For the data holder to add, art. 3 (3)',
      'Contact, purposes, third parties, trade secrets, end of the contract',
      '',
      null,
    ],
  ]
}

const rounded = (value: number | null) => (value === null ? 'not measured yet' : Math.round(value))

async function* onePage<Page>(page: Page): AsyncGenerator<Page> {
  yield page
}
