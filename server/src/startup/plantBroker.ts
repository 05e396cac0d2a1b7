import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IngestOptions } from '@packboard/ingest'
import type { Config } from '../config.ts'
import { ConfigError } from '../program/settings.ts'

/**
 * The broker of `MQTT_URL`, with the authority that its certificate must be of (`MQTT_URL_CA`); undefined where there is none.
 * Throws a ConfigError when that file is no certificate.
 */
export function plantBrokerOf({
  mqttUrl,
  mqttUrlCa,
}: Pick<Config, 'mqttUrl' | 'mqttUrlCa'>): Pick<IngestOptions, 'mqttUrl' | 'mqttCa'> | undefined {
  if (mqttUrlCa === undefined) return mqttUrl === undefined ? undefined : { mqttUrl }
  if (mqttUrl === undefined) {
    throw new ConfigError(
      'MQTT_URL_CA needs MQTT_URL, because it is the authority of that broker; set both or remove MQTT_URL_CA.',
    )
  }
  try {
    const mqttCa = readFileSync(mqttUrlCa)
    // Throws on anything else.
    void new X509Certificate(mqttCa)
    return { mqttUrl, mqttCa }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `MQTT_URL_CA cannot be used (${reason}); name the file of the certificate of an authority, in PEM.`,
    )
  }
}
