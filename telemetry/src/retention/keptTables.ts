/**
 * What machines sent, as it arrived (D6). What was put aside belongs to no client for sure; 0 stands for nobody. No month
 * goes at once: a record may come in between the look and the end, and nobody gave up on that one.
 */
export const rawTables = [
  {
    name: 'sample',
    months: `
      SELECT toYYYYMM(at) AS month, client_id AS clientId, max(batch) AS newest
      FROM sample WHERE at < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE sample DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
  {
    name: 'alarm',
    months: `
      SELECT toYYYYMM(raised_at) AS month, client_id AS clientId, max(batch) AS newest
      FROM alarm WHERE raised_at < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE alarm DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
  {
    name: 'audit',
    months: `
      SELECT toYYYYMM(at) AS month, client_id AS clientId, max(batch) AS newest
      FROM audit WHERE at < {before:DateTime64(3,'UTC')} GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE audit DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
  {
    name: 'quarantine',
    months: `
      SELECT toYYYYMM(received_at) AS month, ifNull(client_id, 0) AS clientId, max(batch) AS newest
      FROM quarantine WHERE received_at < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: null,
    removeClients: `
      ALTER TABLE quarantine DELETE IN PARTITION {month:UInt32}
      WHERE ifNull(client_id, 0) IN {clientIds:Array(UInt32)} AND batch <= {upTo:UInt64}`,
  },
] as const

/** What is derived from it, minute by minute (D11). */
export const minuteTables = [
  {
    name: 'minute_ledger',
    months: `
      SELECT toYYYYMM(minute) AS month, client_id AS clientId, 0 AS newest
      FROM minute_ledger WHERE minute < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE minute_ledger DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE minute_ledger DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
] as const

/**
 * Where a kind of records lies, month by month: `months` tells the months before a moment that hold something, by client,
 * with the newest batch in each. `dropMonth` takes a whole month away at once, where that may be; `removeClients` takes the
 * rows of some clients out of it, and the engine writes its files anew beside those who insert.
 */
export type KeptTable = (typeof rawTables)[number] | (typeof minuteTables)[number]
