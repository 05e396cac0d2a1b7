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

/** Of a carry that is a whole text (`packedCarry.ts`): what stands before the name of the operator, and that name with its quotation marks. */
const beforeUser = `extract(carry, '^\\\\[(?:null|-?[0-9]+),(?:null|-?[0-9]+),-?[0-9]+,${jsonText},${jsonText},')`
const quotedUser = `extract(substring(carry, length(${beforeUser}) + 1), '^${jsonText}')`
const carryUser = 'if(carry_form = 1, carry_user, JSONExtractString(carry, 6))'
const carryHash = `hex(SHA256(concat({salt:String}, ${carryUser})))`
const carryPseudonym = `transform(${carryHash}, {hashes:Array(String)}, {pseudonyms:Array(String)}, ${carryUser})`

/**
 * Where names of operators lie. `names`: every text of a client that may be one, with the month of its rows. `erase`:
 * puts pseudonyms in the place of names in one month, and changes nothing else. `count`: the records that hold a name.
 */
export const namedTables = [
  {
    name: 'sample',
    names: `
      SELECT DISTINCT toYYYYMM(at) AS month, assumeNotNull(user) AS name
      FROM sample WHERE client_id = {clientId:UInt32} AND user IS NOT NULL`,
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
    names: `
      SELECT DISTINCT toYYYYMM(at) AS month, arrayJoin([toString(user_group), toString(description),
        value_before, value_after]) AS name
      FROM audit WHERE client_id = {clientId:UInt32}`,
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
    names: `
      SELECT DISTINCT toYYYYMM(received_at) AS month, arrayJoin(${textsOfRaw}) AS name
      FROM quarantine WHERE client_id = {clientId:UInt32}`,
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
    names: `
      SELECT DISTINCT toYYYYMM(minute) AS month,
        arrayJoin(arrayPushBack(pieces.user, ${carryUser})) AS name
      FROM minute_ledger WHERE client_id = {clientId:UInt32}`,
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
