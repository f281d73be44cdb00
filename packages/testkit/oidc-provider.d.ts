/** The part of the package that tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
