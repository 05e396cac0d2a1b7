import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailed } from '../api/call.ts'
import { watchKioskRefused } from '../api/kioskCredential.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { readLineName } from '../line/lineName.ts'
import { showWallColours } from '../theme/colourScheme.ts'
import { Wall } from './Wall.tsx'
import { WallMessage } from './WallMessage.tsx'
import { wallQueries } from './wallQueries.ts'

/** The wall of a link. There is no session and no user near: on any failure it shows a message and tries again by itself. */
export function KioskScreen() {
  const token = useLocation({ select: ({ hash }) => hash })
  return <LinkedWall key={token} token={token} />
}

function LinkedWall({ token }: { token: string }) {
  const say = useTexts('wall')
  const loading = useTexts('ui')('loading')
  const queries = useQueryClient()
  const { line } = readLineName(useSearch({ strict: false }))
  const info = useQuery(wallQueries.ofLink(token, 'no'))
  useEffect(() => {
    if (info.data) showWallColours(info.data.colourScheme)
  }, [info.data])
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
    return <WallMessage title={say('linkInvalid')}>{say('linkInvalidReason')}</WallMessage>
  }
  // A stream that was refused is not opened again: after a refusal that was taken back, all begins anew.
  if (info.data) {
    return (
      <Wall
        key={refusals}
        {...{ line }}
        info={info.data}
        density={info.data.density}
        oeee={figures.data?.oeee}
      />
    )
  }
  if (info.isError) {
    return (
      <WallMessage title={say('notReached')}>
        {say('notReachedReason', { seconds: 15 })}
      </WallMessage>
    )
  }
  return <WallMessage title={loading} />
}
