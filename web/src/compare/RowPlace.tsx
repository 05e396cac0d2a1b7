import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RowLink } from './rowLinks.ts'

/** A link to the page that has the figures of a row as its own. */
export function RowPlace({
  clientId,
  link,
  children,
  ...rest
}: {
  clientId: number
  link: RowLink
  children: ReactNode
  className?: string | undefined
  tabIndex?: number
  'aria-hidden'?: boolean
}) {
  const client = { client: clientId }
  switch (link.to) {
    case 'production':
      return (
        <Link
          to="/admin/productionData/$clientId/$machineId"
          params={{ clientId: String(clientId), machineId: link.serialNo }}
          search={link.search}
          {...rest}
        >
          {children}
        </Link>
      )
    case 'days':
      return (
        <Link to="/admin/day-summary" search={{ ...link.search, ...client }} {...rest}>
          {children}
        </Link>
      )
    case 'machines':
      return (
        <Link to="/admin/compare" search={{ ...link.search, ...client, by: 'machine' }} {...rest}>
          {children}
        </Link>
      )
    case 'timeline':
      return (
        <Link
          to="/admin/timeline"
          search={{ ...link.search, ...client, line: link.line }}
          {...rest}
        >
          {children}
        </Link>
      )
  }
}
