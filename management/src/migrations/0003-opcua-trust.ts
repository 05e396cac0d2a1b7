/**
 * The certificate of the OPC UA server of a machine that a person trusts: its SHA-256 fingerprint, and what it says of itself, so that it
 * can be shown while the server is switched off. It goes with the address of the server.
 */
export const opcUaTrust = {
  version: 3,
  name: 'trust in opc ua servers',
  sql: `
alter table machine_opcua add column trusted jsonb
  check (trusted is null or trusted ->> 'fingerprint' ~ '^[0-9a-f]{64}$');
`,
}
