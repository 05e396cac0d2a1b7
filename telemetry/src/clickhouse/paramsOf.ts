/** What a value must be in our code to become a parameter of this type in the engine. */
type ValueOf<Type extends string> = Type extends `${' '}${infer Rest}`
  ? ValueOf<Rest>
  : Type extends `Array(${infer Element})`
    ? readonly ValueOf<Element>[]
    : Type extends `Nullable(${infer Inner})`
      ? ValueOf<Inner> | null
      : Type extends 'UInt8' | 'UInt16' | 'UInt32' | 'Int32' | 'Float64'
        ? number
        : Type extends 'UInt64' | 'Int64'
          ? bigint
          : Type extends 'String' | 'Identifier'
            ? string
            : Type extends 'Bool'
              ? boolean
              : Type extends 'DateTime64(3)' | `DateTime64(3,${string})`
                ? Date
                : never

/**
 * Reads `{from:DateTime64(3)}` in the text of a query as `{ from: Date }`. A text that was pasted together, `string` or
 * with a `${string}` hole, has parameters that nothing fits: it does not compile. A hole of listed words does.
 */
export type ParamsOf<Sql extends string> =
  Record<never, never> extends Record<Sql, 1>
    ? never
    : Sql extends `${string}{${infer Name}:${infer Type}}${infer Rest}`
      ? { readonly [Key in Name]: ValueOf<Type> } & ParamsOf<Rest>
      : unknown
