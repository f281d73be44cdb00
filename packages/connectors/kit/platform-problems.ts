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

/** The credentials lack a permission that this call needs. `message`: what can't be read without it, and its name. */
export class PermissionMissing extends RequestRejected {
  constructor(message: string) {
    super(message, 403)
  }
}

/** A sentence if a permission is missing; null: the error means something else. */
export const explainMissing = (error: unknown): string | null =>
  error instanceof PermissionMissing ? `${error.message}.` : null

/** What a call gives; `otherwise` where a permission for it is missing. */
export const ifAllowed = async <T, Other>(
  call: Promise<T>,
  otherwise: (reason: string) => Other,
): Promise<T | Other> => {
  try {
    return await call
  } catch (error) {
    const reason = explainMissing(error)
    if (reason === null) throw error
    return otherwise(reason)
  }
}
