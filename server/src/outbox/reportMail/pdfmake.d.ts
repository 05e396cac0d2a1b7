/** What of the package is used. Its own types bring those of a browser into each package of the server. */
declare module 'pdfmake' {
  type Font = Readonly<Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>
  const pdfmake: {
    setFonts(fonts: Readonly<Record<string, Font>>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    createPdf(definition: object): { getBuffer(): Promise<Uint8Array> }
  }
  export default pdfmake
}
