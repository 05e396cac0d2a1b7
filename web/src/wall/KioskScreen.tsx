import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailed } from '../api/call.ts'
import { watchKioskRefused } from '../api/kioskCredential.ts'
import { Wall } from './Wall.tsx'
import { WallMessage } from './WallMessage.tsx'
import { wallQueries } from './wallQueries.ts'

/** The wall of a link. Nobody is signed in and nobody is near: whatever happens, it says so and tries again by itself. */
export function KioskScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  return <LinkedWall key={token} token={token} />
}

function LinkedWall({ token }: { token: string }) {
  const queries = useQueryClient()
  const info = useQuery(wallQueries.ofLink(token, 'no'))
  const figures = useQuery({ ...wallQueries.ofLink(token, 'yes'), enabled: info.isSuccess })
  const [refusals, setRefusals] = useState(0)
  useEffect(
    () =>
      watchKioskRefused(() => {
        setRefusals((count) => count + 1)
        void queries.invalidateQueries(
          { queryKey: wallQueries.ofLink(token, 'no').queryKey },
          // The refusal may have been that of this very question.
          { cancelRefetch: false },
        )
      }),
    [queries, token],
  )
  if (info.error instanceof CallFailed && info.error.status === 401) {
    return (
      <WallMessage title="This wall link is not valid">
        It was revoked, or its time is over. Whoever looks after Packboard can make a new one under
        Management Panel, Wall Links.
      </WallMessage>
    )
  }
  // A stream that was refused is not opened again: after a refusal that was taken back, all begins anew.
  if (info.data) return <Wall key={refusals} info={info.data} oeee={figures.data?.oeee} />
  if (info.isError) {
    return (
      <WallMessage title="Packboard cannot be reached">
        Nothing is known of the machines now. Trying again every 15 seconds.
      </WallMessage>
    )
  }
  return <WallMessage title="Loading..." />
}
