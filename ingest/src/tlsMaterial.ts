/** What a TLS listener shows and checks, as PEM texts. */
export type TlsMaterial = {
  readonly cert: Buffer
  readonly key: Buffer
  /** Those that sign client certificates; with it every connection needs one. */
  readonly ca?: Buffer
}

/** A certificate whose files are read anew when they change. */
export type LiveCertificate = {
  now(): TlsMaterial
  /** Called with each new one until the returned function is called. */
  onChange(listener: (material: TlsMaterial) => void): () => void
}
