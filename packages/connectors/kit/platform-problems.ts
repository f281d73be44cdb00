/** Platform errors. Their messages are shown to the user who manages the service and contain no secrets. */
abstract class PlatformProblem extends Error {}

/** The platform rejected the connection's credentials. A user has to fix them, so nothing is retried. */
export class CredentialsRejected extends PlatformProblem {
  override readonly name = 'CredentialsRejected'
}

/** A response that does not match the platform's documentation: the run ends and nothing of the response is loaded. */
export class MalformedResponse extends PlatformProblem {
  override readonly name = 'MalformedResponse'
}

/** The platform could not be reached or kept failing after all retries. */
export class PlatformUnavailable extends PlatformProblem {
  override readonly name = 'PlatformUnavailable'
}

/** The connection's URL is not allowed, for example because it is private. */
export class AddressNotAllowed extends PlatformProblem {
  override readonly name = 'AddressNotAllowed'

  constructor() {
    super('This URL isn’t allowed')
  }
}

/** The platform rejected the request; a retry would not help. */
export class RequestRejected extends PlatformProblem {
  override readonly name = 'RequestRejected'
  /** HTTP status of the response; null: the rejection has none */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

/** Whether the platform answered and said no: to the credentials, or to this request. */
export const isPlatformRefusal = (error: unknown): error is CredentialsRejected | RequestRejected =>
  error instanceof CredentialsRejected || error instanceof RequestRejected

export const isPlatformProblem = (error: unknown): error is PlatformProblem => error instanceof PlatformProblem
