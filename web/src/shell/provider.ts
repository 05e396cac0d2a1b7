/**
 * Whose installation this is (D56): a name and the links of the footer, neutral unless the server's page says
 * otherwise in `<meta name="packboard-provider" content='{"name":"…","links":[["Contact","https://…"]]}'>`.
 */
export type Provider = {
  readonly name: string
  readonly links: readonly (readonly [label: string, address: string])[]
}

const neutral: Provider = {
  name: 'Packboard',
  links: [
    ['Machines', '#machines'],
    ['Service and spares', '#service'],
    ['About us', '#about'],
    ['Contact', '#contact'],
  ],
}

function told(): Partial<Provider> {
  const content = document.querySelector('meta[name="packboard-provider"]')?.getAttribute('content')
  try {
    return content ? (JSON.parse(content) as Partial<Provider>) : {}
  } catch {
    return {}
  }
}

export const provider: Provider = { ...neutral, ...told() }
