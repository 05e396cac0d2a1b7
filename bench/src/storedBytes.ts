type Rows = <Row>(query: string) => Promise<Row[]>

/** Bytes of each table once all of its rows are merged, and of the columns of records, minutes and hours, a row; smaller than `least` is left out. */
export async function printBytes(rows: Rows, command: (query: string) => Promise<unknown>) {
  for (const table of measured) await command(`OPTIMIZE TABLE ${table} FINAL`)
  for (const table of await rows<{ table: string; rows: string; bytes: string }>(tablesSql)) {
    const each = Number(table.bytes) / Math.max(1, Number(table.rows))
    console.log(`${table.table}: ${table.rows} rows, ${each.toFixed(2)} bytes each`)
  }
  for (const column of await rows<{ table: string; column: string; each: number }>(columnsSql)) {
    console.log(`  ${column.table}.${column.column}: ${column.each.toFixed(2)}`)
  }
}

const measured = ['sample', 'minute_ledger', 'hour_ledger']
const tablesSql = `
  SELECT table, toString(sum(rows)) AS rows, toString(sum(data_compressed_bytes)) AS bytes
  FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table
`
const columnsSql = `
  SELECT c.table AS table, c.name AS column, c.data_compressed_bytes / p.rows AS each
  FROM system.columns AS c
  JOIN (SELECT table, sum(rows) AS rows FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table) AS p ON p.table = c.table
  WHERE c.database = currentDatabase() AND c.table IN ('${measured.join("', '")}') AND each > 0.02
  ORDER BY table, each DESC
`
