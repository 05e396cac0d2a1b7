import * as oidc from 'openid-client'

/** How Packboard shows who it is: as the standard has it where the company does not say that it cannot. */
export function clientAuthentication(
  secret: string | null,
  methods: readonly string[] = ['client_secret_basic'],
): oidc.ClientAuth {
  if (secret === null) return oidc.None()
  return methods.includes('client_secret_basic')
    ? clientSecretBasic(secret)
    : oidc.ClientSecretPost(secret)
}

/**
 * The library encodes `-`, `.` and `_` as well, which a form leaves as they are. Some servers (glewlwyd) decode nothing: they would
 * then accept hardly any client ID or secret, as most have such a character.
 */
const clientSecretBasic =
  (secret: string): oidc.ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const credentials = `${formEncoded(client_id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${btoa(credentials)}`)
  }

/** As `application/x-www-form-urlencoded` has it (RFC 6749, 2.3.1 and appendix B). */
const formEncoded = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
