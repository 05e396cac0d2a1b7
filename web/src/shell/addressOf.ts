import { defaultStringifySearch } from '@tanstack/react-router'

/** The address of a page of our own with what it is to show. */
export const addressOf = (path: string, search: object = {}, hash = '') =>
  `${path}${defaultStringifySearch({ ...search })}${hash && `#${hash}`}`

/** The page of a machine. */
export const machinePath = (clientId: number, serialNo: string) =>
  `/admin/productionData/${clientId}/${encodeURIComponent(serialNo)}`
