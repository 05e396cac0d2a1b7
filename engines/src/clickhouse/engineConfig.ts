import { createHash } from 'node:crypto'

export const writerName = 'packboard'
export const readerName = 'packboard_reader'

/** Marks of the column files; the engine's own default of 5 GB would be a quarter of a small machine. */
const markCacheBytes = 200_000_000
/** Metrics about the host, which are not used; the engine's own default gathers them every second. */
const hostFiguresSeconds = 60
/** Kept-alive connections are closed by the engine after this; the client drops them earlier. */
export const keepAliveSeconds = 60

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const asXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The users of the engine and their passwords. */
export type Credentials = { readonly username: string; readonly password: string }

/** The header that authenticates a caller. */
export const authorizationOf = ({ username, password }: Credentials) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

/**
 * The engine's settings: one HTTP port on loopback, bounded memory, a log of at most 2 MB.
 *
 * The engine's own startup session runs as the user `default`, which therefore cannot have a password. So the HTTP
 * handlers check the callers: a request without the credentials of the writer or the reader gets 404.
 */
export function engineConfig(options: {
  port: number
  memoryBytes: number
  callers: Credentials[]
  usersFile: string
  logFile: string
  filesDir: string
}) {
  const rules = options.callers.map(
    (caller) => `
    <rule>
      <headers><Authorization>${authorizationOf(caller)}</Authorization></headers>
      <handler>
        <type>dynamic_query_handler</type>
        <query_param_name>query</query_param_name>
      </handler>
    </rule>`,
  )
  return `<clickhouse>
  <http_port>${options.port}</http_port>
  <listen_host>127.0.0.1</listen_host>
  <keep_alive_timeout>${keepAliveSeconds}</keep_alive_timeout>
  <timezone>UTC</timezone>
  <max_server_memory_usage>${options.memoryBytes}</max_server_memory_usage>
  <mark_cache_size>${markCacheBytes}</mark_cache_size>
  <asynchronous_metrics_update_period_s>${hostFiguresSeconds}</asynchronous_metrics_update_period_s>
  <users_config>${asXml(options.usersFile)}</users_config>
  <user_files_path>${asXml(options.filesDir)}</user_files_path>
  <http_handlers>${rules.join('')}
  </http_handlers>
  <logger>
    <log>${asXml(options.logFile)}</log>
    <size>1M</size>
    <count>1</count>
  </logger>
</clickhouse>
`
}

/**
 * What each user may do. The reader may read Packboard's own tables and nothing else, the writer may do everything with
 * them; neither may touch files of the host or call addresses (M9). The startup session may only start the HTTP
 * listener.
 */
export function engineUsers(writer: Credentials, reader: Credentials, database: string) {
  const user = ({ username, password }: Credentials, grants: string[]) => `
    <${username}>
      <password_sha256_hex>${sha256(password)}</password_sha256_hex>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants>${grants.map((grant) => `<query>GRANT ${grant}</query>`).join('')}</grants>
    </${username}>`
  return `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
      <grants><query>GRANT SYSTEM LISTEN ON *.*</query></grants>
    </default>${user(writer, [
      `ALL ON ${database}.*`,
      'SELECT, SHOW ON system.*',
      'TABLE ENGINE ON *',
      'KILL QUERY ON *.*',
      'SYSTEM ON *.*',
    ])}${user(reader, [`SELECT ON ${database}.*`])}
  </users>
</clickhouse>
`
}

/** Starts the HTTP listener, then keeps the engine's command line busy with ten years of sleep. */
export const engineQuery = `SYSTEM START LISTEN HTTP;
SELECT sleepEachRow(3) FROM numbers(100000000)
SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 4000000
FORMAT Null`
