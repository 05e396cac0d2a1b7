/**
 * What machines sent, as it arrived (D6). A quarantined record may belong to no known client; 0 stands for none. No month is
 * dropped at once: a record may arrive between the check and the drop, and it is not yet past its retention.
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

/**
 * What is derived from it, minute by minute (D11), and the minutes added up by hour. The hours are deleted first: hours that have
 * minutes and no rows are made again.
 */
export const minuteTables = [
  {
    name: 'mode_hour',
    months: `
      SELECT toYYYYMM(hour) AS month, client_id AS clientId, 0 AS newest
      FROM mode_hour WHERE hour < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE mode_hour DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE mode_hour DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
  {
    name: 'hour_ledger',
    months: `
      SELECT toYYYYMM(hour) AS month, client_id AS clientId, 0 AS newest
      FROM hour_ledger WHERE hour < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE hour_ledger DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE hour_ledger DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
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
  {
    name: 'gap_repair',
    months: `
      SELECT toYYYYMM(until) AS month, client_id AS clientId, 0 AS newest
      FROM gap_repair WHERE until < {before:DateTime64(3,'UTC')}
      GROUP BY month, clientId`,
    dropMonth: 'ALTER TABLE gap_repair DROP PARTITION {month:UInt32}',
    removeClients: `
      ALTER TABLE gap_repair DELETE IN PARTITION {month:UInt32}
      WHERE client_id IN {clientIds:Array(UInt32)}`,
  },
] as const

/**
 * Where a kind of records lies, month by month: `months` returns the months before a moment that hold records, by client,
 * with the newest batch in each. `dropMonth` drops a whole month at once, where that is allowed; `removeClients` deletes the
 * rows of some clients from it, and the engine rewrites its files while inserts go on.
 */
export type KeptTable = (typeof rawTables)[number] | (typeof minuteTables)[number]
