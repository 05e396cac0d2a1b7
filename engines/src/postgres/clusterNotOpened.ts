/** PostgreSQL ended while it opened its cluster; `reason` is the fatal line of its output, without its time. */
export class ClusterNotOpened extends Error {
  readonly reason: string

  constructor(cluster: string, said: string, options?: ErrorOptions) {
    super(
      `PostgreSQL did not open ${cluster}: ${said.trim() || 'it ended without a word'}`,
      options,
    )
    this.name = 'ClusterNotOpened'
    this.reason = fatalLine(said)
  }
}

function fatalLine(said: string): string {
  const lines = said.split('\n')
  // What it finds before it has a log of its own begins with its name.
  const fatal = lines.findLast((line) => / (FATAL|PANIC): /.test(line)) ?? lines[0] ?? ''
  return fatal.replace(/^(.* (FATAL|PANIC)|postgres): +/, '')
}
