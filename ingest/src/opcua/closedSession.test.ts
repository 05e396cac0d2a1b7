import { AttributeIds, OPCUAClient } from 'node-opcua-client'
import { expect, test } from 'vitest'
import { packmlServer } from '../../testing/packmlServer.ts'
import { isOfClosedSession } from './openSession.ts'

test('what is read of a session that was closed fails with the word by which it is known', async () => {
  const server = await packmlServer({})
  const client = OPCUAClient.create({ endpointMustExist: false })
  try {
    await client.connect(server.url)
    const session = await client.createSession()
    await session.close()
    const late = session.read({ nodeId: 'i=2258', attributeId: AttributeIds.Value })
    expect(await late.then(String, isOfClosedSession)).toBe(true)
    expect(isOfClosedSession(new Error('Session has been closed'))).toBe(false)
    expect(isOfClosedSession('Session has been closed')).toBe(false)
  } finally {
    await client.disconnect()
    await server.close()
  }
})
