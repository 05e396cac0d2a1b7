export type Component = {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly components?: readonly Component[]
}
export type Bill = { readonly components: readonly Component[] }

/** The bill of a release (CycloneDX) that brings and bundles packages of these folders. */
export function billOfMaterials(of: {
  readonly released: readonly string[]
  readonly bundled: readonly string[]
  readonly version: string
  readonly committedAt: string
}): Bill

/** What the bill and the packages in the folder do not have in common. */
export function compareWithFolder(
  bill: Bill,
  folder: string,
): { readonly unlisted: string[]; readonly absent: string[] }
