/** What a platform can do wrong. Messages are shown to the person who looks after the service, and hold no secret. */
abstract class PlatformProblem extends Error {}

/** The platform no longer takes the connection's credentials; somebody has to put that right, so nothing is repeated. */
export class CredentialsRefused extends PlatformProblem {
  override readonly name = 'CredentialsRefused'
}

/** An answer that is not what the platform promises: the run ends, and of the answer nothing is kept. */
export class BadPage extends PlatformProblem {
  override readonly name = 'BadPage'
}

/** The platform could not be reached or kept failing, after all tries. */
export class PlatformDown extends PlatformProblem {
  override readonly name = 'PlatformDown'
}

/** The connection's address is not one that may be called. */
export class AddressRefused extends PlatformProblem {
  override readonly name = 'AddressRefused'

  constructor() {
    super('This URL isn’t allowed')
  }
}

/** The platform refuses what was asked: no repetition would change that. */
export class CallRefused extends PlatformProblem {
  override readonly name = 'CallRefused'
}

export const isPlatformProblem = (error: unknown): error is PlatformProblem => error instanceof PlatformProblem
