import { createHash, randomBytes } from 'node:crypto'
import type { KeyedHashes } from './erasedNames.ts'
import { erasedRaw } from './quarantineText.ts'

// Names travel salted and hashed, so that no statement and no list of the engine's changes ever holds one.
const isUser = `user IS NOT NULL
  AND has({hashes:Array(String)}, hex(SHA256(concat({salt:String}, assumeNotNull(user)))))`

const isAudited = `arrayExists(
  text -> has({hashes:Array(String)}, hex(SHA256(concat({salt:String}, text)))),
  [toString(user_group), toString(description), value_before, value_after])`

const jsonText = `"(?:[^"\\\\\\\\]|\\\\\\\\.)*"`
const textsOfRaw = `arrayMap(quoted -> JSONExtractString(quoted), extractAll(raw, '${jsonText}'))`
const isQuarantined = `arrayExists(
  text -> has({hashes:Array(String)}, hex(SHA256(concat({salt:String}, text)))), ${textsOfRaw})`

/** With the engine's own `HMAC` a text takes six times as long, and ClickHouse before 25.12 does not have it. */
const isErased = `hex(SHA256(concat(unhex({outer:String}),
  SHA256(concat(unhex({inner:String}), text))))) IN {hashes:Array(String)}`

/** Of a carry that is a whole text (`packedCarry.ts`): what stands before the name of the operator, and that name with its quotation marks. */
const beforeUser = `extract(carry, '^\\\\[(?:null|-?[0-9]+),(?:null|-?[0-9]+),-?[0-9]+,${jsonText},${jsonText},')`
const quotedUser = `extract(substring(carry, length(${beforeUser}) + 1), '^${jsonText}')`
const carryUser = 'if(carry_form = 1, carry_user, JSONExtractString(carry, 6))'
const carryHash = `hex(SHA256(concat({salt:String}, ${carryUser})))`
const carryPseudonym = `transform(${carryHash}, {hashes:Array(String)}, {pseudonyms:Array(String)}, ${carryUser})`

/**
 * Where names of operators lie. `pieces`: the months in which a client has rows, and in how many pieces each is searched, so that
 * a piece takes the engine some seconds. `names`: the erased names that stand in a piece. `erase`: puts pseudonyms in the place of
 * names in one month, and changes nothing else. `count`: the records that hold a name.
 */
export const namedTables = [
  {
    name: 'sample',
    pieces: `
      SELECT toUInt32(_partition_id) AS month, intDiv(count(), 200000000) + 1 AS pieces
      FROM sample WHERE client_id = {clientId:UInt32} GROUP BY month`,
    names: `
      SELECT text AS name FROM (
        SELECT DISTINCT assumeNotNull(user) AS text FROM sample
        WHERE client_id = {clientId:UInt32} AND _partition_id = toString({month:UInt32})
          AND machine_id % {pieces:UInt32} = {piece:UInt32} AND user IS NOT NULL)
      WHERE ${isErased}`,
    erase: `
      ALTER TABLE sample UPDATE
        user = transform(hex(SHA256(concat({salt:String}, assumeNotNull(user)))), {hashes:Array(String)},
          {pseudonyms:Array(String)}, assumeNotNull(user))
      IN PARTITION {month:UInt32}
      WHERE client_id = {clientId:UInt32} AND (${isUser})`,
    count: `
      SELECT count() AS rows FROM sample
      WHERE client_id = {clientId:UInt32} AND (${isUser})`,
  },
  {
    name: 'audit',
    pieces: `
      SELECT toUInt32(_partition_id) AS month, intDiv(count(), 3000000) + 1 AS pieces
      FROM audit WHERE client_id = {clientId:UInt32} GROUP BY month`,
    names: `
      SELECT DISTINCT arrayJoin(arrayFilter(text -> ${isErased},
        [toString(user_group), toString(description), value_before, value_after])) AS name
      FROM audit
      WHERE client_id = {clientId:UInt32} AND _partition_id = toString({month:UInt32})
        AND intHash64(toUnixTimestamp64Milli(at)) % {pieces:UInt32} = {piece:UInt32}`,
    erase: `
      ALTER TABLE audit UPDATE
        user_group = transform(hex(SHA256(concat({salt:String}, user_group))), {hashes:Array(String)},
          {pseudonyms:Array(String)}, user_group),
        description = transform(hex(SHA256(concat({salt:String}, description))), {hashes:Array(String)},
          {pseudonyms:Array(String)}, description),
        value_before = transform(hex(SHA256(concat({salt:String}, value_before))), {hashes:Array(String)},
          {pseudonyms:Array(String)}, value_before),
        value_after = transform(hex(SHA256(concat({salt:String}, value_after))), {hashes:Array(String)},
          {pseudonyms:Array(String)}, value_after)
      IN PARTITION {month:UInt32}
      WHERE client_id = {clientId:UInt32} AND ${isAudited}`,
    count: `
      SELECT count() AS rows FROM audit
      WHERE client_id = {clientId:UInt32} AND ${isAudited}`,
  },
  {
    name: 'quarantine',
    pieces: `
      SELECT toUInt32(_partition_id) AS month, intDiv(sum(length(raw)), 50000000) + 1 AS pieces
      FROM quarantine WHERE client_id = {clientId:UInt32} GROUP BY month`,
    names: `
      SELECT DISTINCT arrayJoin(arrayFilter(text -> ${isErased}, ${textsOfRaw})) AS name
      FROM quarantine
      WHERE client_id = {clientId:UInt32} AND _partition_id = toString({month:UInt32})
        AND intHash64(toUnixTimestamp64Milli(received_at)) % {pieces:UInt32} = {piece:UInt32}`,
    erase: `
      ALTER TABLE quarantine UPDATE raw = '${erasedRaw}'
      IN PARTITION {month:UInt32}
      WHERE client_id = {clientId:UInt32} AND ${isQuarantined}`,
    count: `
      SELECT count() AS rows FROM quarantine
      WHERE client_id = {clientId:UInt32} AND ${isQuarantined}`,
  },
  {
    name: 'minute_ledger',
    pieces: `
      SELECT toUInt32(_partition_id) AS month, intDiv(count(), 20000000) + 1 AS pieces
      FROM minute_ledger WHERE client_id = {clientId:UInt32} GROUP BY month`,
    names: `
      SELECT text AS name FROM (
        SELECT DISTINCT arrayJoin(arrayPushBack(pieces.user, ${carryUser})) AS text FROM minute_ledger
        WHERE client_id = {clientId:UInt32} AND _partition_id = toString({month:UInt32})
          AND machine_id % {pieces:UInt32} = {piece:UInt32})
      WHERE ${isErased}`,
    erase: `
      ALTER TABLE minute_ledger UPDATE
        "pieces.user" = arrayMap(
          user -> transform(hex(SHA256(concat({salt:String}, user))), {hashes:Array(String)},
            {pseudonyms:Array(String)}, user),
          pieces.user),
        carry_user = if(carry_form = 1, ${carryPseudonym}, carry_user),
        carry = if(carry_form != 1 AND has({hashes:Array(String)}, ${carryHash}),
          concat(${beforeUser}, toJSONString(${carryPseudonym}),
            substring(carry, length(${beforeUser}) + length(${quotedUser}) + 1)),
          carry)
      IN PARTITION {month:UInt32}
      WHERE client_id = {clientId:UInt32} AND (has({hashes:Array(String)}, ${carryHash})
        OR arrayExists(
          user -> has({hashes:Array(String)}, hex(SHA256(concat({salt:String}, user)))), pieces.user))`,
    count: null,
  },
] as const

/** A table in which names of operators lie. */
export type NamedTable = (typeof namedTables)[number]

/** Names as a statement carries them: hashed, so that the engine's list of statements shows none. */
export function hashedNames(names: readonly string[]): { salt: string; hashes: string[] } {
  const salt = randomBytes(16).toString('hex')
  const hashes = names.map((name) =>
    createHash('sha256')
      .update(salt + name)
      .digest('hex')
      .toUpperCase(),
  )
  return { salt, hashes }
}

/** Key and hashes of erased names, as the engine takes them and writes its own. */
export const searchedHashes = ({ inner, outer, hashes }: KeyedHashes) => ({
  inner: inner.toString('hex'),
  outer: outer.toString('hex'),
  hashes: hashes.map((hash) => hash.toUpperCase()),
})
