import { chooseOperator, operatorLink } from '@packboard/contract'
import { chooseKioskName, type Kiosk, kioskNames } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { viewerKey } from '../access/actor.ts'
import { declare } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/sharedLimit.ts'

const tag = 'Stop book'

/** A tablet at a machine without an account (D74): which names its link offers, and the choice of one. */
export function operatorLinkRoutes(app: App, { management, now }: Deps, access: Access) {
  const wrongPins = sharedLimit(
    { management, now },
    { name: 'wrong PIN', burst: limits.wrongPinBurst, perSecond: limits.wrongPinsPerSecond },
  )
  // One after the other: tries at the same moment are counted like any others.
  const tries = keyedSemaphore({ waitMs: 5_000, full: () => new AppError('request.tooMany') })

  function tablet(request: FastifyRequest): Kiosk {
    const viewer = access.viewer(request)
    // The guard accepts only tablets here.
    if (!('kioskId' in viewer)) throw new AppError('request.notAllowed')
    return viewer
  }

  function pinWait(seconds: number) {
    const nextAt = new Date(now() + seconds * 1_000).toISOString()
    return new AppError('kioskLink.pinWait', {
      retryAfter: seconds,
      fields: [{ field: 'nextAt', message: nextAt }],
    })
  }

  app.route({
    ...declare(operatorLink, tag, 'kiosk', { operator: 'unnamed' }),
    async handler(request) {
      const { kioskId, clientId, person } = tablet(request)
      const found = await kioskNames(management, { kioskId })
      if (!found) throw new AppError('session.required')
      return {
        ...found,
        linkId: kioskId,
        clientId,
        names: [...found.names],
        person: person ? { id: person.nameId, name: person.name } : null,
      }
    },
  })

  app.route({
    ...declare(chooseOperator, tag, 'kiosk', { operator: 'unnamed' }),
    // The answer holds a pass (T70).
    compress: false,
    handler(request) {
      const kiosk = tablet(request)
      // Wrong PINs of others do not keep a tablet waiting on which the right one was entered.
      const key = [viewerKey(kiosk), kiosk.passHash].filter((part) => part !== undefined).join(' ')
      return tries.pass([{ key, atOnce: 1 }], async () => {
        const wait = wrongPins.wait(key)
        if (wait > 0) throw pinWait(wait)
        try {
          return await chooseKioskName(management, kiosk, request.body)
        } catch (error) {
          if (error instanceof AppError && error.code === 'kioskLink.wrongPin') {
            await wrongPins.take(key)
          }
          throw error
        }
      })
    },
  })
}
