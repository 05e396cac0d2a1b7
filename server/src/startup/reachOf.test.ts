import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { reachOf } from './network.ts'

const reach = (env: Record<string, string>) =>
  reachOf({ config: readConfig({ PACKBOARD_DATA: '/data', ...env }), ingest: undefined })

test('without a setting the broker is for programs on the server alone', () => {
  expect(reach({})).toEqual({
    publicUrl: null,
    broker: { host: '127.0.0.1', port: 1883, isTls: false, isLoopback: true },
    externalBroker: null,
  })
})

test('on every address of the computer a machine uses the name of the page', () => {
  const { broker } = reach({ MQTT_HOST: '0.0.0.0', PLAIN_ON_LAN: 'on', MQTT_PORT: '2883' })
  expect(broker).toEqual({ host: null, port: 2883, isTls: false, isLoopback: false })
})

test('with a certificate machines use the encrypted port', () => {
  const { broker } = reach({
    ...{ MQTT_HOST: '10.0.0.7', MQTT_TLS_CERT: '/cert.pem', MQTT_TLS_KEY: '/key.pem' },
  })
  expect(broker).toEqual({ host: '10.0.0.7', port: 8883, isTls: true, isLoopback: false })
})

test('the broker of the plant is named without the account of Packboard', () => {
  const of = (url: string) => reach({ MQTT_URL: url }).externalBroker
  expect(of('mqtts://packboard:secret@broker.plant')).toEqual({
    ...{ host: 'broker.plant', port: 8883, isTls: true },
  })
  expect(of('mqtt://broker.plant:1884')).toEqual({
    ...{ host: 'broker.plant', port: 1884, isTls: false },
  })
  expect(JSON.stringify(of('mqtts://packboard:secret@broker.plant'))).not.toContain('secret')
})
