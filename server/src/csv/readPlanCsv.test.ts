import { expect, test } from 'vitest'
import { mostPlanLines, readPlanCsv } from './readPlanCsv.ts'

const lines = ['Line 1', 'Line 2']
const read = (text: string) => readPlanCsv(text, lines)

test('a line is a stretch of each week or an exception, with the fields in any order', async () => {
  const given = await read(
    [
      'Kind;To;From;Weekday;ValidFrom;Line;StartDate;EndDate;Note',
      'production;6:00;22:00;sunday;2027-01-04;LINE 1;;;',
      'closed;;;;;;2027-12-24;2027-12-27;"Christmas; all lines"',
      'production;02:00;22:00;;;Line 2;2027-04-14;;Late trial',
      '',
    ].join('\r\n'),
  )
  expect(given).toEqual({
    rows: [
      {
        line: 2,
        week: { line: 'Line 1', validFrom: '2027-01-04' },
        entry: { weekday: 7, from: '22:00', to: '06:00', kind: 'production' },
      },
      {
        line: 3,
        exception: {
          line: null,
          startDate: '2027-12-24',
          startTime: '00:00',
          endDate: '2027-12-27',
          endTime: '00:00',
          kind: 'closed',
          note: 'Christmas; all lines',
        },
      },
      {
        line: 4,
        exception: {
          line: 'Line 2',
          startDate: '2027-04-14',
          startTime: '22:00',
          endDate: '2027-04-15',
          endTime: '02:00',
          kind: 'production',
          note: 'Late trial',
        },
      },
    ],
    refused: [],
  })
})

const head = 'Line,ValidFrom,Weekday,StartDate,From,To,Kind,Note'

test.each([
  ['an unknown field', 'Kind,Day\nclosed,1', 1, 'no field "Day"'],
  ['a field that is there twice', 'Kind,Kind\nclosed,closed', 1, 'Kind is there twice'],
  ['a file without kinds', 'StartDate\n2027-03-26', 1, 'Kind is missing'],
  ['an empty file', '', 1, 'no line with field names'],
  ['an unknown line', `${head}\nLine 9,2027-01-04,1,,06:00,18:00,production,`, 2, '"Line 9"'],
  ['an unknown kind', `${head}\n,2027-01-04,1,,06:00,18:00,lunch,`, 2, '"lunch" is not one of'],
  ['an unknown day', `${head}\n,2027-01-04,Mo,,06:00,18:00,closed,`, 2, '"Mo" is no day of the'],
  ['a day that is not there', `${head}\n,2027-02-30,1,,06:00,18:00,closed,`, 2, 'ValidFrom: "2027'],
  ['a week without its day', `${head}\n,,1,,06:00,18:00,closed,`, 2, 'ValidFrom: ""'],
  ['a stretch without a time', `${head}\n,2027-01-04,1,,06:00,,closed,`, 2, 'To: ""'],
  ['a time that is none', `${head}\n,2027-01-04,1,,06:00,24:00,closed,`, 2, 'To: "24:00"'],
  ['both at once', `${head}\n,2027-01-04,1,2027-03-26,06:00,18:00,closed,`, 2, 'either Weekday'],
  ['neither', `${head}\n,,,,06:00,18:00,closed,`, 2, 'either Weekday'],
  ['a note too long', `${head}\n,,,2027-03-26,,,closed,${'x'.repeat(121)}`, 2, 'at most 120'],
  ['a cell too few', `${head}\n,,,2027-03-26`, 2, 'has 4 cells; the first line has 8'],
  ['an open quotation mark', `${head}\n,,,2027-03-26,,,closed,"x`, 2, 'never closes'],
  ['an endless line', `${head}\n${'n'.repeat(3_000)}`, 2, 'at most 2000 characters'],
])('%s is refused with the number of its line', async (_what, text, line, message) => {
  expect((await read(text)).refused).toMatchObject([
    { line, message: expect.stringContaining(message) },
  ])
})

test('more lines than an import takes are refused', async () => {
  const many = (count: number) =>
    `StartDate,Kind\n${Array.from({ length: count }, () => '2027-03-26,closed').join('\n')}`
  expect((await read(many(mostPlanLines))).refused).toEqual([])
  expect((await read(many(mostPlanLines + 1))).refused).toMatchObject([
    { line: mostPlanLines + 2, code: 'tooMany' },
  ])
})
