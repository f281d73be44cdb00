/** The reason that the server cannot start, in one line for the operator. Printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
