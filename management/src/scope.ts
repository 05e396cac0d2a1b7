import type { PanelScope } from '@packboard/model'
import { type SelectQueryBuilder, type SqlBool, type StringReference, sql } from 'kysely'

/** The columns of a query that name the owner of a row. */
type OwnerColumns<Column> = {
  readonly client: Column
  /** Of the distributor that serves the client, or of a distributor's own row. */
  readonly distributor: Column
}

/** The owner of a row. Only an admin reaches a row without client and distributor. */
type Owner = { readonly client_id: number | null; readonly distributor_id: number | null }

/**
 * Keeps the rows that the scope reaches (D34): all of them, those of one client, or those of one distributor and its
 * clients. Every list of the management panel uses this function, so that no list has a rule of its own.
 */
export function whereReached<Tables, Joined extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Joined, Row>,
  scope: PanelScope,
  columns: OwnerColumns<StringReference<Tables, Joined>>,
): SelectQueryBuilder<Tables, Joined, Row> {
  switch (scope.reach) {
    case 'all':
      return query
    case 'client':
      return query.where(isOwner(columns.client, scope.clientId))
    case 'distributor':
      return query.where(isOwner(columns.distributor, scope.distributorId))
  }
}

const isOwner = (column: string, id: number) => sql<SqlBool>`${sql.ref(column)} = ${id}`

/** Is this row within the scope? The same rule as `whereReached`, for one row that is about to be changed. */
export function reaches(scope: PanelScope, row: Owner): boolean {
  switch (scope.reach) {
    case 'all':
      return true
    case 'client':
      return row.client_id === scope.clientId
    case 'distributor':
      return row.distributor_id === scope.distributorId
  }
}
