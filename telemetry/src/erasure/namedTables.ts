import { erasedRaw } from './quarantineText.ts'

/** A name as the engine compares it: salted and hashed, so that no statement and no list of changes ever holds one. */
const hashOf = <Text extends string>(text: Text) =>
  `hex(SHA256(concat({salt:String}, ${text})))` as const
const isNamed = <Text extends string>(text: Text) =>
  `has({hashes:Array(String)}, ${hashOf(text)})` as const
/** The pseudonym where a text is one of the names; every other text as it is. */
const plain = (text: string) =>
  `transform(${hashOf(text)}, {hashes:Array(String)}, {pseudonyms:Array(String)}, ${text})`

const jsonText = `"(?:[^"\\\\\\\\]|\\\\\\\\.)*"`
const textsOfRaw =
  `arrayMap(quoted -> JSONExtractString(quoted), extractAll(raw, '${jsonText}'))` as const

/** What stands before the name of the operator in a carry (`encodeCarry`), and that name with its quotation marks. */
const beforeUser = `extract(carry, '^\\\\[(?:null|-?[0-9]+),(?:null|-?[0-9]+),-?[0-9]+,${jsonText},${jsonText},')`
const userOfCarry = `JSONExtractString(carry, 6)`
const quotedUser = `extract(substring(carry, length(${beforeUser}) + 1), '^${jsonText}')`

const users = '`pieces.user`'
const audited = ['user_group', 'description', 'value_before', 'value_after'] as const
const auditNamed = `arrayExists(text -> ${isNamed('text')},
  [toString(user_group), toString(description), value_before, value_after])` as const

/** What one statement about names needs. */
const named = <Text extends string>(condition: Text) =>
  `client_id = {clientId:UInt32} AND (${condition})` as const

/**
 * Where names of operators lie. `names`: every text of a client that may be one, with the month of its rows. `erase`:
 * puts pseudonyms in the place of names in one month, and changes nothing else. `count`: the records that hold a name.
 */
export const namedTables = [
  {
    name: 'sample',
    names: `
      SELECT DISTINCT toYYYYMM(at) AS month, assumeNotNull(user) AS name
      FROM packboard.sample WHERE client_id = {clientId:UInt32} AND user IS NOT NULL`,
    erase: `
      ALTER TABLE packboard.sample UPDATE user = ${plain('assumeNotNull(user)')}
      IN PARTITION {month:UInt32}
      WHERE ${named(`user IS NOT NULL AND ${isNamed('assumeNotNull(user)')}`)}`,
    count: `SELECT count() AS rows FROM packboard.sample
      WHERE ${named(`user IS NOT NULL AND ${isNamed('assumeNotNull(user)')}`)}`,
  },
  {
    name: 'audit',
    names: `
      SELECT DISTINCT toYYYYMM(at) AS month, arrayJoin([toString(user_group), toString(description),
        value_before, value_after]) AS name
      FROM packboard.audit WHERE client_id = {clientId:UInt32}`,
    erase: `
      ALTER TABLE packboard.audit UPDATE ${audited.map((text) => `${text} = ${plain(text)}`).join(', ')}
      IN PARTITION {month:UInt32}
      WHERE ${named(auditNamed)}`,
    count: `SELECT count() AS rows FROM packboard.audit
      WHERE ${named(auditNamed)}`,
  },
  {
    name: 'quarantine',
    names: `
      SELECT DISTINCT toYYYYMM(received_at) AS month, arrayJoin(${textsOfRaw}) AS name
      FROM packboard.quarantine WHERE client_id = {clientId:UInt32}`,
    erase: `
      ALTER TABLE packboard.quarantine UPDATE raw = '${erasedRaw}'
      IN PARTITION {month:UInt32}
      WHERE ${named(`arrayExists(text -> ${isNamed('text')}, ${textsOfRaw})`)}`,
    count: `SELECT count() AS rows FROM packboard.quarantine
      WHERE ${named(`arrayExists(text -> ${isNamed('text')}, ${textsOfRaw})`)}`,
  },
  {
    name: 'minute_ledger',
    names: `
      SELECT DISTINCT toYYYYMM(minute) AS month,
        arrayJoin(arrayPushBack(${users}, ${userOfCarry})) AS name
      FROM packboard.minute_ledger WHERE client_id = {clientId:UInt32}`,
    erase: `
      ALTER TABLE packboard.minute_ledger UPDATE
        ${users} = arrayMap(user -> ${plain('user')}, ${users}),
        carry = if(${isNamed(userOfCarry)},
          concat(${beforeUser}, toJSONString(${plain(userOfCarry)}),
            substring(carry, length(${beforeUser}) + length(${quotedUser}) + 1)),
          carry)
      IN PARTITION {month:UInt32}
      WHERE ${named(`arrayExists(user -> ${isNamed('user')}, ${users}) OR ${isNamed(userOfCarry)}`)}`,
    count: null,
  },
] as const

export type NamedTable = (typeof namedTables)[number]
