import {
  deletedRows,
  devices,
  distributors,
  machineTypes,
  managedClients,
  managedMachines,
  recipes,
  subscriptionOptions,
  userGroupOptions,
  users,
} from '@packboard/contract'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** The lists of the panel. */
export const panelQueries = {
  distributors: () =>
    queryOptions({
      queryKey: ['panel', 'distributors'],
      queryFn: async ({ signal }) => (await call(distributors, {}, signal)).distributors,
    }),
  clients: () =>
    queryOptions({
      queryKey: ['panel', 'clients'],
      queryFn: async ({ signal }) => (await call(managedClients, {}, signal)).clients,
    }),
  machines: () =>
    queryOptions({
      queryKey: ['panel', 'machines'],
      queryFn: async ({ signal }) => (await call(managedMachines, {}, signal)).machines,
    }),
  machineTypes: () => machineTypesQuery,
  users: () =>
    queryOptions({
      queryKey: ['panel', 'users'],
      queryFn: async ({ signal }) => (await call(users, {}, signal)).users,
    }),
  subscriptions: () =>
    queryOptions({
      queryKey: ['panel', 'subscriptions'],
      queryFn: async ({ signal }) => (await call(subscriptionOptions, {}, signal)).subscriptions,
    }),
  userGroups: () =>
    queryOptions({
      queryKey: ['panel', 'userGroups'],
      queryFn: async ({ signal }) => (await call(userGroupOptions, {}, signal)).userGroups,
    }),
  deleted: () =>
    queryOptions({
      queryKey: ['panel', 'deleted'],
      queryFn: async ({ signal }) => (await call(deletedRows, {}, signal)).deleted,
    }),
  products: (clientId: number) =>
    queryOptions({
      queryKey: ['panel', 'products', clientId],
      queryFn: async ({ signal }) =>
        (await call(recipes, { params: { clientId } }, signal)).recipes,
    }),
}

/** The lists by name; that of the devices is in their own folder. */
export type PanelList = Exclude<keyof typeof panelQueries, 'products'> | 'devices'

/** Asks the lists that a change touches anew; a change of clients is one of every choice of a client, too. */
export async function refreshLists(queries: QueryClient, lists: readonly PanelList[]) {
  const keys: (readonly string[])[] = lists.map((list) => ['panel', list])
  if (lists.includes('clients')) keys.push(['clients', 'names'])
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** All machine types: of the table of the panel, of its selects and of the data sheets. */
export const machineTypesQuery = queryOptions({
  queryKey: ['panel', 'machineTypes'],
  queryFn: async ({ signal }) => (await call(machineTypes, {}, signal)).machines,
})

export const deviceQueries = {
  list: () =>
    queryOptions({
      queryKey: ['panel', 'devices'],
      queryFn: ({ signal }) => call(devices, {}, signal),
    }),
}
