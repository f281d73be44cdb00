/** What a request is refused for: the caller is told so (400) and gets no numbers. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

export const refuse = (reason: string): never => {
  throw new Refused(reason)
}
