/** One check of the rights: where it stands, and the test that must fail without it. */
type Mutation = {
  readonly file: string
  readonly test: string
  readonly what: string
  readonly changes: readonly {
    readonly from: string
    readonly to: string
    /** Which of several places; without it there is one. */
    readonly nth?: number | undefined
  }[]
}

export const quickMutations: readonly Mutation[]
export const storeMutations: readonly Mutation[]
export const routeMutations: readonly Mutation[]
/** Of every route that declares a policy, in the sources of the tree at `root`. */
export function policyMutations(root: string): readonly Mutation[]
